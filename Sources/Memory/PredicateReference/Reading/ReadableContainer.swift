import PredicateMemory
import PredicateValues

/// The generic types of the standard library that contain other values.
package protocol ReadableContainer {
  /// The type of the values in the container.
  static var held: any Any.Type { get }

  /// The type of the keys; nil for a container without keys.
  static var keyType: (any Any.Type)? { get }

  /// The reader of the container, made from the reader of its values. Nil if predicates cannot look up its keys.
  static func reader(of held: ValueReader) -> ValueReader?
}

extension ReadableContainer {
  package static var keyType: (any Any.Type)? { nil }

  /// The name of the key type, if predicates cannot look up such keys. Nil if they can, and for a container without keys.
  static var unreadableKeys: String? {
    guard let keyType, keyType != String.self, keyType != AnyHashable.self else { return nil }
    return String(describing: keyType)
  }
}

extension Optional: ReadableContainer {
  package static var held: any Any.Type { Wrapped.self }

  /// Reads an optional as its wrapped value, or as nil.
  package static func reader(of held: ValueReader) -> ValueReader? {
    let payload = payload
    return ValueReader(held.kind, isOptional: true, held.reading) { address, owner in
      var copies: [OwnedValue] = []
      guard let place = payload.place(address, &copies) else { return .null }
      return held.value(at: place, owner: copies.first ?? owner)
    }
  }
}

extension ReadableContainer where Self: Collection {
  package static var held: any Any.Type { Element.self }

  /// Reads a collection that has its elements in one block of memory.
  package static func reader(of held: ValueReader) -> ValueReader? {
    let isInPlace = InPlaceReads.areOn || !held.refersToAddress
    return ValueReader(.collection(of: held), held.reading) { address, owner in
      let elements = address.assumingMemoryBound(to: Self.self).pointee
      if !isInPlace { return .array(elements.values(by: held)) }
      let values = elements.withContiguousStorageIfAvailable { buffer -> [QueryValue] in
        guard let base = UnsafeRawPointer(buffer.baseAddress) else { return [] }
        // The storage belongs to the array at the address. So values that point into the storage are valid as long as the array is.
        return buffer.indices.map { held.value(at: base + $0 * MemoryLayout<Element>.stride, owner: owner) }
      }
      return .array(values ?? elements.values(by: held))
    }
  }
}

extension Array: ReadableContainer {}
extension ContiguousArray: ReadableContainer {}
extension ArraySlice: ReadableContainer {}

extension Set: ReadableContainer {
  package static func reader(of held: ValueReader) -> ValueReader? {
    ValueReader(.collection(of: held), held.reading) { address, _ in
      .set(address.assumingMemoryBound(to: Self.self).pointee.values(by: held))
    }
  }
}

extension Dictionary: ReadableContainer {
  package static var held: any Any.Type { Value.self }
  package static var keyType: (any Any.Type)? { Key.self }

  /// Reads a dictionary whose keys are strings. Of a dictionary with keys of any type (`userInfo`, property lists), only the keys that are strings
  /// are read.
  package static func reader(of held: ValueReader) -> ValueReader? {
    if Key.self == String.self {
      return ValueReader(.attribute(.dictionary), held.reading) { address, _ in
        let dictionary = address.assumingMemoryBound(to: [String: Value].self).pointee
        return .dictionary(QueryDictionary(zip(dictionary.keys, dictionary.values.values(by: held))))
      }
    }
    guard Key.self == AnyHashable.self else { return nil }
    return ValueReader(.attribute(.dictionary), held.reading) { address, _ in
      let named = address.assumingMemoryBound(to: [AnyHashable: Value].self).pointee.filter { $0.key.base is String }
      let names = named.keys.compactMap { $0.base as? String }
      return .dictionary(QueryDictionary(zip(names, named.values.values(by: held))))
    }
  }
}

extension Collection {
  /// The elements as values of the language. The values keep a copy of the elements in consecutive memory.
  fileprivate func values(by reader: ValueReader) -> [QueryValue] {
    let copy = OwnedValue(all: self)
    let base = UnsafeRawPointer(copy.address)
    return (0..<count).map { reader.value(at: base + $0 * MemoryLayout<Element>.stride, owner: copy) }
  }
}

extension ReadableKind {
  /// The kind of a collection whose elements a reader reads.
  fileprivate static func collection(of reader: ValueReader) -> ReadableKind {
    if case .toOne(let type) = reader.kind, !reader.isOptional { return .toMany(type) }
    return .attribute(.collection(reader.elementType))
  }
}
