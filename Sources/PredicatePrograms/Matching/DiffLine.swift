import PredicateEvaluation
import PredicateMatching

/// What is written in JSON of two predicates and a record.
struct DiffLine: Encodable {
  /// What the second predicate changes.
  enum Change: String, Encodable {
    case gained, lost
  }

  let record: String
  let file: String
  /// Whether the first predicate holds; nil where it fails on the record.
  let before: Bool?
  /// Whether the second one does.
  let after: Bool?
  let change: Change?
  /// Why the first predicate holds or not, where that was asked for.
  let explanationBefore: Explanation?
  /// Why the second one does.
  let explanationAfter: Explanation?
}
