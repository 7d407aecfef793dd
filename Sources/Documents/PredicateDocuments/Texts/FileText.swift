import PredicateSyntax

/// The bytes of a file as UTF-8.
package enum FileText {
  /// The bytes of a file as UTF-8. A file in UTF-16, and XML that declares a Latin encoding, are converted, so that offsets count the bytes of the
  /// result. Linear.
  ///
  /// A file is UTF-16 if it has a byte order mark of UTF-16, or if one byte of its first character, `<` or `{`, is zero. An unpaired surrogate
  /// becomes U+FFFD. A file in UTF-32 stays unchanged.
  ///
  /// ```swift
  /// FileText.utf8([0xFF, 0xFE, 0x61, 0x00])                                            // [0x61]
  /// FileText.utf8(Array("<?xml version='1.0' encoding='ISO-8859-1'?><a>".utf8) + [0xE9])  // ends with the two bytes of é
  /// ```
  package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
    guard let (isLittleEndian, start) = order(bytes) else {
      guard WindowsLatin.isDeclared(in: bytes) else { return bytes }
      return Array(String(String.UnicodeScalarView(bytes.map { WindowsLatin.scalar($0) })).utf8)
    }
    let units = (0..<(bytes.count - start) / 2).lazy.map { unit in
      let pair = (UInt16(bytes[start + unit * 2]), UInt16(bytes[start + unit * 2 + 1]))
      return isLittleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  /// The same bytes as ``utf8(_:)``, checked to be UTF-8.
  ///
  /// - Throws: ``DocumentIssue`` at the first byte that is not part of a UTF-8 character.
  package static func validUTF8(_ bytes: [UInt8]) throws(DocumentIssue) -> [UInt8] {
    let text = utf8(bytes)
    if String(validating: text, as: UTF8.self) != nil { return text }
    var position = 0
    var decoder = UTF8()
    var iterator = text.makeIterator()
    while case .scalarValue(let scalar) = decoder.decode(&iterator) { position += UTF8.width(scalar) }
    throw DocumentIssue("the file must be text in UTF-8, found another encoding", at: position)
  }

  /// Whether ``utf8(_:)`` changes the bytes of the file.
  package static func isConverted(_ bytes: [UInt8]) -> Bool {
    order(bytes) != nil || WindowsLatin.isDeclared(in: bytes)
  }

  /// Whether a file begins with the byte order mark of UTF-32.
  package static func isUTF32(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF])
  }

  /// The byte order of the UTF-16 units, and the offset of the first unit. Nil for a file that is not UTF-16.
  private static func order(_ bytes: [UInt8]) -> (isLittleEndian: Bool, start: Int)? {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) { return nil }
    if bytes.starts(with: [0xFF, 0xFE]) { return (true, 2) }
    if bytes.starts(with: [0xFE, 0xFF]) { return (false, 2) }
    for first in "<{".utf8 {
      if bytes.starts(with: [first, 0]), bytes.count > 3, bytes[2] != 0, bytes[3] == 0 { return (true, 0) }
      if bytes.starts(with: [0, first]), bytes.count > 3, bytes[2] == 0, bytes[3] != 0 { return (false, 0) }
    }
    return nil
  }
}

/// Windows-1252, which is ISO 8859-1 with characters in place of 32 controls that texts do not use.
private enum WindowsLatin {
  private static let names: Set = ["iso-8859-1", "iso8859-1", "latin1", "windows-1252", "cp1252"]
  private static let upper = Array("€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  static func scalar(_ byte: UInt8) -> Unicode.Scalar {
    (0x80...0x9F).contains(byte) ? upper[Int(byte) - 0x80] : Unicode.Scalar(byte)
  }

  /// Whether a file begins with an XML declaration of ISO 8859-1 or Windows-1252.
  static func isDeclared(in bytes: [UInt8]) -> Bool {
    guard bytes.starts(with: "<?xml".utf8), let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: ">")) else {
      return false
    }
    let declaration = String(decoding: bytes[..<end], as: UTF8.self).lowercased()
    guard let encoding = declaration.firstRange(of: "encoding") else { return false }
    let parts = declaration[encoding.upperBound...]
      .split(omittingEmptySubsequences: false) { $0 == "\"" || $0 == "'" }
    return parts.count > 1 && names.contains(String(parts[1]))
  }
}

/// The offset of the first byte of each line. A line ends at `\n`, `\r\n` or `\r`.
package struct LineStarts: Sendable {
  /// The offsets, ascending. There is at least one line.
  private let starts: [Int]
  /// The offset after the last byte.
  private let end: Int

  package init(_ bytes: [UInt8]) {
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isReturn = byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if byte == 0x0A || isReturn { starts.append(index + 1) }
    }
    self.starts = starts
    end = bytes.count
  }

  package var count: Int { starts.count }

  /// The number of the line that contains a byte, from 0.
  package func line(of offset: Int) -> Int {
    max(0, starts.indices.partitionPoint { starts[$0] > offset } - 1)
  }

  /// The bytes of a line, its line break included.
  package subscript(line: Int) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : end)
  }
}

/// The lines of a file. They give the line and column of a byte.
package struct FileLines {
  private let bytes: [UInt8]
  private let lines: LineStarts
  /// The number of scalars before each portion of bytes.
  private let scalarCounts: [Int]

  private static let portion = 1_024
  /// The greatest number of bytes that an excerpt shows before and after an error.
  private static let reach = 2_000

  /// Linear in the number of bytes.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineStarts(bytes)
    var counts = [0]
    var count = 0
    for (index, byte) in bytes.enumerated() {
      if byte & 0xC0 != 0x80 { count += 1 }
      if (index + 1).isMultiple(of: Self.portion) { counts.append(count) }
    }
    scalarCounts = counts
  }

  /// The lines up to one offset, and some bytes after it. Takes time linear in the offset, whatever the size of the file.
  package init(_ bytes: [UInt8], around offset: Int) {
    // Two bytes of UTF-16 become at least one byte of UTF-8, so twice as many bytes of the file are enough.
    let start = Array(bytes.prefix((offset + Self.reach) * 2 + 2))
    self.init(Array(FileText.utf8(start).prefix(offset + Self.reach)))
  }

  /// The number of scalars that begin before a byte.
  private func scalars(before offset: Int) -> Int {
    let portion = offset / Self.portion
    let rest = bytes[portion * Self.portion..<offset]
    return scalarCounts[portion] + rest.reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 }
  }

  /// The line and the column of a byte, from 1. Columns count Unicode scalars, without a byte order mark. Logarithmic in the number of lines.
  package func position(_ offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    let count = scalars(before: offset) - scalars(before: lines[line].lowerBound)
    let mark = line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 1 : 0
    return (line + 1, count - mark + 1)
  }

  /// The line in which a range begins, and the position of the range in this line. A long line is cut around the range.
  package func excerpt(_ range: SourceRange) -> (text: String, place: SourceRange) {
    let lower = min(Int(range.lowerBound), bytes.count)
    let whole = lines[lines.line(of: lower)]
    var first = max(whole.lowerBound, lower - Self.reach)
    while first > whole.lowerBound, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    let line = first..<min(whole.upperBound, max(lower, Int(range.upperBound)) + Self.reach)
    let text = String(decoding: bytes[line], as: UTF8.self)
    let upper = max(min(Int(range.upperBound), line.upperBound), lower)
    return (text, SourceRange(lower - line.lowerBound, upper - line.lowerBound))
  }
}
