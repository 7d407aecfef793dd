import PredicateBinding
import PredicateMemory
import PredicateValues

/// The generic types of the standard library that hold other values.
protocol ReadableContainer {
  /// How the container is read; nil where what it holds cannot be.
  static func reader(_ reading: BindingOptions.Reading) -> (any ValueReader)?

  /// The type of what it holds.
  static var held: any Any.Type { get }

  /// The name of the type of keys by which nothing can be found; nil where there are no such keys.
  static var unreadableKeys: String? { get }

  /// Whether values are found by keys.
  static var hasKeys: Bool { get }
}

extension ReadableContainer {
  static var unreadableKeys: String? { nil }
  static var hasKeys: Bool { false }
}

/// Reads an optional as what it wraps, or nil.
struct OptionalReader<Wrapped>: ValueReader {
  let inner: any ValueReader
  private let isInPlace = RawReads.areOn
  private let refersToPayload: Bool

  init(inner: any ValueReader) {
    self.inner = inner
    refersToPayload = inner.refersToAddress
  }

  var kind: ReadableKind { inner.kind }
  var reading: BindingOptions.Reading { inner.reading }
  var isOptional: Bool { true }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    if isInPlace {
      if address.assumingMemoryBound(to: Wrapped?.self).pointee == nil { return .null }
      // The payload of an optional that is not nil lies at its beginning, unchanged.
      return inner.value(at: address, owner: owner)
    }
    guard let payload = address.assumingMemoryBound(to: Wrapped?.self).pointee else { return .null }
    if refersToPayload {
      let copy = OwnedValue(payload)
      return inner.value(at: copy.address, owner: copy)
    }
    return withUnsafePointer(to: payload) { inner.value(at: $0, owner: owner) }
  }
}

/// Reads a collection that has its elements behind one another.
struct ContiguousReader<Elements: Collection>: ValueReader {
  let inner: any ValueReader
  private let isInPlace = RawReads.areOn

  init(inner: any ValueReader) { self.inner = inner }

  var kind: ReadableKind { .collection(of: inner) }
  var reading: BindingOptions.Reading { inner.reading }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    let elements = address.assumingMemoryBound(to: Elements.self).pointee
    if !isInPlace && inner.refersToAddress { return .array(ScatteredReader<Elements>.values(of: elements, inner)) }
    let values = elements.withContiguousStorageIfAvailable { buffer -> [QueryValue] in
      guard let base = UnsafeRawPointer(buffer.baseAddress) else { return [] }
      // In place the storage belongs to the array at the address, so what points into it lives as long as that.
      return buffer.indices.map {
        inner.value(at: base + $0 * MemoryLayout<Elements.Element>.stride, owner: owner)
      }
    }
    return .array(values ?? ScatteredReader<Elements>.values(of: elements, inner))
  }
}

/// Reads a set or a dictionary's values: from a copy of them in a row, which the values own.
struct ScatteredReader<Elements: Collection>: ValueReader {
  let inner: any ValueReader

  var kind: ReadableKind { .collection(of: inner) }
  var reading: BindingOptions.Reading { inner.reading }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    .set(Self.values(of: address.assumingMemoryBound(to: Elements.self).pointee, inner))
  }

  static func values(of elements: Elements, _ inner: any ValueReader) -> [QueryValue] {
    let copy = OwnedValue(all: elements)
    let base = UnsafeRawPointer(copy.address)
    return (0..<elements.count).map {
      inner.value(at: base + $0 * MemoryLayout<Elements.Element>.stride, owner: copy)
    }
  }
}

/// Reads a dictionary with strings for keys.
struct DictionaryReader<Value>: ValueReader {
  let inner: any ValueReader
  var kind: ReadableKind { .attribute(.dictionary) }
  var reading: BindingOptions.Reading { inner.reading }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    let dictionary = address.assumingMemoryBound(to: [String: Value].self).pointee
    let values = ScatteredReader.values(of: dictionary.values, inner)
    return .dictionary(QueryDictionary(zip(dictionary.keys, values)))
  }
}

/// Reads a dictionary with keys of any type by those that are strings: `userInfo`, property lists.
struct HashableDictionaryReader<Value>: ValueReader {
  let inner: any ValueReader
  var kind: ReadableKind { .attribute(.dictionary) }
  var reading: BindingOptions.Reading { inner.reading }

  func value(at address: UnsafeRawPointer, owner: OwnedValue?) -> QueryValue {
    let dictionary = address.assumingMemoryBound(to: [AnyHashable: Value].self).pointee
    let named = dictionary.filter { $0.key.base is String }
    let names = named.keys.compactMap { $0.base as? String }
    return .dictionary(QueryDictionary(zip(names, ScatteredReader.values(of: named.values, inner))))
  }
}

extension ReadableKind {
  /// A collection of what a reader reads.
  static func collection(of reader: any ValueReader) -> ReadableKind {
    if case .toOne(let type) = reader.kind, !reader.isOptional { return .toMany(type) }
    return .attribute(.collection(reader.elementType))
  }
}

extension Optional: ReadableContainer {
  static var held: any Any.Type { Wrapped.self }

  static func reader(_ reading: BindingOptions.Reading) -> (any ValueReader)? {
    ValueReaders.reader(of: Wrapped.self, reading).map { OptionalReader<Wrapped>(inner: $0) }
  }
}

extension Array: ReadableContainer {
  static var held: any Any.Type { Element.self }

  static func reader(_ reading: BindingOptions.Reading) -> (any ValueReader)? {
    ValueReaders.reader(of: Element.self, reading).map { ContiguousReader<Self>(inner: $0) }
  }
}

extension ContiguousArray: ReadableContainer {
  static var held: any Any.Type { Element.self }

  static func reader(_ reading: BindingOptions.Reading) -> (any ValueReader)? {
    ValueReaders.reader(of: Element.self, reading).map { ContiguousReader<Self>(inner: $0) }
  }
}

extension ArraySlice: ReadableContainer {
  static var held: any Any.Type { Element.self }

  static func reader(_ reading: BindingOptions.Reading) -> (any ValueReader)? {
    ValueReaders.reader(of: Element.self, reading).map { ContiguousReader<Self>(inner: $0) }
  }
}

extension Set: ReadableContainer {
  static var held: any Any.Type { Element.self }

  static func reader(_ reading: BindingOptions.Reading) -> (any ValueReader)? {
    ValueReaders.reader(of: Element.self, reading).map { ScatteredReader<Self>(inner: $0) }
  }
}

extension Dictionary: ReadableContainer {
  static var held: any Any.Type { Value.self }
  static var hasKeys: Bool { true }

  static var unreadableKeys: String? {
    Key.self == String.self || Key.self == AnyHashable.self ? nil : String(describing: Key.self)
  }

  static func reader(_ reading: BindingOptions.Reading) -> (any ValueReader)? {
    guard let values = ValueReaders.reader(of: Value.self, reading) else { return nil }
    if Key.self == String.self { return DictionaryReader<Value>(inner: values) }
    return Key.self == AnyHashable.self ? HashableDictionaryReader<Value>(inner: values) : nil
  }
}
