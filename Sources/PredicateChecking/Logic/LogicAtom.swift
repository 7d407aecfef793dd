import PredicateSyntax

/// A comparison as the analysis of AND and OR sees it.
enum LogicAtom: Hashable {
  /// A test of one key.
  case test(QueryExpression, LogicComparison)
  /// A comparison that may hold or not, of which nothing else is known.
  case free(QueryComparison)
  /// A comparison with an argument or a random number: each is one of its own.
  case single(Int)
}
