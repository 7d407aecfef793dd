/// What is wrong with a predicate, or worth a note: a closed kind, a stable code, a place, and words for people.
///
/// Only the kind is part of the line protocol's contract between implementations. The code is stable within this one.
///
/// ```swift
/// do {
///   _ = try movies.filter("yaer > 1990")
/// } catch {
///   error.kind        // .unknownKey
///   error.code        // unknown-key
///   error.message     // Movie has no property “yaer”
///   error.suggestion  // year
/// }
/// ```
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

  /// What an issue says, in one place: every call that can throw keeps room for an issue in its frame, and recursion is deep.
  private final class Storage: Sendable, Hashable {
    let severity: Severity
    let kind: Kind
    let code: String
    let message: String
    let range: SourceRange?
    let hint: String?
    let suggestion: String?

    init(
      _ severity: Severity, _ kind: Kind, _ code: String, _ message: String, _ range: SourceRange?, _ hint: String?,
      _ suggestion: String?
    ) {
      self.severity = severity
      self.kind = kind
      self.code = code
      self.message = message
      self.range = range
      self.hint = hint
      self.suggestion = suggestion
    }

    static func == (left: Storage, right: Storage) -> Bool {
      left.severity == right.severity && left.kind == right.kind && left.code == right.code
        && left.message == right.message && left.range == right.range && left.hint == right.hint
        && left.suggestion == right.suggestion
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(code)
      hasher.combine(message)
      hasher.combine(range)
    }
  }

  private let storage: Storage

  /// Error or note.
  public var severity: Severity { storage.severity }
  /// The closed kind.
  public var kind: Kind { storage.kind }
  /// A stable, hyphenated name: `not-in`, `unterminated-string`.
  public var code: String { storage.code }
  /// What was expected and what was found, in one sentence, never in the second person.
  public var message: String { storage.message }
  /// Where, in UTF-8 offsets of the format; nil where no place can be named.
  public var range: SourceRange? { storage.range }
  /// What would mend it, where that is known.
  public var hint: String? { storage.hint }
  /// The name that was probably meant, where the issue is about a name and one is near: `year` for `yaer`. The hint says it in words.
  public var suggestion: String? { storage.suggestion }

  /// An issue.
  public init(
    severity: Severity = .error, kind: Kind, code: String, message: String,
    range: SourceRange? = nil, hint: String? = nil, suggestion: String? = nil
  ) {
    storage = Storage(severity, kind, code, message, range.flatMap { $0.isNone ? nil : $0 }, hint, suggestion)
  }

  /// The issue in other words.
  package func withMessage(_ message: String) -> PredicateIssue {
    PredicateIssue(
      severity: severity, kind: kind, code: code, message: message, range: range, hint: hint, suggestion: suggestion)
  }

  /// The issue as an error.
  var asError: PredicateIssue {
    PredicateIssue(
      kind: kind, code: code, message: message, range: range, hint: hint, suggestion: suggestion)
  }

  /// Whether the issue has a code of the language.
  public func has(_ code: DiagnosticCode) -> Bool { self.code == code.rawValue }
}

extension PredicateIssue: CustomStringConvertible {
  /// The message, with the hint behind it.
  public var description: String {
    hint.map { "\(message) (\($0))" } ?? message
  }
}
