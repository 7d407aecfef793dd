import PredicateValues

/// Writes a value behind its letter: numbers in eight bytes, texts and collections behind their length.
struct SQLBoxWriter {
  private(set) var bytes: [UInt8] = []

  /// Appends a value; false where it holds an object that is not in the database.
  mutating func write(_ value: QueryValue) -> Bool {
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
    case .decimal(let value): write(.decimal, value.description)
    case .string(let value): write(.string, value)
    case .url(let value): write(.url, value)
    case .data(let value):
      start(.data)
      write(UInt64(value.count))
      bytes += value
    case .uuid(let value):
      start(.uuid)
      write(value.high)
      write(value.low)
    case .array(let elements): return write(.array, elements)
    case .set(let elements): return write(.set, elements)
    case .dictionary(let dictionary): return write(dictionary)
    case .object, .reference: return write(value.reference)
    }
    return true
  }

  private mutating func start(_ kind: SQLBox.Kind) { bytes.append(kind.rawValue) }

  private mutating func write(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  private mutating func write(_ kind: SQLBox.Kind, _ text: String) {
    start(kind)
    write(text)
  }

  private mutating func write(_ text: String) {
    write(UInt64(text.utf8.count))
    bytes += text.utf8
  }

  private mutating func write(_ kind: SQLBox.Kind, _ elements: [QueryValue]) -> Bool {
    start(kind)
    write(UInt64(elements.count))
    for element in elements where !write(element) { return false }
    return true
  }

  private mutating func write(_ dictionary: QueryDictionary) -> Bool {
    start(.dictionary)
    write(UInt64(dictionary.count))
    for (key, value) in zip(dictionary.keys, dictionary.values) {
      write(key)
      guard write(value) else { return false }
    }
    return true
  }

  private mutating func write(_ reference: ObjectReference?) -> Bool {
    guard let reference else { return false }
    start(.reference)
    write(reference.entity)
    write(UInt64(bitPattern: reference.key))
    return true
  }
}
