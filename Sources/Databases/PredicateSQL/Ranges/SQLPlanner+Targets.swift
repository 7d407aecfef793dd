import PredicateBinding
import PredicateModel
import PredicateValues

/// Conditions on the objects at the other end of a relationship, each evaluated once for an object and not for each row that leads to it.
extension SQLPlanner {
  /// How many of the objects at the other end meet a condition, as far as can be told.
  private enum TargetAmount {
    /// So few that the rows which lead to them are found by an index of the foreign key.
    case few
    case some
    /// So many that reading all rows that may lead to them is faster.
    case many
  }

  /// `lentToFriend.friendName ENDSWITH "son"` as the keys of the friends that meet it, found once: for each film, a friend would be tested as
  /// often as films lead to it. Nil where that does not apply, where few rows are tested, or where there are more objects at the other end
  /// than at this one.
  ///
  /// A database may begin a join at the other end only where the statement has no order: of 1,500,000 loans the 3,700 lent to a Hugo were found in
  /// 1.5 s by a join, in 4 ms so.
  package mutating func targets(of condition: CoreCondition) throws(PredicateIssue) -> SQLExpression? {
    guard rewrites.contains(.targets), let test = ConstantComparison(condition), !condition.canFail,
      case .attribute(let row, _) = test.value.unfolded.node, case .toOne(.variable(let number), _, _) = row,
      let owner = variables[number], let source = owner.entity,
      scopes[owner.scope].joined[SQLScope.AccessPath(row)] == nil,
      let amount = amount(test, condition, isOfRoot: number == 0), case let asking = scopes[rowScope],
      !asking.isInsideRowGoal, asking.rowGoal == .all || asking.rowGoal == .first && amount == .few
    else { return nil }
    let readsAll = amount == .many && number == 0
    // Where nothing is put in order a database begins a join at whichever end is the better one.
    if readsAll, isCount { return nil }
    let target = try entity(of: row)
    guard indexes.holds(target.table, noMoreThan: source.table), let key = try referringKey(of: row) else { return nil }
    let keys = try select(from: target) { planner, variable throws(PredicateIssue) in
      var own = CoreRowReplacement(row: SQLScope.AccessPath(row), variable: variable)
      return (
        try planner.identity(of: .variable(variable), range: .none),
        try Self.exact(planner.simple(own.rewrite(condition)), range: condition.range)
      )
    }
    if keys.condition?.isFalsehood == true { return .falsehood }
    return .member(readsAll ? key.unindexed : key, of: keys)
  }

  /// How many objects meet a test; nil where they are not sought at their end.
  private func amount(_ test: ConstantComparison, _ condition: CoreCondition, isOfRoot: Bool) -> TargetAmount? {
    switch test.kind {
    case .match: .some
    case .list: findsFew(condition) ? .few : .many
    case .below, .above, .between: isOfRoot ? .many : nil
    }
  }

  /// A range over a table of pairs, with its condition as the keys of the objects that meet it (`tag_id IN (SELECT id …)`). Nil where that
  /// does not apply, or where there are more objects at the other end than at this one.
  package mutating func openByTargets(_ range: CoreRange) throws(PredicateIssue) -> OpenRange? {
    guard rewrites.contains(.pairTargets), range.steps.count == 1, let step = range.steps.first,
      case .relationship(.variable(let owner), let member, _) = step.source, !range.filter.isAlwaysTrue,
      let source = variables[owner]?.entity
    else { return nil }
    let relationship = try relationship(member, of: source)
    let target = try entity(named: relationship.destination)
    guard case .joinTable = relationship.storage, relationship.referencedColumns == nil,
      target.key.integerColumn != nil, indexes.holds(target.table, noMoreThan: source.table)
    else { return nil }
    let scope = openScope()
    // A pair whose object is not there holds none of the keys.
    let link = try add(step.variable, .variable(owner), member, to: scope, isFirst: true, joinsObjects: false)
    let row = CoreRow.variable(step.variable)
    let key = try identity(of: row, range: .none)
    let keys = try select(from: target, as: step.variable) { planner, _ throws(PredicateIssue) in
      (try planner.identity(of: row, range: .none), try planner.condition(range.filter))
    }
    return OpenRange(scope: scope, link: link, filter: .member(key, of: keys))
  }

  /// A statement of one column over the rows of an entity.
  ///
  /// - Parameters:
  ///   - variable: The variable that stands for its row meanwhile; nil for a new one.
  ///   - make: Gives the column and the condition, by the number of the variable.
  package mutating func select(
    from entity: Entity, as variable: Int? = nil,
    _ make: (inout SQLPlanner, Int) throws(PredicateIssue) -> (column: SQLExpression, condition: SQLExpression)
  ) throws(PredicateIssue) -> SQLSelect {
    let scope = openScope()
    let outer = variable.flatMap { variables[$0] }
    let number = try bind(entity, to: scope, as: variable)
    defer { variables[number] = outer }
    let (column, condition) = try make(&self, number)
    return SQLSelect(columns: [column], sources: scopes[scope].sources, condition: condition)
  }
}

/// Puts a variable in the place of a row.
private struct CoreRowReplacement: CoreRewriter {
  let row: SQLScope.AccessPath
  let variable: Int

  func rewrite(_ value: CoreValue) -> CoreValue {
    var parts = self
    guard case .attribute(let row, let member) = value.node, SQLScope.AccessPath(row) == self.row else {
      return value.mapParts(&parts)
    }
    return value.with(.attribute(.variable(variable), member))
  }
}
