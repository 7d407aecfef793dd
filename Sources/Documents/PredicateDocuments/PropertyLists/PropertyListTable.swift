/// The objects of a binary property list, by their numbers.
///
/// ```swift
/// let table = try PropertyListTable(bytes)
/// let root = try table.object(at: table.place(of: table.root))  // .dictionary(…)
/// ```
///
/// The bytes of every object are inside the file. References may form a circle, so readers limit the references that they follow.
package struct PropertyListTable: Sendable {
  /// An object. The ranges of collections contain references to other objects.
  package enum Object {
    case boolean(Bool)
    case integer(Int64)
    /// An integer of 16 bytes.
    case wideInteger(high: Int64, low: UInt64)
    case real(Double)
    /// Seconds since 2001.
    case date(Double)
    case data(Range<Int>)
    /// A text in bytes, normally ASCII.
    case text(Range<Int>)
    /// A text in UTF-16 units.
    case wideText(Range<Int>)
    case list(Range<Int>)
    case set(Range<Int>)
    /// The references to the names, then the references to the values.
    case dictionary(Range<Int>)
    /// The number of an object in a keyed archive (`UID`); see ``KeyedArchive``.
    case archiveReference(Int)
    /// Null, or an object whose type files do not contain.
    case other
  }

  package let bytes: [UInt8]
  /// The number of the outermost object.
  package let root: Int
  private let offsetSize: Int
  /// The size of a reference in bytes.
  package let referenceSize: Int
  private let objectCount: Int
  private let offsets: Int

  package init(_ bytes: [UInt8]) throws(PropertyListDamage) {
    let trailer = bytes.count - 32
    guard trailer >= 8 else {
      throw PropertyListDamage("the file is too short for a binary property list", at: bytes.count)
    }
    func number(_ start: Int) -> Int? { Int(exactly: Self.word(bytes[start..<start + 8])) }
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard let count = number(trailer + 8), let root = number(trailer + 16), let offsets = number(trailer + 24),
      (1...8).contains(offsetSize), (1...8).contains(referenceSize), root < count, offsets <= trailer,
      count <= (trailer - offsets) / offsetSize
    else { throw PropertyListDamage("the end of the file is damaged", at: trailer) }
    self.bytes = bytes
    self.root = root
    self.offsets = offsets
    objectCount = count
  }

  /// The offset of an object's first byte.
  package func place(of object: Int) throws(PropertyListDamage) -> Int {
    guard object < objectCount else { throw PropertyListDamage("there is no object \(object)", at: offsets) }
    return try number(offsets + object * offsetSize, offsetSize)
  }

  /// The offsets of the references in a range of the file.
  package func references(in range: Range<Int>) -> StrideTo<Int> {
    stride(from: range.lowerBound, to: range.upperBound, by: referenceSize)
  }

  /// The number of the object at a reference.
  package func reference(at place: Int) throws(PropertyListDamage) -> Int { try number(place, referenceSize) }

  package func units(in range: Range<Int>) -> [UInt16] {
    stride(from: range.lowerBound, to: range.upperBound, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
  }

  /// The object whose first byte is at an offset.
  package func object(at start: Int) throws(PropertyListDamage) -> Object {
    let marker = try number(start, 1)
    switch marker {
    case 0x08, 0x09: return .boolean(marker == 0x09)
    // Integers of up to four bytes are unsigned. Integers of eight bytes are signed.
    case 0x10...0x12: return .integer(Int64(try number(start + 1, 1 << (marker & 0xF))))
    case 0x13: return .integer(Int64(bitPattern: try word(start + 1, 8)))
    case 0x14: return .wideInteger(high: Int64(bitPattern: try word(start + 1, 8)), low: try word(start + 9, 8))
    case 0x15...0x1F: throw PropertyListDamage("a number is too large", at: start)
    case 0x22: return .real(Double(Float(bitPattern: UInt32(try word(start + 1, 4)))))
    case 0x23: return .real(Double(bitPattern: try word(start + 1, 8)))
    case 0x32: return .date(Double(Float(bitPattern: UInt32(try word(start + 1, 4)))))
    case 0x33: return .date(Double(bitPattern: try word(start + 1, 8)))
    case 0x40...0x4F: return .data(try contents(start, unit: 1))
    case 0x50...0x5F: return .text(try contents(start, unit: 1))
    case 0x60...0x6F: return .wideText(try contents(start, unit: 2))
    case 0x80...0x87: return .archiveReference(try number(start + 1, marker - 0x7F))
    case 0x88...0x8F: throw PropertyListDamage("a number is too large", at: start)
    case 0xA0...0xAF: return .list(try contents(start, unit: referenceSize))
    case 0xC0...0xCF: return .set(try contents(start, unit: referenceSize))
    case 0xD0...0xDF: return .dictionary(try contents(start, unit: 2 * referenceSize))
    default: return .other
    }
  }

  /// The range of an object's contents. It begins after the object's marker and count.
  private func contents(_ start: Int, unit: Int) throws(PropertyListDamage) -> Range<Int> {
    var count = try number(start, 1) & 0xF
    var first = start + 1
    if count == 15 {
      let marker = try number(first, 1)
      guard (0x10...0x13).contains(marker) else { throw PropertyListDamage("a count is not an integer", at: first) }
      let size = 1 << (marker & 0xF)
      count = try number(first + 1, size)
      first += 1 + size
    }
    guard first <= bytes.count, count <= (bytes.count - first) / unit else {
      throw PropertyListDamage("the file ends inside an object", at: start)
    }
    return first..<first + count * unit
  }

  private func number(_ start: Int, _ size: Int) throws(PropertyListDamage) -> Int {
    guard let number = Int(exactly: try word(start, size)) else {
      throw PropertyListDamage("a number is too large", at: start)
    }
    return number
  }

  /// Bytes of the file as an unsigned number.
  private func word(_ start: Int, _ size: Int) throws(PropertyListDamage) -> UInt64 {
    guard start >= 0, start <= bytes.count - size else {
      throw PropertyListDamage(
        "the property list refers to an object outside of the file", at: max(0, min(start, bytes.count)))
    }
    return Self.word(bytes[start..<start + size])
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// An error in a binary property list, with its offset.
package struct PropertyListDamage: Error {
  package let message: String
  package let offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }
}
