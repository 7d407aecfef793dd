import PredicateSyntax

/// The lines of a file: which line and column a byte has.
package struct FileLines {
  private let bytes: [UInt8]
  private let lines: LineStarts

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lines = LineStarts(bytes)
  }

  /// The line and the column of a byte, from 1; columns in Unicode scalars, without a byte order mark.
  package func position(_ offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = lines.line(of: offset)
    let scalars = String(decoding: bytes[lines[line].lowerBound..<offset], as: UTF8.self).unicodeScalars
    let mark = line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 1 : 0
    return (line + 1, scalars.count - mark + 1)
  }

  /// The line in which a range begins, and the range in it.
  func excerpt(_ range: SourceRange) -> (text: String, place: SourceRange) {
    let lower = min(Int(range.lowerBound), bytes.count)
    let line = lines[lines.line(of: lower)]
    let text = String(decoding: bytes[line], as: UTF8.self)
    let upper = max(min(Int(range.upperBound), line.upperBound), lower)
    return (text, SourceRange(lower - line.lowerBound, upper - line.lowerBound))
  }
}
