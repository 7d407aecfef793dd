/// Compares many strings with one constant pattern: whether they equal it, begin with it, end with it, or contain it, under the options.
///
/// The pattern is folded once. A subject is compared in place if its ASCII bytes are enough to decide. Otherwise the whole subject is folded first.
///
/// ```swift
/// let matcher = StringMatcher(.prefix, "the ", options: .caseInsensitive)
/// matcher.matches("The Wire")  // true
/// matcher.matches("Theory")    // false
/// ```
public struct StringMatcher: Sendable {
  /// The relation between a subject and the pattern.
  public enum Question: Sendable, Hashable {
    /// The whole subject equals the pattern.
    case equal
    /// The subject begins with the pattern.
    case prefix
    /// The subject ends with the pattern.
    case suffix
    /// The pattern is somewhere in the subject.
    case contains
  }

  /// The relation that is tested.
  public let question: Question
  /// How subjects are folded.
  public let folding: StringFolding
  /// The folded pattern.
  public let pattern: [UInt8]
  private let patternIsASCII: Bool

  /// A matcher for a pattern.
  public init(_ question: Question, _ pattern: String, options: StringOptions) {
    let folding = StringFolding(options)
    self.init(question, foldedPattern: folding.foldedBytes(of: pattern), folding: folding)
  }

  /// A matcher for a folded pattern.
  package init(_ question: Question, foldedPattern: [UInt8], folding: StringFolding) {
    self.question = question
    self.folding = folding
    pattern = foldedPattern
    patternIsASCII = foldedPattern.withUnsafeBufferPointer(StringSearch.isASCII)
  }

  /// Whether the relation holds for a subject. No subject contains an empty pattern, and only the empty subject equals it.
  public func matches(_ subject: String) -> Bool {
    var scratch: [UInt8] = []
    return subject.withBytes { matches($0, scratch: &scratch) }
  }

  /// Whether the relation holds for a text in UTF-8. `scratch` is a buffer that keeps its memory between calls; its content does not matter.
  public func matches(_ subject: UnsafeBufferPointer<UInt8>, scratch: inout [UInt8]) -> Bool {
    pattern.withUnsafeBufferPointer { matches(subject, pattern: $0, scratch: &scratch) }
  }

  /// The same for a caller that keeps the bytes of ``pattern``. Threads that share a matcher then change no reference counts.
  package func matches(
    _ subject: UnsafeBufferPointer<UInt8>, pattern: UnsafeBufferPointer<UInt8>, scratch: inout [UInt8]
  ) -> Bool {
    answerInPlace(subject, pattern) ?? answerFolded(subject, pattern, &scratch)
  }

  /// The result for a subject that is folded as a whole, without the test in place.
  package func matchesFolded(_ subject: UnsafeBufferPointer<UInt8>, scratch: inout [UInt8]) -> Bool {
    pattern.withUnsafeBufferPointer { answerFolded(subject, $0, &scratch) }
  }

  /// The result if the unfolded bytes decide it; nil if the subject has to be folded.
  package func answerInPlace(_ subject: UnsafeBufferPointer<UInt8>) -> Bool? {
    pattern.withUnsafeBufferPointer { answerInPlace(subject, $0) }
  }

  @inline(__always)
  private func answerInPlace(
    _ subject: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>
  ) -> Bool? {
    if folding.isIdentity { return ask(subject, pattern) }
    guard patternIsASCII, !pattern.isEmpty else {
      guard StringSearch.isASCII(subject) else { return nil }
      return pattern.isEmpty && question == .equal && subject.isEmpty
    }
    return FoldedASCII(pattern, folding).answer(question, subject)
  }

  @inline(__always)
  private func answerFolded(
    _ subject: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, _ scratch: inout [UInt8]
  ) -> Bool {
    scratch.removeAll(keepingCapacity: true)
    folding.fold(subject, appendingTo: &scratch)
    return scratch.withUnsafeBufferPointer { ask($0, pattern) }
  }

  private func ask(_ subject: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>) -> Bool {
    switch question {
    case .equal: StringSearch.equals(subject, pattern)
    case .prefix: StringSearch.hasPrefix(subject, pattern)
    case .suffix: StringSearch.hasSuffix(subject, pattern)
    case .contains: StringSearch.contains(subject, pattern)
    }
  }
}
