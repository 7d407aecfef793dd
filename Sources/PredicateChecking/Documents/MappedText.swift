import PredicateSyntax

/// A text that stands in a file in another form, with the place in the file of each of its bytes.
///
/// ```swift
/// // the file has "name == \"a\"", the text is name == "a"
/// mapped.place(of: SourceRange(8, 11))  // the five bytes \"a\" … of the file
/// ```
public struct MappedText: Sendable {
  /// The text as the consumer reads it.
  public private(set) var text = ""
  /// For each byte of the text the first byte of the file that it was written as.
  private var starts: [Int] = []
  /// For each byte of the text the end of what it was written as.
  private var ends: [Int] = []

  init() {}

  /// A text that stands in a file as it is.
  init(_ bytes: ArraySlice<UInt8>) {
    self.init()
    append(bytes)
  }

  /// Appends bytes that stand in the file as they are.
  mutating func append(_ bytes: ArraySlice<UInt8>) {
    text += String(decoding: bytes, as: UTF8.self)
    starts += Array(bytes.indices)
    ends += bytes.indices.map { $0 + 1 }
    repairLength(bytes.endIndex)
  }

  /// Appends a text that is written as some bytes of the file.
  mutating func append(_ part: String, from range: Range<Int>) {
    text += part
    starts += [Int](repeating: range.lowerBound, count: part.utf8.count)
    ends += [Int](repeating: range.upperBound, count: part.utf8.count)
    repairLength(range.upperBound)
  }

  /// Appends another text, which stands elsewhere in the file.
  mutating func append(_ other: MappedText) {
    text += other.text
    starts += other.starts
    ends += other.ends
  }

  /// Bytes that are no UTF-8 become longer when they are read: their places are those of the last byte.
  private mutating func repairLength(_ end: Int) {
    while starts.count < text.utf8.count {
      starts.append(max(end - 1, 0))
      ends.append(end)
    }
    if starts.count > text.utf8.count {
      starts.removeLast(starts.count - text.utf8.count)
      ends.removeLast(ends.count - text.utf8.count)
    }
  }

  /// The place in the file of a part of the text.
  public func place(of range: SourceRange) -> SourceRange {
    guard !range.isNone, let last = ends.last, let first = starts.first else { return .none }
    let lower = Int(range.lowerBound) < starts.count ? starts[Int(range.lowerBound)] : last
    let upper = range.upperBound == 0 ? first : ends[min(Int(range.upperBound), ends.count) - 1]
    return SourceRange(lower, max(lower, upper))
  }

  /// Whether a byte of the text is written as several bytes of the file: by an escape.
  func isEscaped(at offset: Int) -> Bool {
    starts.indices.contains(offset) && ends[offset] - starts[offset] > 1
  }

  /// Whether nothing stands in it but white space.
  var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}
