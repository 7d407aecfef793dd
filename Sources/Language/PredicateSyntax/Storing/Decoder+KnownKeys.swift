package struct AnyKey: CodingKey, ExpressibleByStringLiteral {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) { self.stringValue = stringValue }
  package init?(intValue: Int) { nil }
  package init(stringLiteral value: String) { stringValue = value }
}

extension Decoder {
  /// The container of an object that may have only the keys of a type.
  ///
  /// - Throws: `DecodingError` for another key. It names the key and the possible keys.
  package func container<Key: CodingKey & CaseIterable>(
    knowingOnly type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let known = Set(Key.allCases.map(\.stringValue))
    let found = try container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let other = found.first(where: { !known.contains($0) }) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: codingPath,
          debugDescription: "there is no key “\(other)” here; there are \(known.sorted().joined(separator: ", "))"))
    }
    return try container(keyedBy: type)
  }
}

extension KeyedDecodingContainer {
  /// The error for a value that has the right type but is not valid.
  package func fault(_ key: Key, _ words: String) -> DecodingError {
    .dataCorruptedError(forKey: key, in: self, debugDescription: words)
  }

  /// A count, which cannot be negative; nil if the key is missing or has null.
  ///
  /// - Throws: `DecodingError` if the number is negative.
  package func decodeCountIfPresent(forKey key: Key) throws -> Int? {
    guard let count = try decodeIfPresent(Int.self, forKey: key) else { return nil }
    if count < 0 {
      throw self.fault(key, "expected a number that is 0 or greater, found \(count)")
    }
    return count
  }
}

/// The members of an object by their keys. The context gives the type of the value.
extension KeyedDecodingContainer {
  package subscript<Value: Decodable>(key: Key) -> Value {
    get throws { try decode(Value.self, forKey: key) }
  }

  /// The value of a key; nil if the key is missing or has null.
  package subscript<Value: Decodable>(ifPresent key: Key) -> Value? {
    get throws { try decodeIfPresent(Value.self, forKey: key) }
  }

  /// The value of a key; the usual value if the key is missing or has null.
  package subscript<Value: Decodable>(key: Key, usual usual: Value) -> Value {
    get throws { try decodeIfPresent(Value.self, forKey: key) ?? usual }
  }
}

extension Encoder {
  /// Writes an object. Members without a value are left out.
  ///
  /// ```swift
  /// try encoder.encode([Key.name: name, .isOptional: isOptional.ifTrue, .sort: sortKeys.nonEmpty])
  /// ```
  package func encode<Key: CodingKey>(_ members: KeyValuePairs<Key, (any Encodable)?>) throws {
    var container = container(keyedBy: Key.self)
    for case (let key, let value?) in members { try container.encode(value, forKey: key) }
  }
}

/// An object for encoding only. Members without a value are left out.
///
/// ```swift
/// EncodableObject(["name": name, "nearest": nearest])
/// ```
package struct EncodableObject: Encodable {
  private let members: KeyValuePairs<AnyKey, (any Encodable)?>

  package init(_ members: KeyValuePairs<AnyKey, (any Encodable)?>) { self.members = members }

  package func encode(to encoder: any Encoder) throws { try encoder.encode(members) }
}

extension Bool {
  /// True, or nil for false. A member that is nil is left out of an encoded object.
  package var ifTrue: Bool? { self ? true : nil }
}

extension Collection {
  /// The collection, or nil if it is empty.
  package var nonEmpty: Self? { isEmpty ? nil : self }
}
