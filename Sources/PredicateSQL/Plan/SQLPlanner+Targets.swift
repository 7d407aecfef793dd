import PredicateBinding
import PredicateValues

/// What is asked of the objects at the other end of a to-one relationship, asked of each of them once.
extension SQLPlanner {
  /// `lentToFriend.friendName ENDSWITH "son"` as the keys of the friends that are so, found once: asked of each film, a friend would be
  /// asked as often as films lead to it. Nil where that does not apply, or where few rows are asked, or more objects are at the other
  /// end than at this one.
  ///
  /// - Parameters:
  ///   - ask: The condition of the same attribute of a row of the other table. Nil is never so.
  ///   - amount: How many of those objects are so.
  mutating func askTargets(
    of subject: CoreValue, _ ask: (inout SQLPlanner, CoreValue) throws(PredicateIssue) -> SQLExpression,
    _ amount: TargetAmount = .some
  ) throws(PredicateIssue) -> SQLExpression? {
    let text: CoreValue
    if case .fold(let operand, _) = subject.node { text = operand } else { text = subject }
    guard rewrites.contains(.targets), case let asking = scopes[rowScope], !asking.isInFewRows,
      asking.demand == .all || asking.demand == .untilEnough && amount == .few,
      case .attribute(let row, let member) = text.node,
      case .toOne(let base, _, _) = row, case .variable(let number) = base, let owner = variables[number],
      scopes[owner.scope].joined[SQLScope.Way(row)] == nil, let source = owner.entity
    else { return nil }
    // Where nothing is put in order SQLite begins a join at whichever end is the better one.
    if amount == .many, number == 0, isCount { return nil }
    let target = try entity(of: row)
    guard indexes.holds(target.table, noMoreThan: source.table), let key = try referringKey(of: row) else { return nil }
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
    return .member(
      amount == .many && number == 0 ? key.unindexed : key,
      of: SQLSelect(columns: [found], sources: scopes[scope].sources, condition: condition))
  }

  /// How many of the objects at the other end are what is asked of them, as far as can be told.
  enum TargetAmount {
    /// So few that those which lead to them are found by an index of the foreign key.
    case few
    case some
    /// So many that reading all that may lead to them is faster.
    case many
  }

  /// `friend.friendName == "Hugo"` likewise, and what is greater or less. SQLite begins a join at the other end only where no order is
  /// asked for: of 1,500,000 loans the 3,700 lent to a Hugo were found in 1.5 s by a join, in 4 ms so.
  mutating func comparisonOfTargets(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard let constant = right.constantValue, !constant.isNull, Self.isOfTarget(left), isComparable(left),
      isComparable(right)
    else { return nil }
    let ask = { (planner: inout SQLPlanner, own: CoreValue) throws(PredicateIssue) in
      try planner.compare(comparison, own, right)
    }
    switch comparison {
    case .equal, .same:
      return try askTargets(of: left, ask, findsFew(left, among: [constant]) ? .few : .many)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return Self.isOfRoot(left) ? try askTargets(of: left, ask, .many) : nil
    }
  }

  /// `friend.friendName BETWEEN {"D", "F"}` likewise.
  mutating func rangeOfTargets(
    _ value: CoreValue, _ low: CoreValue, _ high: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard let least = low.constantValue, let greatest = high.constantValue, !least.isNull, !greatest.isNull,
      Self.isOfRoot(value), isComparable(value), isComparable(low), isComparable(high)
    else { return nil }
    return try askTargets(
      of: value, { planner, own throws(PredicateIssue) in try planner.between(own, low, high) }, .many)
  }

  /// `friend.friendName IN {"Hugo", "Anna"}` likewise.
  mutating func membershipOfTargets(
    _ value: CoreValue, among constants: [QueryValue],
    _ ask: (inout SQLPlanner, CoreValue) throws(PredicateIssue) -> SQLExpression
  ) throws(PredicateIssue) -> SQLExpression? {
    guard Self.isOfTarget(value), !constants.contains(where: \.isNull) else { return nil }
    return try askTargets(of: value, ask, findsFew(value, among: constants) ? .few : .many)
  }

  private static func isOfTarget(_ value: CoreValue) -> Bool {
    let operand: CoreValue
    if case .fold(let inner, _) = value.node { operand = inner } else { operand = value }
    if case .attribute(.toOne(.variable, _, _), _) = operand.node { return true }
    return false
  }

  private static func isOfRoot(_ value: CoreValue) -> Bool {
    if case .attribute(.toOne(.variable(0), _, _), _) = value.node { true } else { false }
  }
}
