/// Where the lines of a text begin. A line ends at `\n`, `\r\n` or `\r`.
package struct LineStarts: Sendable {
  /// The offset of the first byte of each line. There is at least one line.
  private let starts: [Int]
  /// The offset behind the last byte.
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

  /// The number of lines.
  package var count: Int { starts.count }

  /// The number of the line that holds a byte, from 0.
  package func line(of offset: Int) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The bytes of a line, its line break included.
  package subscript(line: Int) -> Range<Int> {
    starts[line]..<(line + 1 < starts.count ? starts[line + 1] : end)
  }
}
