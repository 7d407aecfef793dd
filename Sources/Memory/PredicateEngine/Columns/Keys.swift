import PredicateMemory
import PredicateValues

/// A string as a key of a lookup, compared and hashed by its bytes. The bytes are not copied, so they must stay in place while the key is used.
struct TextKey: Equatable {
  let bytes: UnsafeBufferPointer<UInt8>
  /// Contains the bytes of a string whose bytes have no known address; nil for other strings.
  private let owner: TextConstant?

  /// The string at an address; nil for a nil.
  @inline(__always)
  init?(_ string: UnsafeRawPointer) {
    if let text = StringMemory.bytes(string) {
      bytes = UnsafeBufferPointer(start: text.base, count: text.count)
      owner = nil
    } else {
      guard StringMemory.needsPublicWay(string) else { return nil }
      let copy = TextConstant(Array(StringMemory.string(string).utf8))
      bytes = copy.bytes
      owner = copy
    }
  }

  @inline(__always)
  static func == (left: TextKey, right: TextKey) -> Bool { StringSearch.equals(left.bytes, right.bytes) }
}

/// The sixteen bytes of a UUID as two words. Their order is for binary search only; it is not the order of the language.
struct UUIDKey: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The first eight bytes in memory.
  let first: UInt64
  /// The last eight bytes in memory.
  let second: UInt64

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  init(_ uuid: QueryUUID) { self.init(first: uuid.high.bigEndian, second: uuid.low.bigEndian) }

  @inline(__always)
  static func < (left: UUIDKey, right: UUIDKey) -> Bool {
    left.first == right.first ? left.second < right.second : left.first < right.first
  }
}

/// Numbers in ascending order, at an address that does not change. So loops that search them change no reference counts.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class SortedNumbers<Number: Comparable & BitwiseCopyable & Sendable>: @unchecked Sendable {
  private let storage: UnsafeMutableBufferPointer<Number>

  init(_ numbers: [Number]) {
    storage = .allocate(capacity: numbers.count)
    _ = storage.initialize(from: numbers.sorted())
  }

  deinit { storage.deallocate() }

  @inline(__always)
  func contains(_ number: Number) -> Bool {
    let place = BinarySearch.place(in: storage.count) { storage[$0] < number }
    return place < storage.count && storage[place] == number
  }
}

/// A column of stored strings.
enum TextReader: LoadedColumn {
  static var form: String { "text" }
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> TextKey? { TextKey(address) }
}
