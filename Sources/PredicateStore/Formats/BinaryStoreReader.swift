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
