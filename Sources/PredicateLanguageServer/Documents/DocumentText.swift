/// The text of a document: which place a byte has, and which byte a place has.
struct DocumentText {
  private(set) var bytes: [UInt8]
  /// The first byte of each line.
  private var starts: [Int]
  private let encoding: PositionEncoding

  init(_ text: String, _ encoding: PositionEncoding) {
    self.encoding = encoding
    bytes = Array(text.utf8)
    starts = Self.starts(in: bytes)
  }

  /// A line ends at `\n`, `\r\n` or `\r`.
  private static func starts(in bytes: [UInt8]) -> [Int] {
    var starts = [0]
    for (index, byte) in bytes.enumerated() {
      let isReturn = byte == 0x0D && !(index + 1 < bytes.count && bytes[index + 1] == 0x0A)
      if byte == 0x0A || isReturn { starts.append(index + 1) }
    }
    return starts
  }

  /// The place of a byte.
  func position(_ offset: Int) -> DocumentPosition {
    let offset = min(max(offset, 0), bytes.count)
    let line = starts.partitionIndex { $0 > offset } - 1
    return DocumentPosition(line: line, character: encoding.count(bytes[starts[line]..<offset]))
  }

  /// The place of a part.
  func range(_ range: Range<Int>) -> DocumentRange {
    DocumentRange(start: position(range.lowerBound), end: position(range.upperBound))
  }

  /// The byte of a place; of a place that does not exist the nearest one before it.
  func offset(_ position: DocumentPosition) -> Int {
    guard position.line >= 0, position.line < starts.count else { return position.line < 0 ? 0 : bytes.count }
    let start = starts[position.line]
    var end = position.line + 1 < starts.count ? starts[position.line + 1] : bytes.count
    while end > start, bytes[end - 1] == 0x0A || bytes[end - 1] == 0x0D { end -= 1 }
    return start + encoding.bytes(of: max(position.character, 0), in: bytes[start..<end])
  }

  /// The bytes of a part.
  func offsets(_ range: DocumentRange) -> Range<Int> {
    let start = offset(range.start)
    return start..<max(start, offset(range.end))
  }

  /// Puts a text in the place of a part, or of everything.
  mutating func replace(_ range: DocumentRange?, with text: String) {
    if let range {
      bytes.replaceSubrange(offsets(range), with: text.utf8)
    } else {
      bytes = Array(text.utf8)
    }
    starts = Self.starts(in: bytes)
  }
}

extension [Int] {
  /// The first position of a sorted array whose element passes, as all behind it do.
  fileprivate func partitionIndex(where passes: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if passes(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
