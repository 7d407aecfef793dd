/// An error in a predicate, or a note on it. It has a kind from a closed list, a stable code, a range of the format, and a message for people.
///
/// Only the kind is part of the line protocol, which several implementations share. The code is stable within this implementation.
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
  /// Whether the predicate cannot be used, or only may have another meaning than intended.
  public enum Severity: String, Sendable, Hashable {
    /// The predicate cannot be used.
    case error
    /// The predicate is valid, but may have another meaning than intended.
    case note
  }

  /// The kinds of failure. The list is closed.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The text is not a predicate: it has a syntax error.
    case syntax
    /// Fewer arguments than specifiers.
    case argumentMissing = "argument-missing"
    /// An argument or a variable of the wrong kind.
    case argumentType = "argument-type"
    /// A variable without a value.
    case unboundVariable = "unbound-variable"
    /// A name that the type does not have.
    case unknownKey = "unknown-key"
    /// A function that is neither predefined nor registered.
    case unknownFunction = "unknown-function"
    /// Values of families that cannot be compared or combined.
    case type
    /// A value that an operation cannot take: an unusable regular expression.
    case domain
    /// A limit was exceeded.
    case limit
    /// The construct is in the language, but this engine does not run it.
    case unsupported
  }

  private struct Facts: Sendable, Hashable {
    var severity: Severity
    let kind: Kind
    let code: String
    var text: IssueText
    var range: SourceRange?
    var hint: String?
    var suggestion: String?
    var replacements: [Replacement]

    func hash(into hasher: inout Hasher) {
      hasher.combine(code)
      hasher.combine(text)
      hasher.combine(range)
    }
  }

  /// The facts, kept by reference so that an issue is one pointer. Every call that can throw reserves room for an issue in its stack frame, and deep
  /// recursion makes many such calls.
  private final class Storage: Sendable, Hashable {
    let facts: Facts
    /// The position of the element that the issue was found in. It is not a property of the predicate, so equality ignores it.
    let element: Int?

    init(_ facts: Facts, element: Int? = nil) {
      self.facts = facts
      self.element = element
    }

    static func == (left: Storage, right: Storage) -> Bool { left.facts == right.facts }
    func hash(into hasher: inout Hasher) { hasher.combine(facts) }
  }

  private let storage: Storage

  /// Whether the issue is an error or a note.
  public var severity: Severity { storage.facts.severity }
  /// The closed kind.
  public var kind: Kind { storage.facts.kind }
  /// A stable, hyphenated name: `not-in`, `unterminated-string`.
  public var code: String { storage.facts.code }
  /// One sentence: what was expected and what was found. Never in the second person.
  public var message: String { storage.facts.text.text }
  /// The message with `%@` instead of each of its ``parameters``. An app that words issues in another language uses it as a key of its tables.
  public var messageKey: String { storage.facts.text.key }
  /// The values in the message, in the order of the message: the type and the property for `unknown-key`. With the code and the parameters an
  /// application can write the message in another language.
  public var parameters: [String] { storage.facts.text.parameters }
  /// The range that the issue is about, in UTF-8 offsets of the format; nil if the issue has none.
  public var range: SourceRange? { storage.facts.range }
  /// The position of the element of a collection whose evaluation failed, from 0; nil if the issue is not about one element.
  ///
  /// ```swift
  /// if let position = issue.element { print(movies[position]) }  // the film whose year is a text
  /// ```
  ///
  /// Two issues are equal if they differ only in the element.
  public var element: Int? { storage.element }
  /// How to correct the predicate, if that is known.
  public var hint: String? { storage.facts.hint }
  /// The name that was probably meant, if the issue is about a name and a similar name exists: `year` for `yaer`. The hint contains the same name in
  /// a sentence.
  public var suggestion: String? { storage.facts.suggestion }
  /// A text that could be written instead, and the range that it replaces, if they are known. Examples are the suggested name, `==` for `===`, and
  /// `NOT year IN {1990}` for `year NOT IN {1990}`. Nil if several texts with different meanings could be written.
  ///
  /// ```swift
  /// if let mended = issue.replacement?.applied(to: text) { show("Did you mean \(mended)?") }
  /// ```
  public var replacement: Replacement? {
    replacements.count == 1 ? replacements[0] : nil
  }

  /// The texts that could be written instead. Several texts have different meanings.
  package var replacements: [Replacement] {
    if !storage.facts.replacements.isEmpty { return storage.facts.replacements }
    guard let range, let suggestion else { return [] }
    return [Replacement(text: suggestion, range: range)]
  }

  /// An issue with any message.
  public init(
    severity: Severity = .error, kind: Kind, code: String, message: String,
    range: SourceRange? = nil, hint: String? = nil, suggestion: String? = nil
  ) {
    self.init(
      severity, kind, code, IssueText(message), range: range, hint: hint, suggestion: suggestion)
  }

  /// An issue whose message has known parameters.
  package init(
    _ severity: Severity, _ kind: Kind, _ code: String, _ text: IssueText, range: SourceRange?, hint: String?,
    suggestion: String?
  ) {
    storage = Storage(
      Facts(
        severity: severity, kind: kind, code: code, text: text, range: range.flatMap { $0.isNone ? nil : $0 },
        hint: hint, suggestion: suggestion, replacements: []))
  }

  private init(_ facts: Facts, element: Int?) { storage = Storage(facts, element: element) }

  private func with(_ change: (inout Facts) -> Void) -> PredicateIssue {
    var facts = storage.facts
    change(&facts)
    return PredicateIssue(facts, element: element)
  }

  package var text: IssueText { storage.facts.text }

  package func withMessage(_ text: IssueText) -> PredicateIssue { with { $0.text = text } }

  /// The same issue, for one element of a collection. A limit applies to the whole predicate, so an issue about a limit has no element.
  package func ofElement(_ position: Int) -> PredicateIssue {
    kind == .limit ? self : PredicateIssue(storage.facts, element: position)
  }

  package func withHint(_ hint: String) -> PredicateIssue { with { $0.hint = hint } }

  /// The issue with a name that was probably meant; unchanged if there is none.
  package func suggesting(_ name: String?) -> PredicateIssue {
    guard let name else { return self }
    return with { ($0.hint, $0.suggestion) = ("the nearest name is “\(name)”", name) }
  }

  /// The issue with a hint and the texts that the hint proposes, instead of its own.
  package func withHint(_ hint: String?, proposing replacements: [Replacement]) -> PredicateIssue {
    with { ($0.hint, $0.suggestion, $0.replacements) = (hint, nil, replacements) }
  }

  /// The issue with another range; without a range for ``SourceRange/none``.
  package func at(_ place: SourceRange) -> PredicateIssue { with { $0.range = place.isNone ? nil : place } }

  /// The issue with a replacement text for its own range, or for another range.
  package func replacing(with text: String?, at place: SourceRange? = nil) -> PredicateIssue {
    guard let text, let place = place ?? range, !place.isNone else { return self }
    return with { $0.replacements = [Replacement(text: text, range: place)] }
  }

  package var asError: PredicateIssue { with { $0.severity = .error } }

  /// Whether the issue has a code of the language.
  public func has(_ code: DiagnosticCode) -> Bool { self.code == code.rawValue }
}

