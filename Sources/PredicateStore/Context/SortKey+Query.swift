import PredicateEvaluation
import PredicateModel
import PredicateSyntax

extension SortKey {
  /// The key of a fetch for a key that is written as text.
  ///
  /// - Throws: A `PredicateIssue` where the text is no expression, `unsupported` for an order by names as people sort them.
  init(_ key: QuerySortKey) throws(PredicateIssue) {
    if key.isLocalizedStandard {
      throw PredicateIssue(
        kind: .unsupported, code: .unsupportedConstruct,
        message: "a fetch does not sort “\(key.format)” as people sort names; sort what it finds by sorted(by:)")
    }
    self.init(try QueryExpression(format: key.format), isAscending: key.isAscending, options: key.options)
  }
}
