import PredicateModel
import PredicateSyntax

/// What a consumer refuses, or reads in a way that surprises.
public struct ProfileRule: Sendable, Hashable {
  /// The part of the language.
  public var construct: PredicateConstruct
  /// An error where the consumer refuses it, a note where it misreads it.
  public var severity: PredicateIssue.Severity
  /// What is wrong.
  public var message: String
  /// What would be right.
  public var hint: String?
  /// The name of the source.
  public var source: String
}

extension ProfileRule {
  /// The issue at a place where the construct stands: `refused-or`, `misread-contains`.
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

/// The functions that a consumer has, where it has few.
public struct ProfileFunctions: Sendable, Hashable {
  /// The selectors: `distanceToLocation:fromLocation:`.
  public var only: [String]
  /// What is wrong with another one.
  public var message: String
  /// The name of the source.
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
