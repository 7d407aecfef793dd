import PredicateValues

/// The sixteen bytes of a UUID as two words. Their order serves binary search; it is not the order of the language.
struct UUIDKey: Comparable, Hashable, BitwiseCopyable, Sendable {
  /// The first eight bytes as they lie in memory.
  let first: UInt64
  /// The last eight bytes as they lie in memory.
  let second: UInt64

  init(first: UInt64, second: UInt64) {
    self.first = first
    self.second = second
  }

  /// The bytes of a constant.
  init(_ uuid: QueryUUID) { self.init(first: uuid.high.bigEndian, second: uuid.low.bigEndian) }

  @inline(__always)
  static func < (left: UUIDKey, right: UUIDKey) -> Bool {
    left.first == right.first ? left.second < right.second : left.first < right.first
  }
}
