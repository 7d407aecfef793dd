import PredicateReference
import PredicateSyntax
import PredicateValues

/// Finds the elements of a collection that decide a comparison: those that meet ANY, those that fail ALL, and the one that IN and CONTAINS look for.
struct ElementTest {
  /// The comparison of one element.
  private let comparison: (QueryExpression) -> QueryComparison
  /// The result of an element that decides.
  private let wanted: Bool

  /// Nil if the elements of the value are not compared one by one.
  init?(of value: Explanation.Value, in part: Explanation) {
    guard case .comparison(let whole)? = PredicateParser.predicate(part.text).tree?.node else { return nil }
    /// The other side of the comparison as a constant.
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

  /// Whether an element decides. An element that cannot be compared does not.
  func decides(_ element: QueryValue) -> Bool {
    let predicate = QueryPredicate.comparison(comparison(element.queryArgument.expression()))
    do throws(PredicateIssue) {
      return try predicate.evaluateByReference(with: .null) == wanted
    } catch {
      return false
    }
  }
}
