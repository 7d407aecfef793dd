import CPrefetch

/// Reads arrays, and optional arrays, in place.
///
/// An array is the address of its storage; a nil is 0. The storage begins with two words of header, then the count and the capacity. The elements
/// begin at the next multiple of their alignment. Used only if ``isTrusted`` is true.
public enum ArrayMemory {
  /// The offset of the first element in the storage, if the alignment of the elements is at most two words.
  @inlinable public static var header: Int { 32 }

  /// The number of elements in a storage.
  @inlinable @inline(__always)
  public static func count(inStorage storage: UnsafeRawPointer) -> Int {
    storage.load(fromByteOffset: 16, as: Int.self)
  }

  /// The number of elements of an array; nil if the array is nil.
  @inlinable @inline(__always)
  public static func count(_ array: UnsafeRawPointer) -> Int? {
    array.load(as: UnsafeRawPointer?.self).map(count(inStorage:))
  }

  /// Prefetches the count of an array.
  @inlinable @inline(__always)
  public static func prefetchCount(_ array: UnsafeRawPointer) {
    // A nil array prefetches its own address. The address 0 is not mapped, and prefetching it would make the processor search for the page.
    c_prefetch((array.load(as: UnsafeRawPointer?.self) ?? array - 16) + 16)
  }

  /// The offset of the first element in the storage, for the alignment of the element type.
  public static func firstOffset(of element: any Any.Type) -> Int {
    func alignment<Element>(_: Element.Type) -> Int { MemoryLayout<Element>.alignment }
    let mask = alignment(element) - 1
    return (header + mask) & ~mask
  }

  /// Whether sample arrays give the same results in place and by public functions. Arrays that may be bridged from Objective-C are not read in place.
  public static let isTrusted: Bool =
    InPlaceReads.areOn && readsAlike([Int]()) && readsAlike([1, 2, 3]) && readsAlike(["a", "b"])
    && readsAlike([true, false, true])
    && readsAlike([(1, "x"), (2, "y")]) && readsAlike([SIMD8<Double>(repeating: 2), .zero])
    && readsAlike(Array((1...100).map { UInt8($0) }.dropFirst(3)))

  private static func readsAlike<Element>(_ sample: [Element]) -> Bool {
    let optional: [Element]? = sample
    let absent: [Element]? = nil
    let nothing = withUnsafeBytes(of: absent) { $0.baseAddress.map { count($0) == nil } ?? false }
    guard nothing, MemoryLayout<[Element]?>.size == MemoryLayout<UnsafeRawPointer>.size else { return false }
    return withUnsafeBytes(of: optional) { memory in
      guard let address = memory.baseAddress, let storage = address.load(as: UnsafeRawPointer?.self) else {
        return false
      }
      return sample.withUnsafeBufferPointer { elements in
        // The count is read only after the public address of the elements has confirmed where the storage begins.
        UnsafeRawPointer(elements.baseAddress) == storage + firstOffset(of: Element.self)
          && count(address) == sample.count
      }
    }
  }
}

/// The element of an array at a constant position, read in place. Used only if ``ArrayMemory/isTrusted`` is true.
@frozen public struct ArrayElement: Sendable {
  /// The position, counted from 0; nil for the last element.
  public let position: Int?
  /// The distance in bytes from the beginning of the storage to the first element. ``stride`` is the distance from one element to the next.
  @usableFromInline let first: Int
  @usableFromInline let stride: Int
  /// Whether the elements are references. The row is then the instance, not the reference.
  public let isInstance: Bool

  /// - Parameters:
  ///   - position: The position of the element, from 0; nil for the last element.
  ///   - type: The type of the elements.
  ///   - stride: The distance in bytes from one element to the next.
  public init(at position: Int?, of type: any Any.Type, stride: Int) {
    self.position = position
    first = ArrayMemory.firstOffset(of: type)
    self.stride = stride
    isInstance = type is AnyClass
  }

  /// The row of the element in an array's storage; nil if the array has no such element.
  @inlinable @inline(__always)
  public func row(inStorage storage: UnsafeRawPointer) -> UnsafeRawPointer? {
    let count = ArrayMemory.count(inStorage: storage)
    let index = position ?? count &- 1
    guard index >= 0, index < count else { return nil }
    let place = storage + first + index &* stride
    return isInstance ? place.load(as: UnsafeRawPointer.self) : place
  }
}
