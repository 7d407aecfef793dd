import PredicateBinding
import PredicateValues

/// What is asked of the objects at the other end of a to-one relationship, asked of each of them once.
extension SQLPlanner {
  /// `lentToFriend.friendName ENDSWITH "son"` as the keys of the friends that are so, found once: asked of each film, a friend would be
  /// asked as often as films lead to it. Nil where that does not apply, or where few rows are asked, or more objects are at the other
  /// end than at this one.
  ///
  /// - Parameter ask: The condition of the same attribute of a row of the other table.
  mutating func askTargets(
    of subject: CoreValue, _ ask: (inout SQLPlanner, CoreValue) throws(PredicateIssue) -> SQLExpression
  ) throws(PredicateIssue) -> SQLExpression? {
    let text: CoreValue
    if case .fold(let operand, _) = subject.node { text = operand } else { text = subject }
    guard !asksFewRows, !isInFewRows, case .attribute(let row, let member) = text.node,
      case .toOne(let base, _, _) = row, case .variable(let number) = base, let owner = variables[number],
      scopes[owner.scope].joined[SQLScope.Way(row)] == nil, let key = try trustedKey(of: row),
      let source = owner.entity
    else { return nil }
    let target = try entity(of: row)
    guard indexes.holds(target.table, noMoreThan: source.table) else { return nil }
    let scope = openScope()
    let variable = try bind(target, to: scope)
    var own = CoreValue(
      .attribute(.variable(variable), member), type: text.type, isOptional: text.isOptional, range: text.range)
    if case .fold(_, let options) = subject.node {
      own = CoreValue(.fold(own, options), type: subject.type, isOptional: subject.isOptional, range: subject.range)
    }
    let condition = try ask(&self, own)
    if condition.isFalsehood { return condition }
    let found = try identity(of: .variable(variable), range: text.range)
    return .member(key, of: SQLSelect(columns: [found], sources: scopes[scope].sources, condition: condition))
  }

  /// `friend.friendName == "Hugo"` of each of a range's objects, likewise. Of the evaluated object itself it is a join: SQLite begins
  /// that one at the other end by itself.
  mutating func equalityOfTargets(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard comparison == .equal || comparison == .same, right.constantValue != nil,
      case .attribute(.toOne(.variable(let number), _, _), _) = left.node, number != 0
    else { return nil }
    return try askTargets(
      of: left, { planner, own throws(PredicateIssue) in try planner.compare(comparison, own, right) })
  }
}
