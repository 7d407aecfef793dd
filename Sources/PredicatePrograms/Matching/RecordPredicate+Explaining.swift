import PredicateEvaluation
import PredicateMatching
import PredicateSyntax

extension RecordPredicate {
  /// Why the predicate holds of a record or not; nil where the record makes no predicate of the text, which its answer told already.
  func knownExplanation(of record: FactRecord) -> Explanation? {
    do throws(PredicateIssue) {
      return try explanation(of: record)
    } catch {
      return nil
    }
  }
}
