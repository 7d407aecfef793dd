/// A pattern of MATCHES: an ICU regular expression about the whole string.
///
/// `[c]` is ICU's case-insensitive flag, without the folding of widths; `[d]` takes the nonspacing marks from the
/// pattern and from the subject; `[n]` supersedes both, and `[l]` does nothing. The dot stops at line breaks unless the
/// pattern says `(?s)`. An empty pattern matches nothing, not even an empty string. May be used from several threads at
/// once.
///
/// Patterns without back references, look-around and the like are run by an automaton, with ICU's answers, in time that
/// is linear in the text. ICU runs the others, and texts with a scalar that the automaton is not sure of.
///
/// ```swift
/// let digits = try RegularExpression("[0-9]+", options: [], stepLimit: 1_000_000)
/// try digits.matches("1954")     // true
/// try digits.matches("in 1954")  // false: the whole string
/// ```
public struct RegularExpression: Sendable {
  private let automaton: TextAutomaton?
  private let fallback: RegularExpressionFallback?
  private let marks: StringFolding
  private let stepLimit: Int
  private let cost: RegularExpressionCost

  /// Reads a pattern.
  ///
  /// A step is a decision that the engine may have to take back. The limit is kept to about ten thousand steps, the
  /// least that is counted; a pattern whose single steps are dear gets fewer. An automaton takes nothing back, so there
  /// is no limit to it. Throws kind `domain`, code `regular-expression`, for what is no pattern, and `unsupported` for
  /// what needs ICU on a platform without it.
  public init(_ pattern: String, options: StringOptions, stepLimit: Int) throws(PredicateIssue) {
    let keepsMarks = options.contains(.normalized) || !options.contains(.diacriticInsensitive)
    marks = StringFolding(keepsMarks ? [] : .diacriticInsensitive)
    let ignoresCase = options.contains(.caseInsensitive) && !options.contains(.normalized)
    self.stepLimit = max(stepLimit, 1)
    cost = RegularExpressionCost(pattern)
    let folded = marks.fold(pattern)
    automaton = PatternParser.parse(folded, ignoresCase: ignoresCase).flatMap(AutomatonBuilder.automaton)
    guard !pattern.isEmpty else {
      fallback = nil
      return
    }
    let fallback = RegularExpressionFallback(folded, ignoresCase: ignoresCase)
    // What only ICU can run, it has to accept now.
    if automaton == nil { _ = try fallback.engine() }
    self.fallback = fallback
  }

  /// Whether the pattern describes the whole of a string. Throws kind `limit` where that takes too many steps or too
  /// much memory.
  public func matches(_ subject: String) throws(PredicateIssue) -> Bool {
    if let automaton, let answer = subject.withBytes({ answer($0, automaton) }) { return answer }
    return try matchesByICU(subject)
  }

  /// The same for the UTF-8 bytes of a string, which are read in place where an automaton can.
  public func matches(_ subject: UnsafeBufferPointer<UInt8>) throws(PredicateIssue) -> Bool {
    if let automaton, let answer = answer(subject, automaton) { return answer }
    return try matchesByICU(String(decoding: subject, as: UTF8.self))
  }

  /// What the automaton says; nil where it is not sure, or where the text has to be folded first.
  @inline(__always)
  private func answer(_ subject: UnsafeBufferPointer<UInt8>, _ automaton: TextAutomaton) -> Bool? {
    if !marks.isIdentity && !StringSearch.isASCII(subject) { return nil }
    return Self.bool(automaton.verdict(of: subject))
  }

  private static func bool(_ verdict: TextAutomaton.Verdict) -> Bool? {
    switch verdict {
    case .matches: true
    case .differs: false
    case .unsure: nil
    }
  }

  private func matchesByICU(_ subject: String) throws(PredicateIssue) -> Bool {
    if marks.isIdentity { return try answerOfICU(subject) }
    let text = marks.fold(subject)
    if let automaton, let answer = Self.bool(text.withBytes(automaton.verdict)) { return answer }
    return try answerOfICU(text)
  }

  /// Whether an automaton runs the pattern.
  package var isAutomaton: Bool { automaton != nil }

  /// What the automaton alone says of a folded string; nil where there is none, or where it is not sure.
  package func answerOfAutomaton(_ text: String) -> Bool? {
    automaton.flatMap { Self.bool(text.withBytes($0.verdict)) }
  }

  /// What ICU says of a folded string.
  package func answerOfICU(_ text: String) throws(PredicateIssue) -> Bool {
    guard let fallback else { return false }
    return try fallback.engine().matches(text, stepLimit: cost.steps(stepLimit, subjectLength: text.utf8.count))
  }
}

extension PredicateIssue {
  /// A pattern that the engine cannot read.
  static func unusablePattern(_ pattern: String, _ reason: String, at offset: Int?) -> PredicateIssue {
    let place = offset.map { " at offset \($0)" } ?? ""
    return PredicateIssue(
      kind: .domain, code: .regularExpression,
      message: "\"\(shortened(pattern))\" is not a regular expression: \(reason)\(place)")
  }

  /// A pattern that takes too long.
  static func patternPastLimit(_ pattern: String) -> PredicateIssue {
    PredicateIssue(
      kind: .limit, code: .regularExpressionSteps,
      message: "the regular expression \"\(shortened(pattern))\" takes too many steps for one string",
      hint: "a repetition inside a repetition makes an expression slow, unless it has only literals, classes and groups"
    )
  }

  /// As much of a pattern as a message can bear.
  private static func shortened(_ pattern: String) -> String {
    pattern.utf8.count <= 100 ? pattern : String(String.UnicodeScalarView(pattern.unicodeScalars.prefix(60))) + "…"
  }
}
