import CPrefetch

/// The addresses of the rows for one variable. Each position of the chunk has one row.
///
/// Invariant: at every position whose bit is set in the mask, the address has an initialised value of the plan's type. The value does not change
/// while the chunk is processed.
struct Rows {
  /// The address of the first row of direct rows, or of the list of addresses for other rows.
  let base: UnsafeRawPointer
  /// The distance in bytes from one direct row to the next. For a list it is the size of an address.
  let stride: Int
  /// Whether `base` is a list of addresses. Examples are the instances in an array of class references, and the elements of many arrays.
  let isList: Bool

  /// Prefetches the byte at `offset` of each listed row whose bit is set. Instances can be anywhere in memory, so a loop that tests them would wait
  /// for each of them.
  @inline(never)
  func prefetch(_ offset: Int, _ mask: MaskWords, _ count: Int) {
    if isList { mask.forEachRow(count) { c_prefetch(self[$0] + offset) } }
  }

  @inline(__always)
  subscript(position: Int) -> UnsafeRawPointer {
    let slot = base + position &* stride
    return isList ? slot.load(as: UnsafeRawPointer.self) : slot
  }
}

/// The rows of a chunk that can still match: one bit per row, 64 bits per word.
@usableFromInline
enum RowMask {
  /// The most rows of a chunk.
  @usableFromInline static let chunkSize = 2048
  /// The number of rows per chunk, for rows of `stride` bytes. A chunk of at most 160 KiB stays in the second-level cache from one condition to the
  /// next. With at least 256 rows the fixed cost of a chunk is negligible.
  @inlinable
  static func chunkSize(stride: Int) -> Int {
    min(chunkSize, max(256, 163_840 / max(1, stride)) & ~63)
  }

  /// The number of words for `count` bits.
  @inlinable
  static func words(for count: Int) -> Int { (count &+ 63) >> 6 }

  /// The bits of up to 64 answers. The first answer is the lowest bit.
  @inline(__always)
  static func word(_ count: Int, _ answer: (Int) -> Bool) -> UInt64 {
    // The answer is converted as a byte, because the compiler may make a jump of a choice between two words.
    var answers: UInt64 = 0
    for position in 0..<count {
      answers |= UInt64(unsafeBitCast(answer(position), to: UInt8.self)) &<< UInt64(truncatingIfNeeded: position)
    }
    return answers
  }

  /// The bits of a mask's word that belong to rows, in a chunk of `count` rows.
  @inline(__always)
  static func valid(_ word: Int, _ count: Int) -> UInt64 {
    let left = count &- word &* 64
    return left >= 64 ? ~0 : (1 << UInt64(left)) &- 1
  }
}

@usableFromInline typealias MaskWords = UnsafeMutablePointer<UInt64>

extension MaskWords {
  /// Calls `body` with each position whose bit is set, in ascending order. Fast if few bits are set, or if each call takes long.
  @inlinable
  @inline(__always)
  func forEachSetBit<Issue: Error>(_ count: Int, _ body: (Int) throws(Issue) -> Void) throws(Issue) {
    for word in 0..<RowMask.words(for: count) {
      try self[word].forEachSetBit { (bit) throws(Issue) in try body(word &* 64 &+ bit) }
    }
  }

  @inlinable
  func matches(_ count: Int) -> Int {
    var matches = 0
    for word in 0..<RowMask.words(for: count) { matches &+= self[word].nonzeroBitCount }
    return matches
  }

  /// Calls `body` with each position whose bit is set. For calls of few instructions, if most bits are set.
  @inline(__always)
  func forEachRow(_ count: Int, _ body: (Int) -> Void) {
    for word in 0..<RowMask.words(for: count) { self[word].forEachRow { body(word &* 64 &+ $0) } }
  }

  /// Clears the bits of the positions for which `isKept` returns false. No jump depends on an answer, because it is unpredictable for the branch
  /// predictor which rows have a value.
  @inline(__always)
  func keep(_ count: Int, where isKept: (Int) -> Bool) {
    for word in 0..<RowMask.words(for: count) {
      let bits = self[word]
      if bits == ~0 {
        self[word] = RowMask.word(64) { isKept(word &* 64 &+ $0) }
        continue
      }
      self[word] = bits.keeping { isKept(word &* 64 &+ $0) }
    }
  }

  @inline(__always)
  func set(_ position: Int) { self[position >> 6] |= 1 << UInt64(position & 63) }

  /// Whether the bit of a position is set.
  @inline(__always)
  func has(_ position: Int) -> Bool { self[position >> 6] &>> UInt64(truncatingIfNeeded: position) & 1 != 0 }

  @inline(__always)
  func isEmpty(_ count: Int) -> Bool {
    for word in 0..<RowMask.words(for: count) where self[word] != 0 { return false }
    return true
  }
}

extension UInt64 {
  /// The set bits for which `isKept` returns true.
  @inline(__always)
  func keeping(_ isKept: (Int) -> Bool) -> UInt64 {
    var kept: UInt64 = 0
    forEachSetBit { kept |= (isKept($0) ? 1 : 0) &<< UInt64(truncatingIfNeeded: $0) }
    return kept
  }

  /// Calls `body` with the position of each set bit. For calls of few instructions, if most bits are set.
  @inline(__always)
  func forEachRow(_ body: (Int) -> Void) {
    if self != ~0 { return forEachSetBit(body) }
    for position in 0..<64 { body(position) }
  }

  /// Calls `body` with the position of each set bit, in ascending order.
  @inlinable
  @inline(__always)
  func forEachSetBit<Issue: Error>(_ body: (Int) throws(Issue) -> Void) throws(Issue) {
    var bits = self
    while bits != 0 {
      try body(bits.trailingZeroBitCount)
      bits &= bits &- 1
    }
  }
}

/// The masks and columns of a run, which are reused.
final class Scratch {
  let capacity: Int
  private let words: Int
  private var columns: [UnsafeMutableRawPointer] = []
  private var masks: [MaskWords] = []

  init(capacity: Int) {
    self.capacity = capacity
    words = RowMask.words(for: capacity)
  }

  deinit {
    for column in columns { column.deallocate() }
    for mask in masks { mask.deallocate() }
  }

  /// A column with eight bytes for each row.
  func takeColumn() -> UnsafeMutableRawPointer {
    columns.popLast() ?? .allocate(byteCount: capacity * 8, alignment: 16)
  }

  func give(_ column: UnsafeMutableRawPointer) { columns.append(column) }

  /// A copy of a mask, or a mask in which no bit is set.
  func takeMask(copying other: MaskWords? = nil) -> MaskWords {
    let mask = masks.popLast() ?? .allocate(capacity: words)
    mask.initialize(repeating: 0, count: words)
    if let other { mask.update(from: other, count: words) }
    return mask
  }

  func give(_ mask: MaskWords) { masks.append(mask) }
}
