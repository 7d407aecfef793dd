import PredicateValues

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
