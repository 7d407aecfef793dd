import PredicateReference
import PredicateSyntax
import PredicateValues

/// Finds the elements of a collection that decide a comparison: elements for which ANY is true, elements for which ALL is false, and the element that
/// IN or CONTAINS looks for.
struct ElementTest {
  /// The comparison of one element.
  private let comparison: (QueryExpression) -> QueryComparison
  /// The result of the comparison for an element that decides.
  private let wanted: Bool

  /// The test for the elements of a value in a part of an explanation. Nil if the part does not compare the elements individually.
  init?(of value: Explanation.Value, in part: Explanation) {
    guard case .comparison(let whole)? = PredicateParser.predicate(part.text).tree?.node else { return nil }
    /// A side of the comparison, replaced by its value if the part shows the value.
    func constant(_ side: QueryExpression) -> QueryExpression {
      let text = side.canonicalFormat
      return part.values.first { $0.text.hasSameScalars(as: text) }?.value.queryArgument.expression() ?? side
    }
    let isLeft = value.text.hasSameScalars(as: whole.left.canonicalFormat)
    switch (whole.quantifier, whole.operator) {
    case (.any, _) where isLeft, (.all, _) where isLeft:
      let right = constant(whole.right)
      comparison = { QueryComparison($0, whole.operator, right, options: whole.options) }
    case (.direct, .contains) where isLeft:
      let right = constant(whole.right)
      comparison = { QueryComparison($0, .equal, right, options: whole.options) }
    case (.direct, .in) where value.text.hasSameScalars(as: whole.right.canonicalFormat):
      let left = constant(whole.left)
      comparison = { QueryComparison(left, .equal, $0, options: whole.options) }
    default: return nil
    }
    wanted = whole.quantifier != .all
  }

  /// Whether an element decides the comparison. False for an element that cannot be compared.
  func decides(_ element: QueryValue) -> Bool {
    let predicate = QueryPredicate.comparison(comparison(element.queryArgument.expression()))
    do throws(PredicateIssue) {
      return try predicate.evaluateByReference(with: .null) == wanted
    } catch {
      return false
    }
  }
}
