import PredicateBinding
import PredicateValues

/// A question about the bytes of a string, and which numbers of bytes it can be answered with yes for.
struct TextQuestion: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// How many bytes a string has that passes.
  let counts: ClosedRange<Int>
  let passes: @Sendable (Bytes) -> Bool

  private init(counts: ClosedRange<Int> = 0...(.max), _ passes: @escaping @Sendable (Bytes) -> Bool) {
    self.counts = counts
    self.passes = passes
  }

  /// Whether a string that is there passes.
  @inline(__always)
  func passes(_ text: String) -> Bool {
    if !counts.contains(text.utf8.count) { return false }
    return text.withBytes(passes)
  }

  /// The opposite.
  var negated: TextQuestion { TextQuestion { [passes] in !passes($0) } }
}

extension TextQuestion {
  /// A comparison with a constant, which was folded when it was bound.
  init(_ comparison: CoreComparison, _ text: String, _ options: StringOptions) {
    let folding = StringFolding(options)
    let constant = TextConstant(Array(text.utf8))
    switch (comparison.isEquality, folding.isIdentity) {
    case (true, true):
      self.init(counts: constant.count...constant.count) { StringSearch.equals($0, constant.bytes) }
    case (true, false):
      self.init(StringMatcher(.equal, foldedPattern: Array(text.utf8), folding: folding))
    case (false, true):
      self.init { comparison.holds(StringSearch.order($0, constant.bytes)) }
    case (false, false):
      self.init {
        folding.folded($0).withUnsafeBufferPointer { comparison.holds(StringSearch.order($0, constant.bytes)) }
      }
    }
  }

  /// Membership in a list, whose texts were folded when they were bound; what is no text is no member.
  init(memberOf constants: [QueryValue], _ options: StringOptions) {
    let folding = StringFolding(options)
    let texts = constants.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } }
    let list = TextList(texts)
    if folding.isIdentity {
      let counts = texts.map(\.count)
      self.init(counts: (counts.min() ?? 0)...(counts.max() ?? 0)) { list.contains($0) }
    } else {
      self.init { folding.folded($0).withUnsafeBufferPointer { list.contains($0) } }
    }
  }

  /// A search for a constant.
  init(_ matcher: StringMatcher) {
    self.init { bytes in
      var scratch: [UInt8] = []
      return matcher.matches(bytes, scratch: &scratch)
    }
  }

  /// A pattern with wildcards.
  init(_ pattern: LikePattern) {
    self.init { bytes in
      var scratch: [UInt8] = []
      return pattern.matches(bytes, scratch: &scratch)
    }
  }

  /// The question of a condition on one string and constants, and the string, unfolded; nil for every other condition.
  static func of(_ condition: CoreCondition) -> (subject: CoreValue, question: TextQuestion)? {
    switch condition.node {
    case .compare(let comparison, let left, let right):
      if case .string(let text)? = right.constantValue {
        let (subject, options) = left.unfolded
        return (subject, TextQuestion(comparison, text, options))
      }
      guard case .string(let text)? = left.constantValue else { return nil }
      let (subject, options) = right.unfolded
      return (subject, TextQuestion(comparison.mirrored, text, options))
    case .member(let value, let constants):
      let (subject, options) = value.unfolded
      return (subject, TextQuestion(memberOf: constants, options))
    case .match(let kind, let value, let pattern):
      guard case .string(let text)? = pattern.constantValue else { return nil }
      let (subject, options) = value.unfolded
      func search(_ question: StringMatcher.Question) -> TextQuestion {
        TextQuestion(
          StringMatcher(question, foldedPattern: Array(text.utf8), folding: StringFolding(options)))
      }
      switch kind {
      case .prefix: return (subject, search(.prefix))
      case .suffix: return (subject, search(.suffix))
      case .contains: return (subject, search(.contains))
      case .like(let options): return (value, TextQuestion(LikePattern(text, options: options)))
      case .regularExpression: return nil
      }
    default: return nil
    }
  }
}

extension CoreValue {
  /// What is folded, and how; the value itself where it is not folded.
  fileprivate var unfolded: (value: CoreValue, options: StringOptions) {
    if case .fold(let operand, let options) = node { (operand, options) } else { (self, []) }
  }
}

extension StringFolding {
  /// The folded bytes of a string.
  fileprivate func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    fold(bytes, appendingTo: &folded)
    return folded
  }
}
