import GRDBSQLite
import PredicateSQL
import PredicateValues

/// Stored values by integer keys, as bytes. Looking up a key reads only a few of the others.
///
/// The bytes are the number of entries, the entries in the order of their keys, and the bytes of texts and blobs. An entry is four words: the key,
/// the kind of the value, and then either the number, or the offset and the length of its bytes.
struct KeyedValues {
  private var entries: [Entry] = []
  /// The bytes of texts and blobs.
  private var tail: [UInt8] = []

  private static let wordSize = 8
  private static let entrySize = 4 * wordSize

  private struct Entry {
    let key: Int64
    let kind: Kind
    let first: Int64
    var second: Int64 = 0
  }

  private enum Kind: Int64 {
    case null
    case integer
    case real
    case text
    case blob
  }

  /// Adds a value for a key, which must not have one yet.
  mutating func add(_ value: SQLiteBytesValue, key: Int64) {
    switch value {
    case .null: entries.append(Entry(key: key, kind: .null, first: 0))
    case .integer(let number): entries.append(Entry(key: key, kind: .integer, first: number))
    case .real(let number): entries.append(Entry(key: key, kind: .real, first: Int64(bitPattern: number.bitPattern)))
    case .text(let bytes): add(bytes, .text, key)
    case .blob(let bytes): add(bytes, .blob, key)
    }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer, _ kind: Kind, _ key: Int64) {
    entries.append(Entry(key: key, kind: kind, first: Int64(tail.count), second: Int64(bytes.count)))
    tail += bytes
  }

  /// The values in the order of their keys.
  var bytes: [UInt8] {
    var words: [Int64] = [Int64(entries.count)]
    words.reserveCapacity(1 + entries.count * Self.entrySize / Self.wordSize)
    for entry in entries.sorted(by: { $0.key < $1.key }) {
      words += [entry.key, entry.kind.rawValue, entry.first, entry.second]
    }
    return words.withUnsafeBytes { Array($0) } + tail
  }

  /// The value of a key in the result of ``bytes``; nil for a missing key. Takes time logarithmic in the number of keys.
  static func value(of key: Int64, in bytes: UnsafeRawBufferPointer) -> SQLiteBytesValue? {
    func word(_ offset: Int) -> Int64 { bytes.loadUnaligned(fromByteOffset: offset, as: Int64.self) }
    let count = count(in: bytes)
    let place = BinarySearch.place(in: count) { word(wordSize + $0 * entrySize) < key }
    let entry = wordSize + place * entrySize
    guard place < count, word(entry) == key else { return nil }
    let number = word(entry + 2 * wordSize)
    let tail = UnsafeRawBufferPointer(
      rebasing: bytes[(wordSize + count * entrySize)...].dropFirst(Int(clamping: max(0, number)))
        .prefix(Int(clamping: max(0, word(entry + 3 * wordSize)))))
    return switch Kind(rawValue: word(entry + wordSize)) {
    case .integer: .integer(number)
    case .real: .real(Double(bitPattern: UInt64(bitPattern: number)))
    case .text: .text(tail)
    case .blob: .blob(tail)
    case .null, nil: .null
    }
  }
  /// The number of entries. SQL may pass any bytes: the result is 0 if there are too few bytes for that number of entries.
  private static func count(in bytes: UnsafeRawBufferPointer) -> Int {
    guard bytes.count >= wordSize, let count = Int(exactly: bytes.loadUnaligned(as: Int64.self)), count >= 0,
      count <= (bytes.count - wordSize) / entrySize
    else { return 0 }
    return count
  }

  /// The numbers in the result of ``bytes``, with their keys.
  static func numbers(in bytes: UnsafeRawBufferPointer) -> [(key: Int64, number: StoredNumber)] {
    (0..<count(in: bytes)).compactMap { position in
      func word(_ place: Int) -> Int64 {
        bytes.loadUnaligned(fromByteOffset: wordSize + position * entrySize + place * wordSize, as: Int64.self)
      }
      switch Kind(rawValue: word(1)) {
      case .integer: return (word(0), .integer(word(2)))
      case .real: return (word(0), .real(Double(bitPattern: UInt64(bitPattern: word(2)))))
      case .null, .text, .blob, nil: return nil
      }
    }
  }
}

/// The state of an aggregate function over one group of rows. SQLite owns its memory, and the functions change it in place. An object instead would
/// be retained and released for each row.
protocol SQLiteGroup {
  init()

  /// Returns the value of the group.
  mutating func give(to context: OpaquePointer)
}

extension SQLiteGroup {
  /// The group of a call. SQLite keeps it from its first row to its end. Nil if memory is exhausted.
  static func current(_ context: OpaquePointer?) -> UnsafeMutablePointer<Self>? {
    guard let place = place(context, Int32(MemoryLayout<UnsafeMutablePointer<Self>?>.size)) else { return nil }
    if let group = place.pointee { return group }
    let group = UnsafeMutablePointer<Self>.allocate(capacity: 1)
    group.initialize(to: Self())
    place.pointee = group
    return group
  }

  /// Ends the group and returns its result.
  static func finish(
    _ context: OpaquePointer?, _ give: (inout Self, OpaquePointer) -> Void = { $0.give(to: $1) }
  ) {
    guard let context else { return }
    var group = finished(context)
    give(&group, context)
  }

  /// Returns the value of the rows so far.
  static func giveSoFar(_ context: OpaquePointer?) {
    guard let context else { return }
    if let group = place(context, 0)?.pointee { group.pointee.give(to: context) } else { finish(context) }
  }

  /// The group at its end. A group without rows is made now.
  private static func finished(_ context: OpaquePointer) -> Self {
    guard let place = place(context, 0), let group = place.pointee else { return Self() }
    place.pointee = nil
    defer { group.deallocate() }
    return group.move()
  }

