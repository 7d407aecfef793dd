import PredicateMemory
import PredicateValues

/// The constants of an IN list.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class TextList: @unchecked Sendable {
  /// The two words of each small constant, in ascending order of the pair.
  let words: UnsafePointer<UInt64>
  let smallCount: Int
  /// Whether a constant does not fit a small string.
  var hasLarge: Bool { all.count > smallCount }
  /// The number of bytes of the longest constant.
  private let longest: Int
  /// In the order of their bytes.
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
    var low = 0
    var high = smallCount
    while low < high {
      let middle = (low &+ high) >> 1
      if (words[2 &* middle], words[2 &* middle &+ 1]) < (first, second) { low = middle &+ 1 } else { high = middle }
    }
    return low < smallCount && words[2 &* low] == first && words[2 &* low &+ 1] == second
  }

  /// Whether a large string of any length is in the list; false for a nil.
  @inline(never)
  func containsLarge(_ string: UnsafeRawPointer) -> Bool {
    if let text = StringMemory.bytes(string) {
      return text.count <= longest && contains(UnsafeBufferPointer(start: text.base, count: text.count))
    }
    return StringMemory.needsPublicWay(string) && StringMemory.string(string).withBytes(contains)
  }

  /// Whether one of the constants has these bytes.
  func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var low = 0
    var high = all.count
    while low < high {
      let middle = (low + high) / 2
      switch StringSearch.order(all[middle].bytes, bytes) {
      case .equal: return true
      case .less: low = middle + 1
      case .greater: high = middle
      }
    }
    return false
  }
}

/// The beginnings of strings as numbers: the first seven bytes, the first one highest, and a byte for the length.
///
/// The numbers have the order of the strings if the first seven bytes of two strings differ. The last byte is never 0.
enum TextHeads: NumberColumn {
  static var form: String { "beginning of text" }
  /// Whether all strings with a head are equal.
  static func isWhole(_ head: UInt64) -> Bool { head & 0xFF <= 8 }

  /// The last byte of a head: the number of bytes, at most eight, plus one.
  @inline(__always)
  fileprivate static func length(_ count: UInt64) -> UInt64 { min(8, count) &+ 1 }

  static var readsIndirectly: Bool { true }

  @inline(__always)
  static func prefetch(_ address: UnsafeRawPointer) { StringMemory.prefetch(address) }

  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> Int64? {
    let (first, second) = StringMemory.words(address)
    if second == 0 { return nil }
    let shape = StringMemory.Shape(first, second)
    if shape.foreignBit != 0 { return TextHeadSource.element(StringMemory.string(address)) }
    let bytes = StringMemory.eightBytes(at: shape.base(address)).byteSwapped
    return Int64(bitPattern: bytes & (UInt64.max << (64 &- 8 &* min(7, shape.count))) | length(shape.count))
  }
}

enum TextHeadSource: NumberSource {
  static var form: String { "beginning of String" }
  static func element(_ value: String) -> Int64? {
    value.withBytes { bytes in
      var head: UInt64 = 0
      for byte in bytes.prefix(7) { head = head << 8 | UInt64(byte) }
      head <<= UInt64(64 - 8 * min(7, bytes.count))
      return Int64(bitPattern: head | TextHeads.length(UInt64(bytes.count)))
    }
  }
}