extension PredicateIssue: CustomStringConvertible {
  /// The message, the number of the element, and the hint in parentheses, for developers and logs. Control characters are shown as pictures (`␀`).
  public var description: String {
    let text = element.map { "\(message), in element \($0)" } ?? message
    return DiagnosticRenderer.withoutControls(hint.map { "\(text) (\($0))" } ?? text)
  }
}

extension PredicateIssue {
  /// A text that can replace a part of the format.
  ///
  /// ```swift
  /// issue.replacement?.text                           // year
  /// issue.replacement?.applied(to: "yaer > 1990")     // year > 1990
  /// ```
  public struct Replacement: Sendable, Hashable {
    /// The text to write.
    public let text: String
    /// The range of the replaced text, in UTF-8 offsets of the format.
    public let range: SourceRange
    /// The words for the button that writes the text, if they differ from the issue's hint: “if one value is enough”. Empty if the text needs no words.
    package let purpose: String?

    /// A replacement of a range by a text.
    public init(text: String, range: SourceRange) { self.init(text: text, range: range, purpose: nil) }

    /// A replacement with words for its button.
    package init(text: String, range: SourceRange, purpose: String?) {
      self.text = text
      self.range = range
      self.purpose = purpose
    }

    /// The format with the replacement. Nil if the format is shorter than the range, because the issue is then about another format.
    public func applied(to format: String) -> String? {
      guard let place = range.indices(in: format) else { return nil }
      return String(format[..<place.lowerBound]) + text + String(format[place.upperBound...])
    }
  }

