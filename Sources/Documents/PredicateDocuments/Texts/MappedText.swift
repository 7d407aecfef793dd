import PredicateSyntax

/// A text that is written differently in a file, for example with escapes. For each byte of the text it has the offset in the file.
///
/// ```swift
/// // the file has "name == \"a\"", the text is name == "a"
/// mapped.place(of: SourceRange(8, 9))  // the two bytes \" of the file
/// ```
public struct MappedText: Sendable {
  /// A part of the text, and the bytes of the file that write it.
  private struct Run {
    /// The offset of the part's first byte in the text.
    let start: Int
    var end: Int
    /// The part's bytes in the file.
    var file: Range<Int>
    /// Whether the file contains the part byte for byte. Otherwise all bytes of the part belong to all bytes in the file.
    let isPlain: Bool
  }

  /// The text after decoding.
  public private(set) var text = ""
  private var runs: [Run] = []
  /// The offset of an empty text in the file; nil for a text without a place.
  private var origin: Int?

  /// An empty text without a place.
  package init() {}

  /// A text that the file contains byte for byte.
  package init(_ bytes: ArraySlice<UInt8>) {
    self.init()
    append(bytes)
  }

  /// An empty text at a place of the file.
  package init(emptyAt place: Int) { origin = place }

  /// Appends bytes that the file contains byte for byte.
  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    origin = origin ?? bytes.startIndex
    if bytes.isEmpty { return }
    let start = text.utf8.count
    text += String(decoding: bytes, as: UTF8.self)
    // The run is not plain if the bytes were invalid UTF-8, because decoding makes them longer.
    add(Run(start: start, end: text.utf8.count, file: bytes.indices, isPlain: text.utf8.count - start == bytes.count))
  }

  /// Appends a text, with the range of the file that writes it.
  package mutating func append(_ part: String, from range: Range<Int>) {
    if part.isEmpty { return }
    let start = text.utf8.count
    text += part
    add(Run(start: start, end: text.utf8.count, file: range, isPlain: part.utf8.count == 1 && range.count == 1))
  }

  /// Appends another text from the same file.
  package mutating func append(_ other: MappedText) {
    let start = text.utf8.count
    text += other.text
    for run in other.runs {
      add(Run(start: run.start + start, end: run.end + start, file: run.file, isPlain: run.isPlain))
    }
  }

  /// The text without its first `count` bytes, which must be whole characters. Linear in the number of escapes.
  package func dropFirst(_ count: Int) -> MappedText {
    var rest = MappedText()
    rest.text = String(decoding: text.utf8.dropFirst(count), as: UTF8.self)
    rest.origin = Int(place(of: SourceRange(count, count)).lowerBound)
    for run in runs where run.end > count {
      let cut = max(count - run.start, 0)
      let lower = run.file.lowerBound + (run.isPlain ? cut : 0)
      rest.add(
        Run(
          start: max(run.start - count, 0), end: run.end - count, file: lower..<run.file.upperBound,
          isPlain: run.isPlain))
    }
    return rest
  }

  /// This text with its places in the outer file. Its present places are offsets in `outer`, which is a text of the outer file.
  ///
  /// A YAML file may contain a property list as a text. The reader of property lists counts offsets in that text; this function turns them into
  /// offsets in the YAML file. Linear in the number of escapes in both.
  package func placed(in outer: MappedText) -> MappedText {
    var whole = MappedText()
    whole.text = text
    whole.origin = origin.map { outer.place(of: $0..<$0).lowerBound }
    for run in runs {
      guard run.isPlain else {
        whole.add(Run(start: run.start, end: run.end, file: outer.place(of: run.file), isPlain: false))
        continue
      }
      var offset = run.file.lowerBound
      while offset < run.file.upperBound, let around = outer.run(at: offset), offset < around.end {
        let upper = min(around.end, run.file.upperBound)
        let start = run.start + offset - run.file.lowerBound
        let file = around.isPlain ? outer.place(of: offset..<upper) : around.file
        whole.add(Run(start: start, end: start + upper - offset, file: file, isPlain: around.isPlain))
        offset = upper
      }
    }
    return whole
  }

  private mutating func add(_ run: Run) {
    if let last = runs.last, last.isPlain, run.isPlain, last.file.upperBound == run.file.lowerBound {
      runs[runs.count - 1].end = run.end
      runs[runs.count - 1].file = last.file.lowerBound..<run.file.upperBound
    } else {
      runs.append(run)
    }
  }

  /// The run that contains a byte of the text. For an offset after the text, the last run.
  private func run(at offset: Int) -> Run? {
    runs.isEmpty ? nil : runs[max(0, runs.indices.partitionPoint { runs[$0].start > offset } - 1)]
  }

  /// The range of the file that writes a part of the text.
  public func place(of range: SourceRange) -> SourceRange {
    guard !range.isNone, let first = run(at: Int(range.lowerBound)), let last = run(at: Int(range.upperBound) - 1)
    else { return origin.map { SourceRange($0, $0) } ?? .none }
    let lower = Int(range.lowerBound)
    let upper = Int(range.upperBound)
    let start =
      lower >= first.end ? first.file.upperBound : first.file.lowerBound + (first.isPlain ? lower - first.start : 0)
    let end =
      last.isPlain ? min(last.file.lowerBound + max(upper - last.start, 0), last.file.upperBound) : last.file.upperBound
    return SourceRange(start, upper == lower ? start : max(start, end))
  }

  /// The range of the file that writes a part of the text, both in bytes.
  package func place(of range: Range<Int>) -> Range<Int> {
    let place = place(of: SourceRange(range.lowerBound, range.upperBound))
    return Int(place.lowerBound)..<Int(place.upperBound)
  }

  /// The offset in the text of the byte that is written at an offset of the file, or by an escape around it. If no byte of the text is written there,
  /// the nearest one.
  ///
  /// ```swift
  /// mapped.offset(of: 9)  // 8, which is written as the bytes 8 and 9
  /// ```
  ///
  /// Logarithmic in the number of escapes.
  package func offset(of place: Int) -> Int {
    if runs.isEmpty { return 0 }
    let run = runs[max(0, runs.indices.partitionPoint { runs[$0].file.lowerBound > place } - 1)]
    if place >= run.file.upperBound { return run.end }
    return run.isPlain ? min(run.start + max(place - run.file.lowerBound, 0), run.end) : run.start
  }

  /// Whether the file writes a byte of the text as several bytes, an escape.
  package func isEscaped(at offset: Int) -> Bool {
    guard let run = run(at: offset), offset < run.end else { return false }
    return !run.isPlain && run.file.count > 1
  }

  /// Whether the text is empty or only white space.
  package var isBlank: Bool { text.utf8.allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}
