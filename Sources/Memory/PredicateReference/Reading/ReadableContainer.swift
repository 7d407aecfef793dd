import PredicateMemory
import PredicateValues

/// The generic types of the standard library that hold other values.
package protocol ReadableContainer {
  /// The type of what it holds.
  static var held: any Any.Type { get }

  /// The type of the keys by which values are found; nil where there are none.
  static var keyType: (any Any.Type)? { get }

  /// How the container is read, given how what it holds is read; nil where nothing can be found by its keys.
  static func reader(of held: ValueReader) -> ValueReader?
}

extension ReadableContainer {
  package static var keyType: (any Any.Type)? { nil }

  /// The name of the type of keys by which nothing can be found; nil where there are no such keys.
  static var unreadableKeys: String? {
    guard let keyType, keyType != String.self, keyType != AnyHashable.self else { return nil }
    return String(describing: keyType)
  }
}

extension Optional: ReadableContainer {
  package static var held: any Any.Type { Wrapped.self }

  /// Reads an optional as what it wraps, or nil.
  package static func reader(of held: ValueReader) -> ValueReader? {
    let isInPlace = InPlaceReads.areOn
    let refersToPayload = held.refersToAddress
    return ValueReader(held.kind, isOptional: true, held.reading) { address, owner in
      let optional = address.assumingMemoryBound(to: Wrapped?.self)
      if isInPlace {
        // The payload of an optional that is not nil lies at its beginning, unchanged.
        return optional.pointee == nil ? .null : held.value(at: address, owner: owner)
      }
      guard let payload = optional.pointee else { return .null }
      if refersToPayload {
        let copy = OwnedValue(payload)
        return held.value(at: copy.address, owner: copy)
      }
      return withUnsafePointer(to: payload) { held.value(at: $0, owner: owner) }
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
        // In place the storage belongs to the array at the address, so what points into it lives as long as that.
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

  /// Reads a dictionary with strings for keys; one with keys of any type (`userInfo`, property lists) by those that are strings.
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
  /// The elements as values of the language: from a copy of them in a row, which the values own.
  fileprivate func values(by reader: ValueReader) -> [QueryValue] {
    let copy = OwnedValue(all: self)
    let base = UnsafeRawPointer(copy.address)
    return (0..<count).map { reader.value(at: base + $0 * MemoryLayout<Element>.stride, owner: copy) }
  }
}

extension ReadableKind {
  /// A collection of what a reader reads.
  fileprivate static func collection(of reader: ValueReader) -> ReadableKind {
    if case .toOne(let type) = reader.kind, !reader.isOptional { return .toMany(type) }
    return .attribute(.collection(reader.elementType))
  }
}

/// An optional, as the way to a row meets it.
package protocol OptionalReference {
  /// What it is the optional of.
  static var wrapped: any Any.Type { get }
}

extension Optional: OptionalReference {
  package static var wrapped: any Any.Type { Wrapped.self }
}

extension OptionalReference {
  /// Whether a value reads as nil only where the optional is nil: not so of numbers, which may be NaN, and of optionals of optionals.
  package static var isNilWhereItReadsAsNil: Bool { ValueReaders.reader(of: wrapped, .everything)?.isOptional == false }
}
