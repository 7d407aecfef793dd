import PredicateSyntax

/// The lines of a file: which line and column a byte has.
package struct FileLines {
  private let bytes: [UInt8]
  /// The first byte of each line.
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isReturn = byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if byte == 0x0A || isReturn { starts.append(index + 1) }
    }
    self.starts = starts
  }

  /// The number of the line of a byte, from 0.
  private func line(_ offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The line and the column of a byte, from 1; columns in Unicode scalars, without a byte order mark.
  package func position(_ offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    let line = line(offset)
    let scalars = String(decoding: bytes[starts[line]..<offset], as: UTF8.self).unicodeScalars
    let mark = line == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) && offset >= 3 ? 1 : 0
    return (line + 1, scalars.count - mark + 1)
  }

  /// The line in which a range begins, and the range in it.
  func excerpt(_ range: SourceRange) -> (text: String, place: SourceRange) {
    let lower = min(Int(range.lowerBound), bytes.count)
    let line = line(lower)
    let start = starts[line]
    let end = line + 1 < starts.count ? starts[line + 1] : bytes.count
    let text = String(decoding: bytes[start..<end], as: UTF8.self)
    return (text, SourceRange(lower - start, max(min(Int(range.upperBound), end) - start, lower - start)))
  }
}