  private static func place(
    _ context: OpaquePointer?, _ size: Int32
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<Self>?>? {
    sqlite3_aggregate_context(context, size)?.assumingMemoryBound(to: UnsafeMutablePointer<Self>?.self)
  }
}

/// The values of a group so far, in the order of the rows.
struct ValueGroup: SQLiteGroup {
  private var values: [QueryValue] = []

  /// Adds the value of a row. Arguments are tag and value.
  static let add: SQLiteFunction.Body = { context, count, values in
    guard let call = SQLiteCall(context, count, values), let group = ValueGroup.current(context) else { return }
    group.pointee.values += call.values(taggedAt: 0, from: 1)
  }

  /// Returns the group as the box of an array.
  func give(to context: OpaquePointer) { SQLiteCall.giveBox(.array(values), to: context) }
}

/// Bytes that sort like rows: first by the family of the value, then by the value. Numbers are exact, texts compare by scalars.
///
/// Objects without an integer, collections and dictionaries have no order: all of one family are equal.
struct ValueRank {
  let bytes: [UInt8]

  /// The rank of some values. The first has the highest priority. Nil sorts before everything else. The rank is nil for a single nil value.
  init?(_ values: [QueryValue]) {
    guard values.count != 1 else {
      guard let bytes = Self.rank(of: values[0]) else { return nil }
      self.bytes = bytes
      return
    }
    // Two zero bytes end a rank. Inside a rank a zero byte is followed by 255.
    bytes = values.flatMap { value in (Self.rank(of: value) ?? []).flatMap { $0 == 0 ? [0, 255] : [$0] } + [0, 0] }
  }

  private static func rank(of value: QueryValue) -> [UInt8]? {
    value.withoutNaN.family.map { [$0.rank] + bytes(of: value) }
  }

  private static func bytes(of value: QueryValue) -> [UInt8] {
    switch value {
    case .string(let text), .url(let text): Array(text.utf8)
    case .data(let bytes): bytes
    case .boolean(let value): bytes(of: QueryDecimal(value ? 1 : 0))
    case .integer(let number): bytes(of: QueryDecimal(number))
    case .decimal(let number): bytes(of: number)
    case .double(let number): bytes(of: number)
    case .date(let seconds): bytes(bigEndian: seconds)
    case .uuid(let uuid): uuid.bytes
    case .object, .reference: value.reference.map { bytes(bigEndian: UInt64(bitPattern: $0.key) ^ 1 << 63) } ?? []
    case .null, .array, .set, .dictionary: []
    }
  }

  /// The sign, the exponent of the first digit, the digits, and an end. For negative numbers all these bytes are inverted.
  private static func bytes(of number: QueryDecimal) -> [UInt8] {
    guard number.digits != [0] else { return [1] }
    let power = UInt32(bitPattern: Int32(clamping: number.digits.count + number.exponent)) ^ 0x8000_0000
    let size = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: power >> $0) } + number.digits.map { $0 + 1 } + [0]
    return number.isNegative ? [0] + size.map { ~$0 } : [2] + size
  }

  /// The bytes of a double: a whole number by its exact digits, any other number by its shortest text. Infinities sort outside of all other numbers.
  private static func bytes(of number: Double) -> [UInt8] {
    if let whole = Int64(exactly: number) { return bytes(of: QueryDecimal(whole)) }
    if let decimal = QueryDecimal("\(number)") { return bytes(of: decimal) }
    return number < 0 ? [0] : [3]
  }

  /// The bits of a double, changed so that they sort like numbers.
  private static func bytes(bigEndian number: Double) -> [UInt8] {
    let bits = (number == 0 ? 0 : number).bitPattern
    return bytes(bigEndian: bits >> 63 == 0 ? bits | 1 << 63 : ~bits)
  }

  private static func bytes(bigEndian number: UInt64) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
  }
}

/// The type of the language that a value in SQL has. Several types of the language share one representation in SQL. A function that calls the
/// language's own code receives one letter for each argument.
enum SQLValueTag: String, Sendable, CaseIterable {
  /// 0 and 1.
  case boolean = "b"
  /// Stored numbers.
  case integer = "i"
  /// Numbers as doubles, including whole ones.
  case double = "r"
  case string = "s"
  /// Seconds since 2001.
  case date = "d"
  case data = "x"
  /// 16 bytes.
  case uuid = "g"
  /// Text that is a URL.
  case url = "u"
  /// Text that is a decimal number.
  case decimal = "n"
  /// A value of a column. Its storage class is its type.
  case stored = "v"
  /// Text or bytes that are JSON, or a number.
  case json = "j"
  /// A value that contains its own type; see ``SQLBox``.
  case box = "o"

  /// The tag with a letter. It is looked up for each argument of each call, so no text is made.
  init?(letter: UInt8) {
    let place = Int(letter) &- 0x61
    guard Self.byLetter.indices.contains(place), let tag = Self.byLetter[place] else { return nil }
    self = tag
  }

  private static let byLetter: [SQLValueTag?] = {
    var tags = [SQLValueTag?](repeating: nil, count: 26)
    for tag in allCases { for letter in tag.rawValue.utf8 { tags[Int(letter) - 0x61] = tag } }
    return tags
  }()

  /// The tag of the representation that a type has in SQL; nil for a type without one.
  init?(_ type: QueryType) {
    switch type {
    case .boolean: self = .boolean
    case .integer: self = .integer
    case .double: self = .double
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    case .uuid: self = .uuid
    case .url: self = .url
    case .any, .decimal, .object, .collection, .dictionary: return nil
    }
  }
}
