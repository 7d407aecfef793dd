import PredicateModel
import PredicateSyntax

/// A construct that a consumer refuses, or reads in a surprising way.
public struct ProfileRule: Sendable, Hashable {
  /// The part of the language.
  public var construct: PredicateConstruct
  /// An error if the consumer refuses the construct, a note if it misreads it.
  public var severity: PredicateIssue.Severity
  /// The problem, in a sentence.
  public var message: String
  /// The correct way.
  public var hint: String?
  /// The name of the source that documents the rule.
  public var source: String
}

extension ProfileRule {
  /// The issue for a range with the construct: `refused-or`, `misread-contains`.
  func issue(at range: SourceRange, hint: String? = nil, suggestion: String? = nil) -> PredicateIssue {
    PredicateIssue(
      severity: severity, kind: severity == .error ? .unsupported : .domain,
      code: (severity == .error ? "refused-" : "misread-") + construct.rawValue, message: message, range: range,
      hint: hint ?? self.hint, suggestion: suggestion)
  }
}

extension ProfileRule: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case construct, severity, message, hint, source }

  /// Reads the JSON object of a rule.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    construct = try container[.construct]
    let word: String = try container[.severity]
    guard let severity = PredicateIssue.Severity(rawValue: word) else {
      throw container.fault(.severity, "expected “error” or “note”, found “\(word)”")
    }
    self.severity = severity
    message = try container[.message]
    hint = try container[ifPresent: .hint]
    source = try container[.source]
  }
}

/// The functions of a consumer that supports only a few.
public struct ProfileFunctions: Sendable, Hashable {
  /// The selectors that the consumer supports: `distanceToLocation:fromLocation:`.
  public var only: [String]
  /// The problem with every other function, in a sentence.
  public var message: String
  /// The name of the source that documents the functions.
  public var source: String
}

extension ProfileFunctions: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case only, message, source }

  /// Reads the JSON object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    only = try container[.only]
    message = try container[.message]
    source = try container[.source]
  }
}
