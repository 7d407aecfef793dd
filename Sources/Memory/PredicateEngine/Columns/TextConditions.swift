import PredicateBinding
import PredicateMemory
import PredicateValues

/// A condition on one string and constants. The constants were folded when the condition was bound.
struct TextCondition {
  /// The test of the string.
  enum Form {
    case compare(CoreComparison, String)
    /// The string equals one of a list of texts. Constants of the list that are not texts are left out, because they equal no string.
    case member([[UInt8]])
    case search(StringMatcher.Question, String)
    case like(LikePattern)
  }

  /// The string that is tested, before it is folded.
  let subject: CoreValue
  let options: StringOptions
  let form: Form

  init?(_ condition: CoreCondition) {
    let operand: CoreValue
    switch condition.node {
    case .compare:
      guard let (comparison, value, constant) = condition.comparisonWithConstant, case .string(let text) = constant
      else {
        return nil
      }
      (operand, form) = (value, .compare(comparison, text))
    case .member(let value, let constants):
      operand = value
      form = .member(constants.compactMap { if case .string(let text) = $0 { Array(text.utf8) } else { nil } })
    case .match(let kind, let value, let pattern):
      guard case .string(let text)? = pattern.constantValue else { return nil }
      operand = value
      switch kind {
      case .prefix: form = .search(.prefix, text)
      case .suffix: form = .search(.suffix, text)
      case .contains: form = .search(.contains, text)
      case .like(let options):
        // A LIKE pattern folds its subject itself, so no options remain.
        form = .like(LikePattern(text, options: options))
        subject = value
        self.options = []
        return
      case .regularExpression: return nil
      }
    default: return nil
    }
    if case .fold(let folded, let options) = operand.node {
      (subject, self.options) = (folded, options)
    } else {
      (subject, options) = (operand, [])
    }
  }

  /// If the subject is a function of a string, the string and the function; nil for any other subject.
  var mapped: (operand: CoreValue, map: @Sendable (String) -> String)? {
    guard case .call(let function, let arguments) = subject.node, arguments.count == 1,
      case .text(let map)? = function.columnForm
    else { return nil }
    return (arguments[0], map)
  }

  var question: TextQuestion {
    switch form {
    case .compare(let comparison, let text): TextQuestion(comparison, text, options)
    case .member(let texts): TextQuestion(memberOf: texts, options)
    case .search(let question, let text): TextQuestion(matcher(question, text))
    case .like(let pattern): TextQuestion(pattern)
    }
  }

  func matcher(_ question: StringMatcher.Question, _ text: String) -> StringMatcher {
    StringMatcher(question, foldedPattern: Array(text.utf8), folding: StringFolding(options))
  }
}

/// A constant string, stored at an address that does not change.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class TextConstant: @unchecked Sendable {
  let base: UnsafePointer<UInt8>
  let count: Int
  /// The two words of a small string. For other strings (0, 0), which no string has.
  let words: (UInt64, UInt64)
  let isSmall: Bool

  init(_ bytes: [UInt8]) {
    let storage = UnsafeMutablePointer<UInt8>.allocate(capacity: bytes.count + 16)
    storage.initialize(repeating: 0, count: bytes.count + 16)
    storage.update(from: bytes, count: bytes.count)
    base = UnsafePointer(storage)
    count = bytes.count
    let words = StringMemory.smallWords(String(decoding: bytes, as: UTF8.self))
    isSmall = words != nil
    self.words = words ?? (0, 0)
  }

  deinit { UnsafeMutablePointer(mutating: base).deallocate() }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

  /// Up to eight bytes from an offset, the first byte lowest. Missing bytes are 0.
  func word(at offset: Int) -> UInt64 {
    var word: UInt64 = 0
    for index in 0..<8 where offset + index >= 0 && offset + index < count {
      word |= UInt64(base[offset + index]) << UInt64(8 * index)
    }
    return word
  }
}

/// A constant that strings are compared with, as a whole, at an end, or anywhere. For folding it has the bits to set in each byte.
///
/// A subject is compared in place, byte for byte. If the pattern has a letter at a position, the bit that distinguishes upper from lower case is set
/// before the comparison. The subject is folded first only if bytes beyond ASCII could change the answer.
///
/// Unchecked, because it is never changed after it is made. Several threads may use it.
final class FoldingPattern: @unchecked Sendable {
  let constant: TextConstant
  let matcher: StringMatcher
  /// Whether folding is needed, so that only ASCII subjects can be tested in place.
  let folds: Bool

