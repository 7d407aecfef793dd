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

  /// Membership in a list, whose texts were folded when they were bound.
  init(memberOf texts: [[UInt8]], _ options: StringOptions) {
    let folding = StringFolding(options)
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
}

extension StringFolding {
  /// The folded bytes of a string.
  fileprivate func folded(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var folded: [UInt8] = []
    fold(bytes, appendingTo: &folded)
    return folded
  }
}
