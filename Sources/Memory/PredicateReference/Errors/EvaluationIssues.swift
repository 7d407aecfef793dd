import Foundation
import PredicateValues

/// Issues that are found only by evaluation, over values of unknown types.
extension PredicateIssue {
  static func unknownProperty(
    _ name: String, of type: String, known: [String], range: SourceRange, note: String? = nil
  ) -> PredicateIssue {
    .error(
      .unknownKey, range, "\(type.isEmpty ? "the object" : type) has no property “\(name)”",
      hint: NearestSpelling.of(name, among: known).map { "the nearest name is “\($0)”" } ?? note, kind: .unknownKey)
  }

  /// Paths or nested SUBQUERYs visit more elements than the limit permits.
  package static let tooManyElements = PredicateIssue.error(
    "visited-elements", nil,
    "the evaluation of the predicate was stopped, because it reads too many elements for one object", kind: .limit)

  /// The deadline of a run has passed.
  static let tooLate = PredicateIssue.error(
    "time-limit", nil, "the evaluation of the predicate was stopped, because it took longer than its time limit",
    kind: .limit)

  /// The task was cancelled while it evaluated a predicate with a limit on its steps.
  package static let cancelled = PredicateIssue.error(
    "cancelled", nil, "the task that evaluates the predicate was cancelled", kind: .limit)

  static func collectionExpected(_ found: QueryValue, range: SourceRange) -> PredicateIssue {
    .error("collection-expected", range, "expected a collection, found \(found.type.description)", kind: .type)
  }
}

/// The texts for an alert: `error.localizedDescription` is a sentence for the users of the app.
extension PredicateIssue: LocalizedError {
  /// ``userMessage``.
  public var errorDescription: String? { userMessage }

  /// The message for developers.
  public var failureReason: String? { message }

  /// ``userSuggestion``.
  public var recoverySuggestion: String? { userSuggestion }
}
