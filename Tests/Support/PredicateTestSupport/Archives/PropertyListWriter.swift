/// Writes binary property lists, also those of keyed archives. Equal texts are one object.
package struct PropertyListWriter {
  package indirect enum Node {
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case data([UInt8])
    /// A reference of a keyed archive.
    case reference(Int)
    case list([Node])
    case dictionary([(String, Node)])
  }

  private var objects: [[UInt8]] = []
  private var texts: [String: Int] = [:]
  private let referenceSize = 4

  package static func bytes(of root: Node) -> [UInt8] {
    var writer = PropertyListWriter()
    let top = writer.add(root)
    var bytes = Array("bplist00".utf8)
    var offsets: [Int] = []
    for object in writer.objects {
      offsets.append(bytes.count)
      bytes += object
    }
    let table = bytes.count
    for offset in offsets { bytes += number(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, UInt8(writer.referenceSize)]
    for value in [offsets.count, top, table] { bytes += number(value, 8) }
    return bytes
  }

  /// Adds an object after those that it contains, and returns its number.
  private mutating func add(_ node: Node) -> Int {
    switch node {
    case .boolean(let truth): return append([truth ? 0x09 : 0x08])
    case .integer(let value): return append([0x13] + Self.number(Int(value), 8))
    case .real(let value): return append([0x23] + Self.number(Int(bitPattern: UInt(value.bitPattern)), 8))
    case .data(let bytes): return append(Self.head(0x40, bytes.count) + bytes)
    case .reference(let number): return append([0x83] + Self.number(number, 4))
    case .text(let text):
      if let known = texts[text] { return known }
      let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
      let number = append(
        isASCII
          ? Self.head(0x50, text.utf8.count) + Array(text.utf8)
          : Self.head(0x60, text.utf16.count) + text.utf16.flatMap { Self.number(Int($0), 2) })
      texts[text] = number
      return number
    case .list(let elements):
      let numbers = elements.map { add($0) }
      return append(Self.head(0xA0, elements.count) + references(numbers))
    case .dictionary(let members):
      let keys = members.map { add(.text($0.0)) }
      let values = members.map { add($0.1) }
      return append(Self.head(0xD0, members.count) + references(keys + values))
    }
  }

  private mutating func append(_ bytes: [UInt8]) -> Int {
    objects.append(bytes)
    return objects.count - 1
  }

  private func references(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { Self.number($0, referenceSize) } }

  private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    count < 15 ? [marker | UInt8(count)] : [marker | 15, 0x12] + number(count, 4)
  }

  private static func number(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }
}
