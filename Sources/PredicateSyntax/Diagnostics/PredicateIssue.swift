/// What is wrong with a predicate, or worth a note: a closed kind, a stable code, a place, and words for people.
///
/// Only the kind is part of the line protocol's contract between implementations. The code is stable within this one.
public struct PredicateIssue: Error, Sendable, Hashable {
  /// Whether something failed, or is only worth a look.
  public enum Severity: String, Sendable, Hashable {
    /// The predicate cannot be used.
    case error
    /// The predicate is fine; it may not mean what its author meant.
    case note
  }

  /// The closed list of what can go wrong.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The text is not in the grammar.
    case syntax
    /// Fewer arguments than specifiers.
    case argumentMissing = "argument-missing"
    /// An argument or a variable of the wrong kind.
    case argumentType = "argument-type"
    /// A variable without a value.
    case unboundVariable = "unbound-variable"
    /// A name that the type does not have.
    case unknownKey = "unknown-key"
    /// A function that nobody declared.
    case unknownFunction = "unknown-function"
    /// Values that can never meet.
    case type
    /// A value that an operation cannot take: an unusable regular expression.
    case domain
    /// A limit was passed.
    case limit
    /// The construct is in the language, and this engine does not run it.
    case unsupported
  }

  /// Error or note.
  public let severity: Severity
  /// The closed kind.
  public let kind: Kind
  /// A stable, hyphenated name: `not-in`, `unterminated-string`.
  public let code: String
  /// What was expected and what was found, in one sentence, never in the second person.
  public let message: String
  /// Where, in UTF-8 offsets of the format; nil where no place can be named.
  public let range: SourceRange?
  /// What would mend it, where that is known.
  public let hint: String?

  /// An issue.
  public init(
    severity: Severity = .error, kind: Kind, code: String, message: String,
    range: SourceRange? = nil, hint: String? = nil
  ) {
    self.severity = severity
    self.kind = kind
    self.code = code
    self.message = message
    self.range = range.flatMap { $0.isNone ? nil : $0 }
    self.hint = hint
  }
}

extension PredicateIssue: CustomStringConvertible {
  /// The message, with the hint behind it.
  public var description: String {
    hint.map { "\(message) (\($0))" } ?? message
  }
}
