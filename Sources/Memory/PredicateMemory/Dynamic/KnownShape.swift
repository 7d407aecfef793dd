import PredicateValues

/// A shape of dictionaries (their shared keys) that a name was looked up in, and the position of the name in it.
public struct KnownShape {
  /// How many shapes are kept for each name.
  @inlinable public static var count: Int { 8 }

  /// A reference, so that the shape is not freed and no other shape gets its address.
  var shape: DictionaryKeys?
  @usableFromInline var position = -1

  /// The address of a name's value in a dictionary; nil if the dictionary lacks the name. `known` has the ``count`` shapes of this name.
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

  /// A shape that no dictionary has.
  public init() {}

  /// Looks the name up in a shape that is not kept, and keeps the shape.
  @usableFromInline @inline(never)
  static func learn(
    _ name: String, _ dictionary: UnsafeRawPointer, _ slot: UnsafeMutablePointer<KnownShape>
  ) {
    let shape = dictionary.assumingMemoryBound(to: QueryDictionary.self).pointee.sharedKeys
    slot.pointee.shape = shape
    slot.pointee.position = shape.position(of: name) ?? -1
  }

  /// Whether the shape is at offset 0, as ``value(of:in:_:)`` requires.
  public static var isTrusted: Bool { MemoryLayout<KnownShape>.offset(of: \.shape) == 0 }
}
