import PredicateValues

/// A shape of dictionaries that was met, and where a name stands in it.
public struct KnownShape {
  /// How many of them are remembered for a name.
  @inlinable public static var count: Int { 8 }

  /// Kept, so that no other shape comes to lie where it lies.
  var shape: DictionaryKeys?
  @usableFromInline var position = -1

  /// Where the value of a name lies in a dictionary; nil where it has none. `known` are those of the name.
  @inlinable @inline(__always)
  public static func value(
    of name: String, in dictionary: UnsafeRawPointer, _ known: UnsafeMutablePointer<KnownShape>
  ) -> UnsafeRawPointer? {
    let shape = dictionary.load(as: UInt.self)
    let slot = known + Int(bitPattern: (shape &>> 4 ^ shape &>> 8) & UInt(count &- 1))
    // Found without counting references.
    if UnsafeRawPointer(slot).load(as: UInt.self) != shape { learn(name, dictionary, slot) }
    let position = slot.pointee.position
    if position < 0 { return nil }
    let values = dictionary.load(fromByteOffset: 8, as: UnsafeRawPointer.self)
    return values + (32 &+ position &* MemoryLayout<QueryValue>.stride)
  }

  /// Nothing was met.
  public init() {}

  /// Finds the name in a shape that is not remembered.
  @usableFromInline @inline(never)
  static func learn(
    _ name: String, _ dictionary: UnsafeRawPointer, _ slot: UnsafeMutablePointer<KnownShape>
  ) {
    let shape = dictionary.assumingMemoryBound(to: QueryDictionary.self).pointee.sharedKeys
    slot.pointee.shape = shape
    slot.pointee.position = shape.position(of: name) ?? -1
  }

  /// Whether the shape lies at the beginning.
  public static var isTrusted: Bool { MemoryLayout<KnownShape>.offset(of: \.shape) == 0 }
}
