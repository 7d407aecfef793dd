import PredicateBinding
import PredicateModel
import PredicateValues

/// Conditions on related objects. Each condition is evaluated once per related object, and not for each row that refers to it.
extension SQLPlanner {
  /// An estimate of how many related objects meet a condition.
  private enum TargetAmount {
    /// So few objects that an index of the foreign key finds the rows that refer to them.
    case few
    case some
    /// So many objects that it is faster to read all rows that may refer to them.
    case many
  }

  /// `lentToFriend.friendName ENDSWITH "son"` as a set of keys: the friends that meet it are found once. Otherwise a friend would be tested for each film
  /// that refers to it. Nil if the condition cannot be written in this form, if few rows are tested, or if there are more related objects than rows.
  ///
  /// A database may begin a join at either end, except if the rows are ordered. With 1,500,000 loans, the 3,700 lent to a Hugo were found in 1.5 s by
  /// a join, and in 4 ms by a set of keys.
  package mutating func targets(of condition: CoreCondition) throws(PredicateIssue) -> SQLExpression? {
    guard rewrites.contains(.targets), let test = ConstantComparison(condition), !condition.canFail,
      case .attribute(let row, _) = test.value.unfolded.node, case .toOne(.variable(let number), _, _) = row,
      let owner = variables[number], let source = owner.entity,
      scopes[owner.scope].joined[SQLScope.AccessPath(row)] == nil,
      let amount = amount(test, condition, isOfRoot: number == 0), case let asking = scopes[rowScope],
      !asking.isInsideRowGoal, asking.rowGoal == .all || asking.rowGoal == .first && amount == .few
    else { return nil }
    let readsAll = amount == .many && number == 0
    // A count needs no order, so the database can begin the join at the better end itself.
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

  /// An estimate of how many objects meet a test. Nil if the rows should not be searched from these objects.
  private func amount(_ test: ConstantComparison, _ condition: CoreCondition, isOfRoot: Bool) -> TargetAmount? {
    switch test.kind {
    case .match: .some
    case .list: findsFew(condition) ? .few : .many
    case .below, .above, .between: isOfRoot ? .many : nil
    }
  }

  /// A range over a join table whose condition is a set of keys of the objects that meet it (`tag_id IN (SELECT id …)`). Nil if the range cannot be
  /// written in this form, or if there are more related objects than rows.
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
    // The objects need no join, because a pair whose object does not exist has none of these keys.
    let link = try add(step.variable, .variable(owner), member, to: scope, isFirst: true, joinsObjects: false)
    let row = CoreRow.variable(step.variable)
    let key = try identity(of: row, range: .none)
    let keys = try select(from: target, as: step.variable) { planner, _ throws(PredicateIssue) in
      (try planner.identity(of: row, range: .none), try planner.condition(range.filter))
    }
    return OpenRange(scope: scope, link: link, filter: .all(scopes[scope].conditions + [.member(key, of: keys)]))
  }

  /// A SELECT of one column over the rows of an entity.
  ///
  /// - Parameters:
  ///   - variable: The number of the variable for its row while the SELECT is made; nil for a new variable.
  ///   - make: Returns the column and the condition. Its argument is the number of the variable.
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
