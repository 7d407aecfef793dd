import PredicateSyntax

/// The lines of a file: which line and column a byte has.
package struct FileLines {
  private let bytes: [UInt8]
  private let lines: LineStarts
  /// How many scalars begin before each portion of bytes.
  private let scalarCounts: [Int]

  private static let portion = 1_024
  /// The most bytes before and behind an error that are shown of a line.
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

  /// The lines up to one place and a part of what follows it, of the bytes of a file. Linear in the offset, whatever the size of the file.
  package init(_ bytes: [UInt8], around offset: Int) {
    // Two bytes of UTF-16 become one byte of UTF-8 or more.
    let start = Array(bytes.prefix((offset + Self.reach) * 2 + 2))
    self.init(Array(FileText.utf8(start).prefix(offset + Self.reach)))
  }

  /// How many scalars begin before a byte.
  private func scalars(before offset: Int) -> Int {
    let portion = offset / Self.portion
    let rest = bytes[portion * Self.portion..<offset]
    return scalarCounts[portion] + rest.reduce(0) { $1 & 0xC0 != 0x80 ? $0 + 1 : $0 }
  }

  /// The line and the column of a byte, from 1; columns in Unicode scalars, without a byte order mark. Logarithmic in the number of lines.
  package func position(_ offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    let count = scalars(before: offset) - scalars(before: lines[line].lowerBound)
    let mark = line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 1 : 0
    return (line + 1, count - mark + 1)
  }

  /// The line in which a range begins, and the range in it. Of a long line the part around the range.
  func excerpt(_ range: SourceRange) -> (text: String, place: SourceRange) {
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
