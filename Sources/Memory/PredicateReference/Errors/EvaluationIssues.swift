import PredicateBinding
import PredicateValues

#if canImport(FoundationEssentials)
  import FoundationEssentials
#elseif canImport(Foundation)
  import Foundation
#endif

/// What evaluation over values of unknown types can find wrong.
extension PredicateIssue {
  static func unknownProperty(
    _ name: String, of type: String, known: [String], range: SourceRange, note: String? = nil
  ) -> PredicateIssue {
    PredicateIssue(
      kind: .unknownKey, code: "unknown-key",
      message: "\(type.isEmpty ? "the object" : type) has no property “\(name)”", range: range,
      hint: NearestSpelling.of(name, among: known).map { "the nearest name is “\($0)”" } ?? note)
  }

  /// A path or a nesting of SUBQUERY that would not come to an end.
  package static let tooManyElements = PredicateIssue(
    kind: .limit, code: "visited-elements", message: "evaluating the predicate for one object visits too many elements")

  /// The deadline of a run has passed.
  static let tooLate = PredicateIssue(
    kind: .limit, code: "time-limit", message: "evaluating the predicate takes more time than it is given")

  static func collectionExpected(_ found: QueryValue, range: SourceRange) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "collection-expected",
      message: "a collection is expected; this is \(found.type.description)", range: range)
  }
}

#if canImport(FoundationEssentials) || canImport(Foundation)
  /// What an alert shows: `error.localizedDescription` is a sentence for the people who use the app.
  extension PredicateIssue: LocalizedError {
    /// ``userMessage``.
    public var errorDescription: String? { userMessage }

    /// The message for developers.
    public var failureReason: String? { message }

    /// ``userSuggestion``.
    public var recoverySuggestion: String? { userSuggestion }
  }
#endif
