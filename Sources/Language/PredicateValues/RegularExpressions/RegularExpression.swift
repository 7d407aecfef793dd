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

extension RegularExpression {
  /// The most steps that matching a text may take.
  ///
  /// A backtracking engine may take all steps of its limit. An automaton reads each byte of an ASCII text once and takes no further step.
  package func greatestSteps(for text: String, limit: Int) -> Int {
    text.withBytes { greatestSteps(for: $0, limit: limit) }
  }

  /// The most steps that matching a text may take, which is given as UTF-8.
  package func greatestSteps(for text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    isAutomaton && StringSearch.isASCII(text) ? 0 : limit
  }
}

/// How much a single step of a regular expression may cost, as far as the pattern tells.
///
/// ICU counts the decisions that it may have to take back. Between two of them it compares literal text, and what a
/// back reference stands for, without counting. So steps are dearer where such a run is long, and fewer of them are
/// allowed.
struct RegularExpressionCost: Sendable {
  /// How many characters may stand between two decisions.
  private let longestRun: Int
  /// Whether some of them are as many as an earlier group has.
  private let hasBackReference: Bool
  /// How many characters make up one step.
  private static let charactersPerStep = 64

  /// The cost of a pattern's steps.
  init(_ pattern: String) {
    var run = 0
    var longest = 0
    var hasBackReference = false
    var isEscaped = false
    for byte in pattern.utf8 {
      if isEscaped {
        isEscaped = false
        hasBackReference = hasBackReference || (0x31...0x39).contains(byte) || byte == UInt8(ascii: "k")
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if "|*+?{".utf8.contains(byte) {
        run = 0
      }
      run += 1
      longest = max(longest, run)
    }
    longestRun = longest
    self.hasBackReference = hasBackReference
  }

  /// How many counted steps a limit allows on a subject of so many characters; at least one.
  func steps(_ limit: Int, subjectLength: Int) -> Int {
    let run = hasBackReference ? max(longestRun, subjectLength) : min(longestRun, subjectLength)
    return max(1, limit / max(1, run / Self.charactersPerStep))
  }
}

/// ICU's form of a pattern, which is made when it is first asked for: most patterns never need it.
final class RegularExpressionFallback: Sendable {
  private let pattern: String
  private let ignoresCase: Bool
  private let made = Locked<Result<RegularExpressionEngine, PredicateIssue>?>(nil)

  /// The form of a pattern that has been folded.
  init(_ pattern: String, ignoresCase: Bool) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
  }

  /// The engine. Throws, each time, what kept it from being made.
  func engine() throws(PredicateIssue) -> RegularExpressionEngine {
    let result = made.withLock { [pattern, ignoresCase] made in
      if let made { return made }
      let result = Result { () throws(PredicateIssue) in
        try RegularExpressionEngine(pattern, ignoresCase: ignoresCase)
      }
      made = result
      return result
    }
    return try result.get()
  }
}
