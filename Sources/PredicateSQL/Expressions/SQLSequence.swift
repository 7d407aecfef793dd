/// Conditions of which an earlier one decides whether a later one is evaluated, because a later one can fail.
struct SQLSequence: Sendable {
  /// The conditions in their order, at least two.
  var groups: [SQLExpression]
  /// Whether all of them have to hold, or one.
  let isAll: Bool
  /// Whether the first one cannot fail.
  let beginsSafely: Bool

  /// The conditions as CASE WHEN, which a database evaluates from left to right.
  var choice: SQLExpression {
    var result = groups[0]
    for next in groups.dropFirst() {
      result =
        isAll ? .choose(result, next, otherwise: .falsehood) : .choose(result, .truth, otherwise: next)
    }
    return result
  }
}
