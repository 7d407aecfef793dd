/// A pattern of MATCHES: an ICU regular expression for the whole string.
///
/// `[c]` is ICU's case-insensitive flag, without folding of widths. `[d]` drops the nonspacing marks from the pattern and from the subject. `[n]`
/// overrides `[c]` and `[d]`, and `[l]` has no effect. The dot excludes line breaks unless the pattern begins with `(?s)`. An empty pattern matches
/// nothing, not even an empty string. Threads may share a value.
///
/// An automaton runs patterns without back references, look-around and similar constructs. It gives ICU's results in time linear in the text. ICU runs the
/// other patterns, and texts with a scalar that the automaton leaves to ICU.
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
  /// A step is a decision that a backtracking engine may have to undo. The limit is accurate to about ten thousand steps, the unit of ICU's count. A
  /// pattern with expensive steps gets fewer steps. An automaton does not backtrack, so it has no limit. Throws an issue of kind `domain` with code
  /// `regular-expression` for an invalid pattern. If the pattern needs ICU and the platform lacks it, the kind is `unsupported`.
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
    // A pattern without an automaton is compiled by ICU here, so that an invalid pattern is reported by the initialiser.
    if automaton == nil { _ = try fallback.engine() }
    self.fallback = fallback
  }

  /// Whether the pattern matches the whole of a string. Throws an issue of kind `limit` if matching takes too many steps or too much memory.
  public func matches(_ subject: String) throws(PredicateIssue) -> Bool {
    if let automaton, let answer = subject.withBytes({ answer($0, automaton) }) { return answer }
    return try matchesByICU(subject)
  }

  /// Whether the whole string with these UTF-8 bytes matches. An automaton reads the bytes in place.
  public func matches(_ subject: UnsafeBufferPointer<UInt8>) throws(PredicateIssue) -> Bool {
    if let automaton, let answer = answer(subject, automaton) { return answer }
    return try matchesByICU(String(decoding: subject, as: UTF8.self))
  }

  /// The automaton's result. Nil if it is unsure, or if marks must be dropped from the text first.
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

  package var isAutomaton: Bool { automaton != nil }

  /// The automaton's result for a folded string; nil if there is no automaton, or if it is unsure.
  package func answerOfAutomaton(_ text: String) -> Bool? {
    automaton.flatMap { Self.bool(text.withBytes($0.verdict)) }
  }

  /// ICU's result for a folded string.
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

  /// The most steps that matching a text in UTF-8 may take.
  package func greatestSteps(for text: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
    isAutomaton && StringSearch.isASCII(text) ? 0 : limit
  }
}

/// The possible cost of a single step of a regular expression, estimated from the pattern.
///
/// ICU counts the decisions that it may have to undo. Between two decisions it compares literal text, and the text of a back reference, without
/// counting. A step is more expensive if such a run is long, so fewer steps are allowed.
struct RegularExpressionCost: Sendable {
  /// The most characters between two decisions.
  private let longestRun: Int
  /// Whether a run may include the text of an earlier group, through a back reference.
  private let hasBackReference: Bool
  /// The number of characters that count as one step.
  private static let charactersPerStep = 64

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

  /// The number of counted steps that a limit allows for a subject of this length; at least one.
  func steps(_ limit: Int, subjectLength: Int) -> Int {
    let run = hasBackReference ? max(longestRun, subjectLength) : min(longestRun, subjectLength)
    return max(1, limit / max(1, run / Self.charactersPerStep))
  }
}

/// The pattern compiled by ICU. It is compiled on first use, because most patterns never need it.
final class RegularExpressionFallback: Sendable {
  private let pattern: String
  private let ignoresCase: Bool
  private let made = Locked<Result<RegularExpressionEngine, PredicateIssue>?>(nil)

  init(_ pattern: String, ignoresCase: Bool) {
    self.pattern = pattern
    self.ignoresCase = ignoresCase
  }

  /// The engine. If it could not be made, each call throws the reason.
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

/// Caches compiled regular expressions by their bytes, options and limit. So a pattern that is computed for each element is compiled once.
///
/// Bounded: when the cache is full, the half of the patterns that was not used recently is evicted. Threads may share a cache.
///
/// ```swift
/// let pattern = try RegularExpressionCache.shared.expression("a.*", options: [], stepLimit: 1_000_000)
/// try pattern.matches("abc")  // true
/// ```
public final class RegularExpressionCache: Sendable {
  private struct Key: Sendable, Hashable {
    let pattern: [UInt8]
    let options: StringOptions
    let stepLimit: Int
  }

  private struct State: Sendable {
    var recent: [Key: RegularExpression] = [:]
    var older: [Key: RegularExpression] = [:]
  }

  private let state = Locked(State())
  private let generation: Int

  /// The cache of the process.
  public static let shared = RegularExpressionCache(capacity: 256)

  /// A cache for `capacity` patterns.
  public init(capacity: Int) { generation = max(1, capacity / 2) }

  /// The number of cached patterns.
  public var count: Int {
    state.withLock { $0.recent.count + $0.older.filter { [recent = $0.recent] in recent[$0.key] == nil }.count }
  }

  /// The compiled pattern. Throws as ``RegularExpression/init(_:options:stepLimit:)``.
  public func expression(
    _ pattern: String, options: StringOptions, stepLimit: Int
  ) throws(PredicateIssue) -> RegularExpression {
    let key = Key(pattern: Array(pattern.utf8), options: options, stepLimit: stepLimit)
    let generation = generation
    if let found = state.withLock({ state in Self.cached(key, &state, generation) }) { return found }
    let expression = try RegularExpression(pattern, options: options, stepLimit: stepLimit)
    state.withLock { Self.keep(expression, key, &$0, generation) }
    return expression
  }

  private static func cached(_ key: Key, _ state: inout State, _ generation: Int) -> RegularExpression? {
    if let found = state.recent[key] { return found }
    guard let found = state.older.removeValue(forKey: key) else { return nil }
    keep(found, key, &state, generation)
    return found
  }

  private static func keep(_ expression: RegularExpression, _ key: Key, _ state: inout State, _ generation: Int) {
    if state.recent.count >= generation {
      state.older = state.recent
      state.recent = [:]
    }
    state.recent[key] = expression
  }
}
