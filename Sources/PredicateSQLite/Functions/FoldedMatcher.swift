import PredicateValues

/// A text, folded already, that folded subjects are compared with.
struct FoldedMatcher {
  private let matcher: StringMatcher
  private let question: StringMatcher.Question
  private let pattern: [UInt8]
  /// Whether folding the text once more leaves it as it is, so that the matcher, which folds what it is given, can be used.
  private let isStable: Bool

  init(_ question: StringMatcher.Question, _ pattern: [UInt8], options: StringOptions) {
    self.question = question
    self.pattern = pattern
    matcher = StringMatcher(question, String(decoding: pattern, as: UTF8.self), options: options)
    isStable = matcher.pattern == pattern
  }

  /// Whether the answer for a subject's bytes is yes. The scratch keeps its memory from call to call.
  func matches(_ subject: UnsafeBufferPointer<UInt8>, scratch: inout [UInt8]) -> Bool {
    if isStable { return matcher.matches(subject, scratch: &scratch) }
    scratch.removeAll(keepingCapacity: true)
    matcher.folding.fold(subject, appendingTo: &scratch)
    return scratch.withUnsafeBufferPointer { subject in
      pattern.withUnsafeBufferPointer { pattern in
        switch question {
        case .equal: StringSearch.equals(subject, pattern)
        case .prefix: StringSearch.hasPrefix(subject, pattern)
        case .suffix: StringSearch.hasSuffix(subject, pattern)
        case .contains: StringSearch.contains(subject, pattern)
        }
      }
    }
  }
}
