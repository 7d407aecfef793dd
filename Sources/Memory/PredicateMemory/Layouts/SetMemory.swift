/// Reads Swift sets, and optional sets, in place.
///
/// A set is the address of its storage; nil is 0. The storage has the count at 16, the binary logarithm of the number of places at 32, the address of the
/// places at 48, and from 56 on one bit per place, which is set if the place is taken. Used only if ``isTrusted``.
public enum SetMemory {
  /// Iterates over the addresses of a set's elements, in the set's own order.
  public struct Places: IteratorProtocol {
    @usableFromInline let taken: UnsafePointer<UInt64>
    @usableFromInline let first: UnsafeRawPointer
    @usableFromInline let stride: Int
    @usableFromInline let wordCount: Int
    @usableFromInline var word = 0
    @usableFromInline var bits: UInt64

    /// The elements of the set at an address; nil for a nil.
    ///
    /// - Parameter stride: The bytes from one place to the next.
    @inlinable @inline(__always)
    public init?(_ set: UnsafeRawPointer, stride: Int) {
      guard let storage = set.load(as: UnsafeRawPointer?.self) else { return nil }
      let placeCount = 1 &<< Int(storage.load(fromByteOffset: 32, as: UInt8.self))
      taken = (storage + 56).assumingMemoryBound(to: UInt64.self)
      first = storage.load(fromByteOffset: 48, as: UnsafeRawPointer.self)
      self.stride = stride
      wordCount = (placeCount &+ 63) &>> 6
      // The bits after the last place are set.
      bits = placeCount < 64 ? taken[0] & ((1 &<< UInt64(placeCount)) &- 1) : taken[0]
    }

    /// The address of the next element; nil after the last one.
    @inlinable @inline(__always)
    public mutating func next() -> UnsafeRawPointer? {
      while bits == 0 {
        word &+= 1
        guard word < wordCount else { return nil }
        bits = taken[word]
      }
      let place = word &* 64 &+ bits.trailingZeroBitCount
      bits &= bits &- 1
      return first + place &* stride
    }
  }

  /// Whether sample sets read the same in place as by public functions. Sets that may be bridged from Objective-C are not read in place.
  public static let isTrusted: Bool = {
    #if canImport(ObjectiveC)
      return false
    #else
      return ArrayMemory.isTrusted && isLaidOutAsDescribed && readsAlike((0..<0).map { $0 })
        && [1, 2, 3, 5, 12, 63, 64, 100, 1000].allSatisfy { count in
          readsAlike((0..<count).map { $0 &* 977 }) && readsAlike((0..<count).map { UInt8(truncatingIfNeeded: $0) })
            && readsAlike((0..<count).map { "element \($0)" })
        }
    #endif
  }()

  /// Whether the runtime describes a set as a reference to an object with these fields. This confirms the addresses that ``Places`` reads.
  private static var isLaidOutAsDescribed: Bool {
    FieldTable.isBridgedStorage(
      Set<Int>.self, named: "__RawSetStorage", unsafeBitCast(Set([1]), to: AnyObject.self),
      ["_count": 16, "_scale": 32, "_rawElements": 48])
  }

  private static func readsAlike<Element: Hashable & SendableMetatype>(_ elements: [Element]) -> Bool {
    var sample: Set<Element>? = Set(elements)
    // Removing makes holes.
    if elements.count > 3 { sample?.remove(elements[2]) }
    guard let expected = sample.map(Array.init), MemoryLayout<Set<Element>?>.size == 8 else { return false }
    let isAlike = withUnsafeBytes(of: sample) { bytes in
      guard let address = bytes.baseAddress, var places = Places(address, stride: MemoryLayout<Element>.stride) else {
        return false
      }
      for element in expected {
        guard let place = places.next(), place.assumingMemoryBound(to: Element.self).pointee == element else {
          return false
        }
      }
      return places.next() == nil
    }
    sample = nil
    return isAlike
      && withUnsafeBytes(of: sample) { bytes in bytes.baseAddress.map { Places($0, stride: 1) == nil } ?? false }
  }
}