  /// The range of the issue as indices of its format, for a text view or an `AttributedString`.
  ///
  /// ```swift
  /// if let place = issue.range(in: text) { text[place] }  // yaer
  /// ```
  ///
  /// - Returns: Nil if the issue has no range, and if the format is shorter than the range.
  public func range(in format: String) -> Range<String.Index>? { range?.indices(in: format) }
}

extension SourceRange {
  /// The range as indices of a text, rounded down to the beginnings of scalars; nil if the text ends before the range does.
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
  /// The index of the scalar that contains the byte at the index.
  fileprivate func roundedToScalar(in text: String) -> String.Index {
    var index = self
    while index.samePosition(in: text.unicodeScalars) == nil { index = text.utf8.index(before: index) }
    return index
  }
}

extension PredicateIssue {
  /// One sentence for the people who use an app. It contains no words of the language and no names of types: “There is no “yaer”.”
  ///
  /// ``message`` is for developers. To show issues in another language, an app makes sentences from ``code`` and ``parameters``.
  public var userMessage: String {
    switch kind {
    case .syntax where isIncomplete: "The condition is not complete."
    case .syntax where code == DiagnosticCode.empty.rawValue: "The condition is empty."
    case .syntax: "The condition cannot be read."
    case .argumentMissing, .unboundVariable: "A value for the condition is missing."
    case .argumentType: "A value does not have the type that the condition needs."
    case .unknownKey where has(.unreadableProperty) || has(.needsTable):
      parameters.first.map { "“\($0)” cannot be used here." } ?? "A name cannot be used here."
    case .unknownKey: parameters.last.map { "There is no “\($0)”." } ?? "A name is not known."
    // A function is named without its colons, as it is called: `median` for `median:`.
    case .unknownFunction: parameters.last.map { "There is no “\($0.prefix { $0 != ":" })”." } ?? "A name is not known."
    case .type where has(.betweenPair): "A range in the condition needs two bounds."
    case .type where has(.quantifiedScalar) || has(.subqueryOfScalar) || has(.aggregateOfScalar):
      "The condition uses a single value where a list is needed."
    case .type where has(.collectionExpected) || has(.indexOfScalar):
      "The condition uses a single value where a list is needed."
    case .type where has(.functionArgument): "A function in the condition gets a value of a wrong type."
    case .type: "The condition compares values of different types."
    case .domain: "A pattern in the condition is not valid."
    case .limit: "The condition is too long or takes too much time."
    case .unsupported: "The condition uses something that is not available here."
    }
  }

  /// A question for the people who use an app, if a replacement is known: “Did you mean “year”?”
  public var userSuggestion: String? { replacement.map { "Did you mean “\($0.text)”?" } }

  /// Whether more text at the end could complete the format.
  private var isIncomplete: Bool {
    if has(.unterminatedString) || has(.bareValue) || has(.quantifierAlone) { return true }
    // The issue is at the end of the format if its range is empty.
    guard let range, range.lowerBound == range.upperBound else { return false }
    return has(.operandExpected) || has(.missingBracket) || has(.keyExpected)
  }
}
