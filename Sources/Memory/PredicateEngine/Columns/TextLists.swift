import PredicateMemory
import PredicateValues

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
    if let text = StringMemory.bytes(string) {
      return text.count <= longest && contains(UnsafeBufferPointer(start: text.base, count: text.count))
    }
    return StringMemory.needsPublicWay(string) && StringMemory.string(string).withBytes(contains)
  }

  /// Whether a constant has these bytes.
  func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let place = BinarySearch.place(in: all.count) { StringSearch.order(all[$0].bytes, bytes) == .less }
    return place < all.count && StringSearch.equals(all[place].bytes, bytes)
  }
}
