import PredicateBinding
import PredicateMemory

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

/// A test of the bytes of a string.
struct TextQuestion: Sendable {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  let passes: @Sendable (Bytes) -> Bool

  private init(_ passes: @escaping @Sendable (Bytes) -> Bool) { self.passes = passes }

  /// Whether a string passes. It is not nil.
  @inline(__always)
  func passes(_ text: String) -> Bool { text.withBytes(passes) }

  var negated: TextQuestion { TextQuestion { [passes] in !passes($0) } }

  func and(_ other: TextQuestion) -> TextQuestion { TextQuestion { [passes] in passes($0) && other.passes($0) } }
}

extension TextQuestion {
  /// A comparison with a constant, which was folded when the condition was bound.
  init(_ comparison: CoreComparison, _ text: String, _ options: StringOptions) {
    let folding = StringFolding(options)
    let constant = TextConstant(Array(text.utf8))
    switch (comparison.isEquality, folding.isIdentity) {
    case (true, true):
      self.init { StringSearch.equals($0, constant.bytes) }
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
      self.init { list.contains($0) }
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

/// The constants of an IN list. It is a class, so that loops that search it change no reference counts.
final class TextList: Sendable {
  /// The words of the small constants.
  let small: ValueTable<WordPair>
  /// The number of bytes of the longest constant.
  private let longest: Int
  /// All constants in the order of their bytes.
  private let all: [TextConstant]

  init(_ list: [[UInt8]]) {
    all = Set(list).map { TextConstant($0) }.sorted { StringSearch.order($0.bytes, $1.bytes) == .less }
    longest = all.map(\.count).max() ?? 0
    small = ValueTable(all.filter(\.isSmall).map { WordPair(first: $0.words.0, second: $0.words.1) })
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
