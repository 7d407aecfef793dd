import PredicateBinding
import PredicateModel
import PredicateValues

/// Conditions on related objects, each evaluated once per related object and not once per row that refers to it.
extension SQLPlanner {
  /// An estimate of how many related objects meet a condition.
  private enum TargetAmount {
    /// So few that an index of the foreign key finds the rows that refer to them.
    case few
    case some
    /// So many that it is faster to read all rows that may refer to them.
    case many
  }

  /// `lentToFriend.friendName ENDSWITH "son"` as the keys of the friends that meet it, found once: for each film, a friend would be tested once per film that
  /// refers to it. Nil if the condition has no such form, if few rows are tested, or if there are more related objects than rows.
  ///
  /// Without an order a database may begin a join at either end; with one it cannot. With 1,500,000 loans, the 3,700 lent to a Hugo were found in 1.5 s by a
  /// join, and in 4 ms in this form.
  package mutating func targets(of condition: CoreCondition) throws(PredicateIssue) -> SQLExpression? {
    guard rewrites.contains(.targets), let test = ConstantComparison(condition), !condition.canFail,
      case .attribute(let row, _) = test.value.unfolded.node, case .toOne(.variable(let number), _, _) = row,
      let owner = variables[number], let source = owner.entity,
      scopes[owner.scope].joined[SQLScope.AccessPath(row)] == nil,
      let amount = amount(test, condition, isOfRoot: number == 0), case let asking = scopes[rowScope],
      !asking.isInsideRowGoal, asking.rowGoal == .all || asking.rowGoal == .first && amount == .few
    else { return nil }
    let readsAll = amount == .many && number == 0
    // Without an order a database begins a join at the better end itself.
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

  /// An estimate of how many objects meet a test; nil if they should not be found at their end.
  private func amount(_ test: ConstantComparison, _ condition: CoreCondition, isOfRoot: Bool) -> TargetAmount? {
    switch test.kind {
    case .match: .some
    case .list: findsFew(condition) ? .few : .many
    case .below, .above, .between: isOfRoot ? .many : nil
    }
  }

  /// A range over a table of pairs, with its condition as the keys of the objects that meet it (`tag_id IN (SELECT id …)`). Nil if the range has no such form,
  /// or if there are more related objects than rows.
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
    // A pair without its object has none of the keys.
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
  ///   - variable: The variable of its row meanwhile; nil for a new one.
  ///   - make: Returns the column and the condition, from the number of the variable.
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

/// Replaces a row by a variable.
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
