import PredicateDocuments
import PredicateModel

/// Binary property lists. Their object table stores equal texts and integers once.
enum BinaryStoreFormat {
  static let magic = Array("bplist00".utf8)

  static func bytes(of root: StoreNode) -> [UInt8] {
    var writer = BinaryStoreWriter()
    return writer.bytes(of: root)
  }

  static func root(of bytes: [UInt8]) throws(StoreFileDamage) -> StoreNode {
    guard bytes.starts(with: magic) else { throw StoreFileDamage("expected a binary property list", at: "byte 0") }
    do throws(PropertyListDamage) {
      var reader = BinaryStoreReader(table: try PropertyListTable(bytes))
      return try reader.object(reader.table.root, depth: 0)
    } catch {
      throw StoreFileDamage(error.message, at: "byte \(error.offset)")
    }
  }
}

/// Reads a binary property list. An untrusted file costs at most time and memory in proportion to its size.
struct BinaryStoreReader {
  private static let maximumDepth = 64

  let table: PropertyListTable
  /// The number of objects read. Each reference takes a byte, so a file whose objects share no containers has fewer objects than bytes.
  private var readCount = 0

  init(table: PropertyListTable) { self.table = table }

  mutating func object(_ number: Int, depth: Int) throws(PropertyListDamage) -> StoreNode {
    let start = try table.place(of: number)
    readCount += 1
    guard depth < Self.maximumDepth, readCount <= table.bytes.count else {
      throw PropertyListDamage("two objects contain each other", at: start)
    }
    switch try table.object(at: start) {
    case .boolean(let truth): return .boolean(truth)
    case .integer(let number): return .integer(number)
    case .real(let number): return .real(number)
    case .data(let range): return .data(Array(table.bytes[range]))
    case .text(let range):
      guard table.bytes[range].allSatisfy({ $0 < 0x80 }) else {
        throw PropertyListDamage("a text that must be ASCII contains another byte", at: start)
      }
      return .text(String(decoding: table.bytes[range], as: UTF8.self))
    case .wideText(let range):
      guard let text = String(validating: table.units(in: range), as: UTF16.self) else {
        throw PropertyListDamage("a text in UTF-16 contains half of a surrogate pair", at: start)
      }
      return .text(text)
    case .list(let range):
      var elements: [StoreNode] = []
      for place in table.references(in: range) {
        elements.append(try object(table.reference(at: place), depth: depth + 1))
      }
      return .list(elements)
    case .dictionary(let range):
      let half = range.count / 2
      var members: [StoreMember] = []
      for place in table.references(in: range.prefix(half)) {
        guard case .text(let name) = try object(table.reference(at: place), depth: depth + 1) else {
          throw PropertyListDamage("a name is not a text", at: place)
        }
        members.append(StoreMember(name, try object(table.reference(at: place + half), depth: depth + 1)))
      }
      return .dictionary(members)
    case .wideInteger, .date, .set, .archiveReference, .other:
      throw PropertyListDamage("a store file cannot contain an object of the type \(table.bytes[start])", at: start)
    }
  }
}

/// Writes a binary property list.
struct BinaryStoreWriter {
  /// An object of the table. A list has the numbers of its elements. A dictionary has the numbers of its names, then of its values.
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
  /// The numbers of the texts and integers in the table. Texts are compared by their bytes, because Swift's equality is canonical.
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

  /// Adds a value to the table. Property lists have no null, so null is an empty list.
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

  /// The number of bytes that hold any number below a bound.
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

  /// Appends the first byte of an object, with its count.
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
