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
    let text: IssueText
    let range: SourceRange?
    let hint: String?
    let suggestion: String?
    let replacement: Replacement?

    init(
      _ severity: Severity, _ kind: Kind, _ code: String, _ text: IssueText, _ range: SourceRange?, _ hint: String?,
      _ suggestion: String?, _ replacement: Replacement?
    ) {
      self.severity = severity
      self.kind = kind
      self.code = code
      self.text = text
      self.range = range
      self.hint = hint
      self.suggestion = suggestion
      self.replacement = replacement
    }

    static func == (left: Storage, right: Storage) -> Bool {
      left.severity == right.severity && left.kind == right.kind && left.code == right.code
        && left.text == right.text && left.range == right.range && left.hint == right.hint
        && left.suggestion == right.suggestion && left.replacement == right.replacement
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(code)
      hasher.combine(text)
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
  public var message: String { storage.text.text }
  /// The message with `%@` in the place of each of its ``parameters``: a key for the tables of an app that words issues in its own language.
  public var messageKey: String { storage.text.key }
  /// What the message names, in its order: of `unknown-key` the type and the property. With the code, all that other words need.
  public var parameters: [String] { storage.text.parameters }
  /// Where, in UTF-8 offsets of the format; nil where no place can be named.
  public var range: SourceRange? { storage.range }
  /// What would mend it, where that is known.
  public var hint: String? { storage.hint }
  /// The name that was probably meant, where the issue is about a name and one is near: `year` for `yaer`. The hint says it in words.
  public var suggestion: String? { storage.suggestion }
  /// What could be written instead, and where, if that is known: the suggested name, `==` for `===`, `NOT year IN {1990}` for `year NOT IN {1990}`.
  ///
  /// ```swift
  /// if let mended = issue.replacement?.applied(to: text) { show("Did you mean \(mended)?") }
  /// ```
  public var replacement: Replacement? {
    if let replacement = storage.replacement { return replacement }
    guard let range, let suggestion else { return nil }
    return Replacement(text: suggestion, range: range)
  }

  /// An issue.
  public init(
    severity: Severity = .error, kind: Kind, code: String, message: String,
    range: SourceRange? = nil, hint: String? = nil, suggestion: String? = nil
  ) {
    self.init(
      severity, kind, code, IssueText(message), range: range, hint: hint, suggestion: suggestion, replacement: nil)
  }

  /// An issue with words of which the parameters are known.
  package init(
    _ severity: Severity, _ kind: Kind, _ code: String, _ text: IssueText, range: SourceRange?, hint: String?,
    suggestion: String?, replacement: Replacement?
  ) {
    storage = Storage(
      severity, kind, code, text, range.flatMap { $0.isNone ? nil : $0 }, hint, suggestion, replacement)
  }

  private func copy(
    severity: Severity? = nil, text: IssueText? = nil, range: SourceRange? = nil, hint: String? = nil,
    replacement: Replacement? = nil
  ) -> PredicateIssue {
    PredicateIssue(
      severity ?? self.severity, kind, code, text ?? storage.text, range: range ?? self.range, hint: hint ?? self.hint,
      suggestion: suggestion, replacement: replacement ?? storage.replacement)
  }

  /// The message and its parameters.
  package var text: IssueText { storage.text }

  /// The issue in other words.
  package func withMessage(_ text: IssueText) -> PredicateIssue { copy(text: text) }

  /// The issue with another hint.
  package func withHint(_ hint: String) -> PredicateIssue { copy(hint: hint) }

  /// The issue at another place.
  package func at(_ place: SourceRange) -> PredicateIssue { copy(range: place) }

  /// The issue with a text that mends it in the place of its own range, or of another one.
  package func replacing(with text: String?, at place: SourceRange? = nil) -> PredicateIssue {
    guard let text, let place = place ?? range, !place.isNone else { return self }
    return copy(replacement: Replacement(text: text, range: place))
  }

  /// The issue as an error.
  var asError: PredicateIssue { copy(severity: .error) }

  /// Whether the issue has a code of the language.
  public func has(_ code: DiagnosticCode) -> Bool { self.code == code.rawValue }
}

extension PredicateIssue: CustomStringConvertible {
  /// The message, with the hint behind it, for developers and logs: control characters are shown as their pictures (`␀`).
  public var description: String {
    DiagnosticRenderer.withoutControls(hint.map { "\(message) (\($0))" } ?? message)
  }
}
