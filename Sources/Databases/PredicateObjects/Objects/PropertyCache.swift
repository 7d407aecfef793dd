/// The attributes that properties read, by the entity of the object and the identity of the wrapper's key path. This small cache is looked up before
/// ``ClassTable`` when a property is read or written.
///
/// It contains only attributes whose value is in the record: neither the row's key nor foreign keys. The entries are in separately allocated memory,
/// because an array in a class would cost each look-up a check for exclusive access.
final class PropertyCache {
  private struct Entry {
    var path: UInt64 = 0
    var entity = -1
    var attribute = 0
  }

  private static let capacity = 256
  private let entries: UnsafeMutablePointer<Entry>

  init() {
    entries = .allocate(capacity: Self.capacity)
    entries.initialize(repeating: Entry(), count: Self.capacity)
  }

  deinit { entries.deallocate() }

  /// The index of the attribute; nil if the cache does not have it.
  func attribute(of entity: Int, at path: AnyKeyPath) -> Int? {
    let address = UInt64(UInt(bitPattern: ObjectIdentifier(path)))
    let entry = entries[Self.place(entity, address)]
    return entry.path == address && entry.entity == entity ? entry.attribute : nil
  }

  /// Adds an attribute. It replaces another one in the same slot. The caller must keep a reference to the key path.
  func note(_ attribute: Int, of entity: Int, at path: AnyKeyPath) {
    let address = UInt64(UInt(bitPattern: ObjectIdentifier(path)))
    entries[Self.place(entity, address)] = Entry(path: address, entity: entity, attribute: attribute)
  }

  func clear() { entries.update(repeating: Entry(), count: Self.capacity) }

  /// A number below ``capacity``.
  private static func place(_ entity: Int, _ address: UInt64) -> Int {
    let mixed = (address >> 4 &+ UInt64(truncatingIfNeeded: entity)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed >> 56)
  }
}
