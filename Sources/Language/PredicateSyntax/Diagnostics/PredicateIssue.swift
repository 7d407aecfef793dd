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

  /// What an issue says.
  private struct Facts: Sendable, Hashable {
    var severity: Severity
    let kind: Kind
    let code: String
    var text: IssueText
    var range: SourceRange?
    var hint: String?
    let suggestion: String?
    var replacement: Replacement?

    func hash(into hasher: inout Hasher) {
      hasher.combine(code)
      hasher.combine(text)
      hasher.combine(range)
    }
  }

  /// The facts behind one reference: every call that can throw keeps room for an issue in its frame, and recursion is deep.
  private final class Storage: Sendable, Hashable {
    let facts: Facts
    init(_ facts: Facts) { self.facts = facts }
    static func == (left: Storage, right: Storage) -> Bool { left.facts == right.facts }
    func hash(into hasher: inout Hasher) { hasher.combine(facts) }
  }

  private let storage: Storage

  /// Error or note.
  public var severity: Severity { storage.facts.severity }
  /// The closed kind.
  public var kind: Kind { storage.facts.kind }
  /// A stable, hyphenated name: `not-in`, `unterminated-string`.
  public var code: String { storage.facts.code }
  /// What was expected and what was found, in one sentence, never in the second person.
  public var message: String { storage.facts.text.text }
  /// The message with `%@` in the place of each of its ``parameters``: a key for the tables of an app that words issues in its own language.
  public var messageKey: String { storage.facts.text.key }
  /// What the message names, in its order: of `unknown-key` the type and the property. With the code, all that other words need.
  public var parameters: [String] { storage.facts.text.parameters }
  /// Where, in UTF-8 offsets of the format; nil where no place can be named.
  public var range: SourceRange? { storage.facts.range }
  /// What would mend it, where that is known.
  public var hint: String? { storage.facts.hint }
  /// The name that was probably meant, where the issue is about a name and one is near: `year` for `yaer`. The hint says it in words.
  public var suggestion: String? { storage.facts.suggestion }
  /// What could be written instead, and where, if that is known: the suggested name, `==` for `===`, `NOT year IN {1990}` for `year NOT IN {1990}`.
  ///
  /// ```swift
  /// if let mended = issue.replacement?.applied(to: text) { show("Did you mean \(mended)?") }
  /// ```
  public var replacement: Replacement? {
    if let replacement = storage.facts.replacement { return replacement }
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
      Facts(
        severity: severity, kind: kind, code: code, text: text, range: range.flatMap { $0.isNone ? nil : $0 },
        hint: hint, suggestion: suggestion, replacement: replacement))
  }

  private init(_ facts: Facts) { storage = Storage(facts) }

  private func with(_ change: (inout Facts) -> Void) -> PredicateIssue {
    var facts = storage.facts
    change(&facts)
    return PredicateIssue(facts)
  }

  /// The message and its parameters.
  package var text: IssueText { storage.facts.text }

  /// The issue in other words.
  package func withMessage(_ text: IssueText) -> PredicateIssue { with { $0.text = text } }

  /// The issue with another hint.
  package func withHint(_ hint: String) -> PredicateIssue { with { $0.hint = hint } }

  /// The issue at another place.
  package func at(_ place: SourceRange) -> PredicateIssue { with { $0.range = place.isNone ? nil : place } }

  /// The issue with a text that mends it in the place of its own range, or of another one.
  package func replacing(with text: String?, at place: SourceRange? = nil) -> PredicateIssue {
    guard let text, let place = place ?? range, !place.isNone else { return self }
    return with { $0.replacement = Replacement(text: text, range: place) }
  }

  /// The issue as an error.
  var asError: PredicateIssue { with { $0.severity = .error } }

  /// Whether the issue has a code of the language.
  public func has(_ code: DiagnosticCode) -> Bool { self.code == code.rawValue }
}

extension PredicateIssue: CustomStringConvertible {
  /// The message, with the hint behind it, for developers and logs: control characters are shown as their pictures (`␀`).
  public var description: String {
    DiagnosticRenderer.withoutControls(hint.map { "\(message) (\($0))" } ?? message)
  }
}

