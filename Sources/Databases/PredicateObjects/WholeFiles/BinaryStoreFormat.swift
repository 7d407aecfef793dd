/// Binary property lists: an object table, in which equal texts and integers stand once.
enum BinaryStoreFormat {
  static let magic = Array("bplist00".utf8)

  static func bytes(of root: StoreNode) -> [UInt8] {
    var writer = BinaryStoreWriter()
    return writer.bytes(of: root)
  }

  static func root(of bytes: [UInt8]) throws(StoreFileDamage) -> StoreNode {
    var reader = try BinaryStoreReader(bytes)
    return try reader.root()
  }
}

/// Reads a binary property list. A file by anybody costs at most time and memory in proportion to its size.
struct BinaryStoreReader {
  private static let maximumDepth = 64

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let table: Int
  private let rootNumber: Int
  /// How many objects were read. Each reference takes a byte, so that a file whose objects share no containers has fewer than bytes.
  private var readCount = 0

  init(_ bytes: [UInt8]) throws(StoreFileDamage) {
    guard bytes.starts(with: BinaryStoreFormat.magic) else {
      throw StoreFileDamage("expected a binary property list", at: "byte 0")
    }
    let trailer = bytes.count - 32
    guard trailer >= BinaryStoreFormat.magic.count else {
      throw StoreFileDamage("the file ends before its trailer", at: "byte \(bytes.count)")
    }
    func number(_ start: Int) -> Int? {
      Int(exactly: bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = number(trailer + 8), let root = number(trailer + 16), let table = number(trailer + 24),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), root < count, table <= trailer,
      count <= (trailer - table) / offsetSize
    else { throw StoreFileDamage("the trailer contradicts the file", at: "byte \(trailer)") }
    self.bytes = bytes
    objectCount = count
    rootNumber = root
    self.table = table
  }

  mutating func root() throws(StoreFileDamage) -> StoreNode { try object(rootNumber, depth: 0) }

  /// A number of some bytes that lie before the table of offsets, or in it.
  private func number(_ start: Int, _ size: Int) throws(StoreFileDamage) -> Int {
    guard start >= 0, start <= bytes.count - size else {
      throw StoreFileDamage("an object lies outside of the file", at: "byte \(start)")
    }
    let value = bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    guard let number = Int(exactly: value) else { throw StoreFileDamage("a number is too large", at: "byte \(start)") }
    return number
  }

  private mutating func object(_ objectNumber: Int, depth: Int) throws(StoreFileDamage) -> StoreNode {
    guard objectNumber < objectCount else {
      throw StoreFileDamage("there is no object \(objectNumber)", at: "byte \(table)")
    }
    let start = try number(table + objectNumber * offsetSize, offsetSize)
    readCount += 1
    guard depth < Self.maximumDepth, readCount <= bytes.count else {
      throw StoreFileDamage("objects contain one another", at: "byte \(start)")
    }
    let marker = try number(start, 1)
    switch marker {
    case 0x08, 0x09: return .boolean(marker == 0x09)
    case 0x10...0x13:
      let size = 1 << (marker & 0xF)
      if size < 8 { return .integer(Int64(try number(start + 1, size))) }
      return .integer(Int64(bitPattern: try bits(start + 1)))
    case 0x22: return .real(Double(Float(bitPattern: UInt32(try number(start + 1, 4)))))
    case 0x23: return .real(Double(bitPattern: try bits(start + 1)))
    default: break
    }
    switch marker >> 4 {
    case 0x4:
      let range = try contents(start, unit: 1)
      return .data(Array(bytes[range]))
    case 0x5:
      let range = try contents(start, unit: 1)
      guard bytes[range].allSatisfy({ $0 < 0x80 }) else {
        throw StoreFileDamage("a text has a byte that is not ASCII", at: "byte \(start)")
      }
      return .text(String(decoding: bytes[range], as: UTF8.self))
    case 0x6:
      let range = try contents(start, unit: 2)
      let units = stride(from: range.lowerBound, to: range.upperBound, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      guard let text = String(validating: units, as: UTF16.self) else {
        throw StoreFileDamage("a text has half of a surrogate pair", at: "byte \(start)")
      }
      return .text(text)
    case 0xA:
      let range = try contents(start, unit: referenceSize)
      var elements: [StoreNode] = []
      for place in stride(from: range.lowerBound, to: range.upperBound, by: referenceSize) {
        elements.append(try object(number(place, referenceSize), depth: depth + 1))
      }
      return .list(elements)
    case 0xD:
      let range = try contents(start, unit: 2 * referenceSize)
      let half = range.count / 2
      var members: [StoreMember] = []
      for place in stride(from: range.lowerBound, to: range.lowerBound + half, by: referenceSize) {
        guard case .text(let name) = try object(number(place, referenceSize), depth: depth + 1) else {
          throw StoreFileDamage("a name is no text", at: "byte \(place)")
        }
        members.append(StoreMember(name, try object(number(place + half, referenceSize), depth: depth + 1)))
      }
      return .dictionary(members)
    default: throw StoreFileDamage("an object of the type \(marker) means nothing here", at: "byte \(start)")
    }
  }

  private func bits(_ start: Int) throws(StoreFileDamage) -> UInt64 {
    guard start <= bytes.count - 8 else {
      throw StoreFileDamage("an object lies outside of the file", at: "byte \(start)")
    }
    return bytes[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }

  /// Where the contents of an object stand behind its marker and its count.
  private func contents(_ start: Int, unit: Int) throws(StoreFileDamage) -> Range<Int> {
    var count = try number(start, 1) & 0xF
    var first = start + 1
    if count == 15 {
      let marker = try number(first, 1)
      guard (0x10...0x13).contains(marker) else {
        throw StoreFileDamage("a count is no integer", at: "byte \(first)")
      }
      let size = 1 << (marker & 0xF)
      count = try number(first + 1, size)
      first += 1 + size
    }
    guard first <= bytes.count, count <= (bytes.count - first) / unit else {
      throw StoreFileDamage("an object goes beyond the end of the file", at: "byte \(start)")
    }
    return first..<first + count * unit
  }
}

/// Writes a binary property list.
struct BinaryStoreWriter {
  /// An object of the table. A list has the numbers of its elements, a dictionary those of its names, then those of its values.
  private enum Object {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case data([UInt8])
    case list([Int])
    case dictionary([Int])
  }

  private var objects: [Object] = []
  /// The numbers of the texts and the integers that are in the table. Texts count by their bytes: Swift's equality is canonical.
  private var texts: [[UInt8]: Int] = [:]
  private var integers: [Int64: Int] = [:]

  mutating func bytes(of root: StoreNode) -> [UInt8] {
    let rootNumber = add(root)
    let referenceSize = Self.size(of: objects.count)
    var output = BinaryStoreFormat.magic
    var offsets: [Int] = []
    offsets.reserveCapacity(objects.count)
    for object in objects {
      offsets.append(output.count)
      Self.append(object, referenceSize, to: &output)
    }
    let table = output.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { Self.append(offset, size: offsetSize, to: &output) }
    output += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, rootNumber, table] { Self.append(number, size: 8, to: &output) }
    return output
  }

  /// Puts a value into the table. A property list has no null: it is an empty list.
  private mutating func add(_ node: StoreNode) -> Int {
    switch node {
    case .null: return append(.list([]))
    case .boolean(let truth): return append(.boolean(truth))
    case .integer(let number):
      if let known = integers[number] { return known }
      integers[number] = objects.count
      return append(.integer(number))
    case .real(let number): return append(.real(number))
    case .text(let text): return add(text: text)
    case .data(let bytes): return append(.data(bytes))
    case .list(let elements):
      var numbers: [Int] = []
      numbers.reserveCapacity(elements.count)
      for element in elements { numbers.append(add(element)) }
      return append(.list(numbers))
    case .dictionary(let members):
      var numbers: [Int] = []
      numbers.reserveCapacity(2 * members.count)
      for member in members { numbers.append(add(text: member.name)) }
      for member in members { numbers.append(add(member.value)) }
      return append(.dictionary(numbers))
    }
  }

  private mutating func add(text: String) -> Int {
    let bytes = Array(text.utf8)
    if let known = texts[bytes] { return known }
    texts[bytes] = objects.count
    return append(.text(text))
  }

  private mutating func append(_ object: Object) -> Int {
    objects.append(object)
    return objects.count - 1
  }

  /// How many bytes hold any number below a bound.
  private static func size(of bound: Int) -> Int {
    bound <= 0xFF ? 1 : bound <= 0xFFFF ? 2 : bound <= 0xFFFF_FFFF ? 4 : 8
  }

  private static func append(_ number: Int, size: Int, to output: inout [UInt8]) {
    for shift in stride(from: 8 * (size - 1), through: 0, by: -8) {
      output.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  private static func appendInteger(_ number: Int64, to output: inout [UInt8]) {
    let size = number < 0 ? 8 : Self.size(of: Int(number))
    output.append(0x10 | UInt8(size.trailingZeroBitCount))
    append(Int(number), size: size, to: &output)
  }

  /// The first byte of an object, with its count.
  private static func appendMarker(_ kind: UInt8, _ count: Int, to output: inout [UInt8]) {
    output.append(kind << 4 | UInt8(min(count, 15)))
    if count >= 15 { appendInteger(Int64(count), to: &output) }
  }

  private static func append(_ object: Object, _ referenceSize: Int, to output: inout [UInt8]) {
    switch object {
    case .boolean(let truth): output.append(truth ? 9 : 8)
    case .integer(let number): appendInteger(number, to: &output)
    case .real(let number):
      output.append(0x23)
      append(Int(bitPattern: UInt(number.bitPattern)), size: 8, to: &output)
    case .text(let text):
      if text.utf8.allSatisfy({ $0 < 0x80 }) {
        appendMarker(5, text.utf8.count, to: &output)
        output += text.utf8
      } else {
        appendMarker(6, text.utf16.count, to: &output)
        for unit in text.utf16 { append(Int(unit), size: 2, to: &output) }
      }
    case .data(let bytes):
      appendMarker(4, bytes.count, to: &output)
      output += bytes
    case .list(let numbers):
      appendMarker(0xA, numbers.count, to: &output)
      for number in numbers { append(number, size: referenceSize, to: &output) }
    case .dictionary(let numbers):
      appendMarker(0xD, numbers.count / 2, to: &output)
      for number in numbers { append(number, size: referenceSize, to: &output) }
    }
  }
}
