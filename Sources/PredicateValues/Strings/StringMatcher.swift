/// A constant pattern that many strings are compared with: equal, a prefix, a suffix, or contained, under the options.
///
/// The pattern is folded once. A subject that is all ASCII is compared in place, any other is folded as a whole first.
public struct StringMatcher: Sendable {
  /// What is asked of the subject.
  public enum Question: Sendable, Hashable {
    case equal
    case prefix
    case suffix
    case contains
  }

  /// What is asked of the subject.
  public let question: Question
  /// What is done to subjects.
  public let folding: StringFolding
  /// The folded pattern.
  public let pattern: [UInt8]
  private let patternIsASCII: Bool

  /// A matcher for a pattern.
  public init(_ question: Question, _ pattern: String, options: StringOptions) {
    let folding = StringFolding(options)
    self.init(question, foldedPattern: folding.foldedBytes(of: pattern), folding: folding)
  }

  /// A matcher for a pattern that is folded already.
  package init(_ question: Question, foldedPattern: [UInt8], folding: StringFolding) {
    self.question = question
    self.folding = folding
    pattern = foldedPattern
    patternIsASCII = foldedPattern.withUnsafeBufferPointer(StringSearch.isASCII)
  }

  /// Whether the answer for a subject is yes. An empty pattern is a part of nothing.
  public func matches(_ subject: String) -> Bool {
    var scratch: [UInt8] = []
    return subject.withBytes { matches($0, scratch: &scratch) }
  }

  /// Whether the answer for UTF-8 bytes is yes. The scratch keeps its memory from call to call; its content does not
  /// matter.
  public func matches(_ subject: UnsafeBufferPointer<UInt8>, scratch: inout [UInt8]) -> Bool {
    if folding.isIdentity { return ask(subject) }
    if StringSearch.isASCII(subject) {
      if !patternIsASCII { return false }
      return folding.foldsCase ? askLowercased(subject) : ask(subject)
    }
    scratch.removeAll(keepingCapacity: true)
    folding.fold(subject, appendingTo: &scratch)
    return scratch.withUnsafeBufferPointer(ask)
  }

  private func ask(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    pattern.withUnsafeBufferPointer { pattern in
      switch question {
      case .equal: StringSearch.equals(subject, pattern)
      case .prefix: StringSearch.hasPrefix(subject, pattern)
      case .suffix: StringSearch.hasSuffix(subject, pattern)
      case .contains: StringSearch.contains(subject, pattern)
      }
    }
  }

  /// The same for an ASCII subject in any case.
  private func askLowercased(_ subject: UnsafeBufferPointer<UInt8>) -> Bool {
    let last = subject.count - pattern.count
    if last < 0 || (pattern.isEmpty && question != .equal) { return false }
    return pattern.withUnsafeBufferPointer { pattern in
      switch question {
      case .equal: last == 0 && Self.isLowercased(subject, 0, pattern)
      case .prefix: Self.isLowercased(subject, 0, pattern)
      case .suffix: Self.isLowercased(subject, last, pattern)
      case .contains: Self.findLowercased(subject, last, pattern)
      }
    }
  }

  @inline(__always)
  private static func isLowercased(
    _ subject: UnsafeBufferPointer<UInt8>, _ offset: Int, _ pattern: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    for index in 0..<pattern.count where StringSearch.lowercase(subject[offset &+ index]) != pattern[index] {
      return false
    }
    return true
  }

  private static func findLowercased(
    _ subject: UnsafeBufferPointer<UInt8>, _ last: Int, _ pattern: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    let first = pattern[0]
    for offset in 0...last
    where StringSearch.lowercase(subject[offset]) == first && isLowercased(subject, offset, pattern) {
      return true
    }
    return false
  }
}