extension PredicateIssue {
  /// A text that can be written in the place of a part of the format.
  ///
  /// ```swift
  /// issue.replacement?.text                           // year
  /// issue.replacement?.applied(to: "yaer > 1990")     // year > 1990
  /// ```
  public struct Replacement: Sendable, Hashable {
    /// What to write.
    public let text: String
    /// Where, in UTF-8 offsets of the format.
    public let range: SourceRange

    /// A text for a place.
    public init(text: String, range: SourceRange) {
      self.text = text
      self.range = range
    }

    /// The format with the text in its place; nil for a format that the issue is not about, which is too short.
    public func applied(to format: String) -> String? {
      guard let place = range.indices(in: format) else { return nil }
      return String(format[..<place.lowerBound]) + text + String(format[place.upperBound...])
    }
  }

  /// Where the issue is in its format, for a text view or an `AttributedString`.
  ///
  /// ```swift
  /// if let place = issue.range(in: text) { text[place] }  // yaer
  /// ```
  ///
  /// - Returns: Nil where the issue has no place, and for a format that it is not about, which is too short.
  public func range(in format: String) -> Range<String.Index>? { range?.indices(in: format) }
}

extension SourceRange {
  /// The range as indices of a text, moved back to where scalars begin; nil where the text ends before.
  fileprivate func indices(in text: String) -> Range<String.Index>? {
    let utf8 = text.utf8
    guard !isNone,
      let lower = utf8.index(utf8.startIndex, offsetBy: Int(lowerBound), limitedBy: utf8.endIndex),
      let upper = utf8.index(lower, offsetBy: Int(upperBound - lowerBound), limitedBy: utf8.endIndex)
    else { return nil }
    return lower.roundedToScalar(in: text)..<upper.roundedToScalar(in: text)
  }
}

extension String.Index {
  /// The index of the scalar that the index stands in.
  fileprivate func roundedToScalar(in text: String) -> String.Index {
    var index = self
    while index.samePosition(in: text.unicodeScalars) == nil { index = text.utf8.index(before: index) }
    return index
  }
}

extension PredicateIssue {
  /// One sentence for the people who use an app, without the words of the language and without the names of types: “There is no “yaer”.”
  ///
  /// ``message`` says it for developers. An app that speaks another language words ``code`` and ``parameters`` itself.
  public var userMessage: String {
    switch kind {
    case .syntax where isIncomplete: "The condition is not complete."
    case .syntax where code == DiagnosticCode.empty.rawValue: "The condition is empty."
    case .syntax: "The condition cannot be read."
    case .argumentMissing, .unboundVariable: "A value for the condition is missing."
    case .argumentType: "A value does not fit the condition."
    case .unknownKey where has(.unreadableProperty) || has(.needsTable):
      parameters.first.map { "“\($0)” cannot be used here." } ?? "A name cannot be used here."
    case .unknownKey: parameters.last.map { "There is no “\($0)”." } ?? "A name is not known."
    // `median:` is called median(…).
    case .unknownFunction: parameters.last.map { "There is no “\($0.prefix { $0 != ":" })”." } ?? "A name is not known."
    case .type: "The condition compares values that do not fit together."
    case .domain: "A pattern in the condition cannot be used."
    case .limit: "The condition is too long or takes too much time."
    case .unsupported: "The condition uses something that is not available here."
    }
  }

  /// A question for the people who use an app, where something nearer is known: “Did you mean “year”?”
  public var userSuggestion: String? { replacement.map { "Did you mean “\($0.text)”?" } }

  /// Whether the format can be mended by writing on.
  private var isIncomplete: Bool {
    if has(.unterminatedString) || has(.bareValue) || has(.quantifierAlone) { return true }
    // At its end nothing is found.
    guard let range, range.lowerBound == range.upperBound else { return false }
    return has(.operandExpected) || has(.missingBracket) || has(.keyExpected)
  }
}
