import CPrefetch

/// Reads arrays, and optional arrays, where they lie.
///
/// An array is the address of its storage; a nil is 0. The storage has the count behind its two words of header, then the capacity, then
/// the elements, aligned as they need it. Used only where ``isTrusted``.
public enum ArrayMemory {
  /// From the storage to elements that need no more alignment than a word or two.
  @inlinable public static var header: Int { 32 }

  /// How many elements a storage has.
  @inlinable @inline(__always)
  public static func count(inStorage storage: UnsafeRawPointer) -> Int {
    storage.load(fromByteOffset: 16, as: Int.self)
  }

  /// The storage, as the object that it is, of an array, a set or a dictionary; nil for a nil.
  @inlinable @inline(__always)
  public static func storage(_ collection: UnsafeRawPointer) -> AnyObject? { collection.load(as: AnyObject?.self) }

  /// How many elements there are; nil for a nil.
  @inlinable @inline(__always)
  public static func count(_ array: UnsafeRawPointer) -> Int? {
    array.load(as: UnsafeRawPointer?.self).map(count(inStorage:))
  }

  /// Whether sets and dictionaries have their count where arrays do. Those that may be bridged from elsewhere are not read here at all.
  public static let countsHashed: Bool = {
    #if canImport(ObjectiveC)
      return false
    #else
      return isTrusted && counts(Set<Int>()) && counts(Set(["a", "b"])) && counts([Int: String]())
        && counts(["a": 1, "b": 2, "c": 3])
    #endif
  }()

  private static func counts<Hashed: Collection>(_ sample: Hashed) -> Bool {
    guard MemoryLayout<Hashed>.size == MemoryLayout<UnsafeRawPointer>.size else { return false }
    return withUnsafeBytes(of: sample) { $0.baseAddress.flatMap { count($0) } } == sample.count
  }

  /// How many elements there are; 0 for a nil. Without a jump: of a nil, the word of 0 that it is lies where the count is read.
  @inlinable @inline(__always)
  public static func countOrZero(_ array: UnsafeRawPointer) -> Int { count(inStorage: storageOrNil(array)) }

  /// Prefetches the count.
  @inlinable @inline(__always)
  public static func prefetchCount(_ array: UnsafeRawPointer) {
    // Of an address where nothing is, the processor would look for the page.
    c_prefetch(storageOrNil(array) + 16)
  }

  /// The storage; of a nil an address behind which the nil lies as far as a storage's count.
  @inlinable @inline(__always)
  static func storageOrNil(_ array: UnsafeRawPointer) -> UnsafeRawPointer {
    array.load(as: UnsafeRawPointer?.self) ?? array - 16
  }

  /// Prefetches the count and the first elements.
  @inlinable @inline(__always)
  public static func prefetch(_ array: UnsafeRawPointer) {
    guard let storage = array.load(as: UnsafeRawPointer?.self) else { return }
    c_prefetch(storage + 16)
    c_prefetch(storage + 64)
  }

  /// From the storage to the first element of a type.
  public static func firstOffset(of element: any Any.Type) -> Int {
    func alignment<Element>(_: Element.Type) -> Int { MemoryLayout<Element>.alignment }
    let mask = alignment(element) - 1
    return (header + mask) & ~mask
  }

  /// Whether arrays read here as they do the public way. Those that may be bridged from elsewhere are not read here at all.
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
        // The count is read only where the public address of the elements says that the storage begins so far before them.
        UnsafeRawPointer(elements.baseAddress) == storage + firstOffset(of: Element.self)
          && count(address) == sample.count
      }
    }
  }
}