  init(_ matcher: StringMatcher) {
    self.matcher = matcher
    constant = TextConstant(matcher.pattern)
    folds = !matcher.folding.isIdentity
  }

  /// If case is folded, 0x20 for each of eight bytes of the pattern that is a letter; otherwise 0.
  func caseBits(of word: UInt64) -> UInt64 {
    guard matcher.folding.foldsCase else { return 0 }
    var bits: UInt64 = 0
    for index in 0..<8 {
      let byte = UInt8(truncatingIfNeeded: word >> UInt64(8 * index))
      if (0x61...0x7A).contains(byte) { bits |= 0x20 << UInt64(8 * index) }
    }
    return bits
  }

  /// The answer for a subject that is folded as a whole.
  @inline(never)
  func foldedAnswer(_ text: TextBytes) -> Bool {
    var scratch: [UInt8] = []
    let subject = UnsafeBufferPointer(start: text.base, count: text.count)
    return matcher.matches(subject, pattern: constant.bytes, scratch: &scratch)
  }

  /// The answer for a string whose bytes have no known address. False for nil.
  @inline(never)
  func publicAnswer(_ string: UnsafeRawPointer) -> Bool {
    StringMemory.needsPublicWay(string) && matcher.matches(StringMemory.string(string))
  }
}

/// A test of the bytes of a string, and the numbers of bytes that a passing string can have.
struct TextQuestion: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  /// The numbers of bytes that a passing string can have.
  let counts: ClosedRange<Int>
  let passes: @Sendable (Bytes) -> Bool

  private init(counts: ClosedRange<Int> = 0...(.max), _ passes: @escaping @Sendable (Bytes) -> Bool) {
    self.counts = counts
    self.passes = passes
  }

  /// Whether a string passes. It is not nil.
  @inline(__always)
  func passes(_ text: String) -> Bool {
    if !counts.contains(text.utf8.count) { return false }
    return text.withBytes(passes)
  }

  var negated: TextQuestion { TextQuestion { [passes] in !passes($0) } }
}

extension TextQuestion {
  /// A comparison with a constant, which was folded when the condition was bound.
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

  /// Membership in a list, whose texts were folded when the condition was bound.
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

  init(_ matcher: StringMatcher) {
    self.init { bytes in
      var scratch: [UInt8] = []
      return matcher.matches(bytes, scratch: &scratch)
    }
  }

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

/// The constants of an IN list.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class TextList: @unchecked Sendable {
  /// The two words of each small constant. The pairs are in ascending order.
  let words: UnsafePointer<UInt64>
  let smallCount: Int
  /// Whether a constant is too long for a small string.
  var hasLarge: Bool { all.count > smallCount }
  /// The number of bytes of the longest constant.
  private let longest: Int
  /// All constants in the order of their bytes.
  private let all: [TextConstant]

  init(_ list: [[UInt8]]) {
    all = Set(list).map { TextConstant($0) }.sorted { StringSearch.order($0.bytes, $1.bytes) == .less }
    longest = all.map(\.count).max() ?? 0
    let small = all.filter(\.isSmall).map(\.words).sorted { $0 < $1 }
    let storage = UnsafeMutablePointer<UInt64>.allocate(capacity: max(1, 2 * small.count))
    for (index, pair) in small.enumerated() {
      (storage + 2 * index).initialize(to: pair.0)
      (storage + 2 * index + 1).initialize(to: pair.1)
    }
    words = UnsafePointer(storage)
    smallCount = small.count
  }

  deinit { UnsafeMutablePointer(mutating: words).deallocate() }

  func containsSmall(_ first: UInt64, _ second: UInt64) -> Bool {
    let place = BinarySearch.place(in: smallCount) { (words[2 &* $0], words[2 &* $0 &+ 1]) < (first, second) }
    return place < smallCount && words[2 &* place] == first && words[2 &* place &+ 1] == second
  }

  /// Whether a string that is not small is in the list; false for a nil.
  @inline(never)
  func containsLarge(_ string: UnsafeRawPointer) -> Bool {
    StringMemory.read(string) { $0.count <= longest && contains($0) } ?? false
  }

  /// Whether a constant has these bytes.
  func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = BinarySearch.place(in: all.count) { StringSearch.order(all[$0].bytes, bytes) == .less }
    return place < all.count && StringSearch.equals(all[place].bytes, bytes)
  }
}
