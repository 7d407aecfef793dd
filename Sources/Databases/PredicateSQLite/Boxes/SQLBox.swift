import PredicateValues

/// Encodes values of the language as SQL values that contain their own type. Nil, integers, doubles and strings stay unchanged. All other values
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
  package static func value(of bytes: [UInt8]) -> QueryValue? { bytes.withUnsafeBytes { value(of: $0) } }

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

/// Reads the bytes of ``SQLBoxWriter``. The result for any other bytes is nil, and nothing after the end of the bytes is read.
struct SQLBoxReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func value(depth: Int) -> QueryValue? {
    guard depth < SQLBox.maximumDepth, let kind = byte().flatMap(SQLBox.Kind.init) else { return nil }
    switch kind {
    case .null: return .null
    case .boolean: return byte().map { .boolean($0 != 0) }
    case .integer: return number().map { .integer(Int64(bitPattern: $0)) }
    case .double: return number().map { .double(Double(bitPattern: $0)) }
    case .date: return number().map { .date(Double(bitPattern: $0)) }
    case .decimal: return text().flatMap { QueryDecimal($0) }.map { .decimal($0) }
    case .string: return text().map { .string($0) }
    case .url: return text().map { .url($0) }
    case .data: return block().map { .data(Array($0)) }
    case .uuid:
      guard let high = number(), let low = number() else { return nil }
      return .uuid(QueryUUID(high: high, low: low))
    case .array: return elements(depth).map { .array($0) }
    case .set: return elements(depth).map { .set($0) }
    case .dictionary: return pairs(depth).map { .dictionary($0) }
    case .object:
      guard let entity = text(), let properties = pairs(depth) else { return nil }
      return .object(SQLBoxObject(entityName: entity, properties: properties))
    case .row:
      guard let entity = text(), let key = block() else { return nil }
      return .object(SQLBoxRow(entityName: entity, key: Array(key)))
    case .reference:
      guard let entity = text(), let key = number() else { return nil }
      return .reference(ObjectReference(entity: entity, key: Int64(bitPattern: key)))
    }
  }

  private mutating func byte() -> UInt8? {
    guard position < bytes.count else { return nil }
    defer { position += 1 }
    return bytes[position]
  }

  private mutating func number() -> UInt64? {
    guard bytes.count - position >= 8 else { return nil }
    defer { position += 8 }
    return bytes[position..<position + 8].reduce(0) { $0 << 8 | UInt64($1) }
  }

  private mutating func block() -> Slice<UnsafeRawBufferPointer>? {
    guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
    defer { position += Int(count) }
    return bytes[position..<position + Int(count)]
  }

  private mutating func text() -> String? { block().map { String(decoding: $0, as: UTF8.self) } }

  private mutating func elements(_ depth: Int) -> [QueryValue]? {
    // The count cannot exceed the remaining bytes, because every element takes at least one.
    guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
    var elements: [QueryValue] = []
    elements.reserveCapacity(Int(count))
    for _ in 0..<count {
      guard let element = value(depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return elements
  }

  private mutating func pairs(_ depth: Int) -> QueryDictionary? {
    guard let count = number(), count <= UInt64(bytes.count - position) else { return nil }
    var pairs: [(String, QueryValue)] = []
    for _ in 0..<count {
      guard let key = text(), let value = value(depth: depth + 1) else { return nil }
      pairs.append((key, value))
    }
    return QueryDictionary(pairs)
  }
}

/// An object that is not in the database, as a value for functions of this module.
private struct SQLBoxObject: QueryObject {
  let entityName: String
  let properties: QueryDictionary

  var reference: ObjectReference? { nil }
  var keys: [String] { properties.keys }

  func value(forKey key: String) -> QueryValue? { properties[key] }
}

/// Writes the letter of a value, then the value: numbers in eight bytes, texts and collections after their length.
struct SQLBoxWriter {
  private(set) var bytes: [UInt8] = []
  /// The limit on the number of bytes. Without it, objects that contain one another would never end.
  private static let maximumCount = 1 << 24

  /// Appends a value. Returns false for a value that is nested too deeply or is too large.
  mutating func write(_ value: QueryValue, depth: Int) -> Bool {
    guard depth < SQLBox.maximumDepth, bytes.count < Self.maximumCount else { return false }
    switch value.withoutNaN {
    case .null: start(.null)
    case .boolean(let value):
      start(.boolean)
      bytes.append(value ? 1 : 0)
    case .integer(let value):
      start(.integer)
      write(UInt64(bitPattern: value))
    case .double(let value):
      start(.double)
      write(value.bitPattern)
    case .date(let value):
      start(.date)
      write(value.bitPattern)
    case .decimal(let value): write(.decimal, value.description.utf8)
    case .string(let value): write(.string, value.utf8)
    case .url(let value): write(.url, value.utf8)
    case .data(let value): write(.data, value)
    case .uuid(let value):
      start(.uuid)
      write(value.high)
      write(value.low)
    case .array(let elements): return write(.array, elements, depth)
    case .set(let elements): return write(.set, elements, depth)
    case .dictionary(let dictionary):
      start(.dictionary)
      return write(dictionary.keys, dictionary.values, depth)
    case .reference(let reference): write(reference)
    case .object(let object):
      if let reference = object.reference {
        write(reference)
        break
      }
      if let row = object as? SQLBoxRow {
        write(.row, row.entityName.utf8)
        write(row.key)
        break
      }
      write(.object, object.entityName.utf8)
      return write(object.keys, object.keys.map { object.value(forKey: $0) ?? .null }, depth)
    }
    return true
  }

  private mutating func start(_ kind: SQLBox.Kind) { bytes.append(kind.rawValue) }

  private mutating func write(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private mutating func write(_ kind: SQLBox.Kind, _ block: some Collection<UInt8>) {
    start(kind)
    write(block)
  }

  private mutating func write(_ block: some Collection<UInt8>) {
    write(UInt64(block.count))
    bytes += block
  }

  private mutating func write(_ kind: SQLBox.Kind, _ elements: [QueryValue], _ depth: Int) -> Bool {
    start(kind)
    write(UInt64(elements.count))
    for element in elements where !write(element, depth: depth + 1) { return false }
    return true
  }

  private mutating func write(_ keys: [String], _ values: [QueryValue], _ depth: Int) -> Bool {
    write(UInt64(keys.count))
    for (key, value) in zip(keys, values) {
      write(key.utf8)
      guard write(value, depth: depth + 1) else { return false }
    }
    return true
  }

  private mutating func write(_ reference: ObjectReference) {
    start(.reference)
    write(reference.entity.utf8)
    write(UInt64(bitPattern: reference.key))
  }
}
