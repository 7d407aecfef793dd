import PredicateValues

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
