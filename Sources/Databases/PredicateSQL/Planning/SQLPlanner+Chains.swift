import PredicateBinding
import PredicateModel
import PredicateValues

/// Existence tests over long paths of relationships.
extension SQLPlanner {
  /// The greatest number of to-many steps that are joined. A join ends at the first element that it finds. But a long join visits the last objects
  /// once per path to them, and each step multiplies the paths. With more steps, the objects of each step are found as a set, one step after another.
  private static let longestJoin = 3

  /// A test whether a range has an element, as nested sets: the foreign keys of the last objects are among the keys of the objects before them, and
  /// so on. Nil for a short path, for conditions that read objects in between, and if foreign keys do not compare as values.
  package mutating func existsByChain(_ range: CoreRange) throws(PredicateIssue) -> SQLExpression? {
    guard rewrites.contains(.chains), range.steps.count > Self.longestJoin, !range.canFail, !asksUnderWay(range) else {
      return nil
    }
    var scope = 0
    var link = SQLExpression.truth
    for (position, step) in range.steps.enumerated() {
      guard case .relationship(let row, let member, _) = step.source, try refersPlainly(row, member) else { return nil }
      let found = scope
      scope = openScope()
      let reference = try add(step.variable, row, member, to: scope, isFirst: true)
      guard let key = reference.outer.first, let foreign = reference.key else { return nil }
      if position == 0 {
        link = reference.match
      } else {
        let before = SQLSelect(
          columns: [key], sources: scopes[found].sources, condition: .all(scopes[found].conditions + [link]))
        link = .member(foreign, of: before)
      }
    }
    scopes[scope].isInsideRowGoal = scopes[rowScope].isInsideRowGoal || scopes[rowScope].rowGoal != .all
    let filter = try condition(range.filter, ofRowsIn: scope)
    let conditions = scopes[scope].conditions + [link] + (filter.isTruth ? [] : [filter])
    return .exists(
      SQLSelect(columns: [.integer(1)], sources: scopes[scope].sources, condition: .all(conditions)))
  }

  /// Whether a condition or a later step reads an object in between: one that is neither the last object nor the start of the next step.
  private func asksUnderWay(_ range: CoreRange) -> Bool {
    let variables = range.steps.map(\.variable)
    for (step, before) in zip(range.steps.dropFirst(), variables) {
      guard case .relationship(let row, _, _) = step.source, row.variable == before else { return true }
    }
    return !range.filter.facts.variables.isDisjoint(with: CoreVariables(variables.dropLast()))
  }

  /// Whether a foreign key of a to-many relationship refers to the key exactly if the two are equal values.
  private func refersPlainly(_ row: CoreRow, _ member: Member) throws(PredicateIssue) -> Bool {
    let owner = try entity(of: row)
    let relationship = try relationship(member, of: owner)
    return keyDecides(relationship, of: owner) ? false : try keysLookAlike(relationship, of: owner)
  }
}
