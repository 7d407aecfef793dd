import PredicateValues

/// Encodes values of the language as SQL values that carry their own type. Nil, integers, doubles and strings stay unchanged. All other values
/// (booleans, dates, decimal numbers, collections, objects) become bytes that begin with a letter for the type.
///
/// The functions of this module take and return boxes if a value cannot be represented in SQL, or if only the row determines its type. A box never
/// leaves a statement and is never stored.
package enum SQLBox {
  /// The letters that the bytes of a box begin with. Bytes that begin otherwise are not a box.
  enum Kind: UInt8 {
    case null = 0x30
    case boolean = 0x62
    case integer = 0x69
    case double = 0x72
    case decimal = 0x6E
    case string = 0x73
    case date = 0x64
    case data = 0x78
    case uuid = 0x67
    case url = 0x75
    case array = 0x61
    case set = 0x74
    case dictionary = 0x6D
    case reference = 0x6B
    case object = 0x7A
    case row = 0x77
  }

  /// The codes of an index that is a value. They follow the codes of `ValueIndex.Word`. The first is for a collection, the second for a part of a
  /// document.
  static let element = 3, partInDocument = 4

  /// A parameter with the box of a value; nil for an endless value, such as an object that contains itself.
  package static func parameter(_ value: QueryValue) -> QueryValue? {
    switch value {
    case .null, .integer, .double, .string: value.withoutNaN
    default: bytes(of: value).map { .data($0) }
    }
  }

  /// A depth that no value of a predicate reaches.
  static let maximumDepth = 1_000

  /// The bytes of any value; nil for an endless value, such as an object that contains itself. Linear in the value's size.
  package static func bytes(of value: QueryValue) -> [UInt8]? {
    var writer = SQLBoxWriter()
    return writer.write(value, depth: 0) ? writer.bytes : nil
  }

  /// The value of the bytes; nil unless ``bytes(of:)`` can produce these bytes.
  package static func value(of bytes: UnsafeRawBufferPointer) -> QueryValue? {
    var reader = SQLBoxReader(bytes)
    guard let value = reader.value(depth: 0), reader.isAtEnd else { return nil }
    return value
  }
}

/// A row without an integer key, as a value for functions of this module. The box of its key identifies it.
package struct SQLBoxRow: SelfComparingObject {
  package let entityName: String
  /// The stored values of the key, as the box of an array.
  package let key: [UInt8]

  package var reference: ObjectReference? { nil }
  package var keys: [String] { [] }

  package init(entityName: String, key: [UInt8]) {
    self.entityName = entityName
    self.key = key
  }

  package func value(forKey key: String) -> QueryValue? { nil }

  /// Comparing the bytes suffices, because each key is stored in only one way.
  package func isEqual(to other: any QueryObject) -> Bool? {
    guard let other = other as? SQLBoxRow else { return false }
    return key == other.key && entityName.hasSameScalars(as: other.entityName)
  }

  package func hashItself(into hasher: inout Hasher) -> Bool {
    entityName.hashScalars(into: &hasher)
    hasher.combine(key)
    return true
  }
}
