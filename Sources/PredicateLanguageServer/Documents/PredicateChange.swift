import PredicateSyntax

/// Another text for a part of a predicate.
struct PredicateChange {
  /// The number of the predicate in its document.
  let predicate: Int
  /// The part, in the predicate's own text.
  let range: SourceRange
  let text: String
}
