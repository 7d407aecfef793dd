import PredicateEvaluation
import PredicateMatching
import PredicateSyntax

/// What is written in JSON of a predicate and a record.
struct AnswerLine: Encodable {
  let record: String
  let file: String
  let predicate: String
  /// Where the predicate stands: `manifests/lab:8:15`.
  let place: String?
  /// nil where the predicate fails on the record.
  let holds: Bool?
  let failure: Explanation.Failure?
  let explanation: Explanation?

  init(
    _ record: FactRecord, _ tried: TriedPredicate, _ answer: Result<Bool, PredicateIssue>,
    _ explanation: Explanation? = nil
  ) {
    self.record = record.id
    file = record.file
    predicate = tried.predicate.text
    place = tried.place
    self.explanation = explanation
    switch answer {
    case .success(let holds):
      self.holds = holds
      failure = nil
    case .failure(let issue):
      holds = nil
      failure = Explanation.Failure(issue)
    }
  }
}
