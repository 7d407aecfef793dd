/// The part of a source line that is shown for a range, made safe for a terminal, and the position of the mark below it.
struct SourceExcerpt {
  /// The text of the source line, or a part of it with `…` at each cut.
  private(set) var line = ""
  /// The number of columns before the mark.
  private(set) var indent = 0
  /// The number of columns of the mark, at least one.
  private(set) var length = 1

  init(of range: SourceRange, in source: String, width: Int, tabStop: Int) {
    let bytes = Array(source.utf8)
    let (lineRange, marked) = Self.locate(range, in: bytes)
    let part = Self.neighbourhood(of: marked, in: lineRange, bytes)
    let cells = Self.cells(of: bytes[part], tabStop: tabStop)
    // The mark covers every character that the range touches.
    var first = cells.firstIndex { $0.end > marked.lowerBound } ?? cells.count
    let end = max(cells.firstIndex { $0.start >= marked.upperBound } ?? cells.count, first)
    // A combining mark has no column, so the mark of the issue begins at the character before it.
    while first > 0, first < cells.count, cells[first].columns == 0 { first -= 1 }
    show(
      cells, marked: first..<end, width: width,
      isCutBefore: part.lowerBound > lineRange.lowerBound, isCutBehind: part.upperBound < lineRange.upperBound)
  }

  /// The first line of a range, without its terminator, and the part of the range in this line.
  private static func locate(_ range: SourceRange, in bytes: [UInt8]) -> (line: Range<Int>, marked: Range<Int>) {
    func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
    var lower = min(Int(range.lowerBound), bytes.count)
    // The end of the source is shown after its last text, not on the empty line that follows.
    if lower == bytes.count { while lower > 0, isLineEnd(bytes[lower - 1]) { lower -= 1 } }
    // A range that begins between CR and LF begins at the end of the line.
    if lower > 0, lower < bytes.count, bytes[lower] == UInt8(ascii: "\n"), bytes[lower - 1] == UInt8(ascii: "\r") {
      lower -= 1
    }
    let start = bytes[..<lower].lastIndex(where: isLineEnd).map { $0 + 1 } ?? 0
    let end = bytes[lower...].firstIndex(where: isLineEnd) ?? bytes.count
    return (start..<end, lower..<max(lower, min(Int(range.upperBound), end)))
  }

  /// The bytes of the line up to 2,048 before and after the mark, cut between scalars. This bounds the work for a very long line.
  private static func neighbourhood(of marked: Range<Int>, in line: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    let reach = 2_048
    func boundary(_ offset: Int) -> Int {
      var offset = min(max(offset, line.lowerBound), line.upperBound)
      while offset > line.lowerBound, offset < line.upperBound, bytes[offset] & 0xC0 == 0x80 { offset -= 1 }
      return offset
    }
    return boundary(marked.lowerBound - reach)..<boundary(marked.lowerBound + reach)
  }

  /// A character of the source line, and the text that is shown for it.
  private struct Cell {
    var text: String
    var columns: Int
    /// The UTF-8 offsets of the character in the source.
    var start: Int
    var end: Int
  }

  private static func cells(of bytes: ArraySlice<UInt8>, tabStop: Int) -> [Cell] {
    var cells: [Cell] = []
    var column = 0
    var offset = bytes.startIndex
    for character in String(decoding: bytes, as: UTF8.self) {
      let text: String
      if character == "\t" {
        text = String(repeating: " ", count: DisplayWidth.columnsOfTab(at: column, tabStop: tabStop))
      } else {
        text = String(String.UnicodeScalarView(character.unicodeScalars.map(visible)))
      }
      let columns = DisplayWidth.columns(of: text)
      let end = offset + character.utf8.count
      cells.append(Cell(text: text, columns: columns, start: offset, end: end))
      column += columns
      offset = end
    }
    return cells
  }

  /// Replaces scalars that would disturb a terminal: control characters, line separators, changes of writing direction.
  static func visible(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0...0x1F: Unicode.Scalar(0x2400 + scalar.value) ?? "\u{FFFD}"
    case 0x7F: "\u{2421}"
    case 0x80...0x9F, 0x2028...0x202E, 0x2066...0x2069: "\u{FFFD}"
    default: scalar
    }
  }

  /// Shows the whole line if it fits. Otherwise shows a part: up to a third of the width is before the mark, or more if the line ends soon after the
  /// mark.
  private mutating func show(
    _ cells: [Cell], marked: Range<Int>, width: Int, isCutBefore: Bool, isCutBehind: Bool
  ) {
    var from = 0
    var to = cells.count
    if isCutBefore || isCutBehind || cells.reduce(0, { $0 + $1.columns }) > width {
      let room = width - 2
      from = marked.lowerBound
      var used = 0
      func take(_ limit: Int, before: Bool) {
        while before ? from > 0 : to < cells.count {
          let next = cells[before ? from - 1 : to]
          if used + next.columns > limit { return }
          used += next.columns
          if before { from -= 1 } else { to += 1 }
        }
      }
      to = from
      take(room / 3, before: true)
      take(room, before: false)
      take(room, before: true)
    }
    if from > 0 || isCutBefore {
      line = "…"
      indent = 1
    }
    for index in from..<to {
      line += cells[index].text
      if index < marked.lowerBound { indent += cells[index].columns }
    }
    if to < cells.count || isCutBehind { line += "…" }
    length = max(1, cells[marked.clamped(to: from..<to)].reduce(0) { $0 + $1.columns })
  }
}

/// Measures how many columns of a terminal a text takes.
///
/// Letters take one column. East Asian wide and full-width characters take two, and so do emoji, also a sequence of emoji that forms one picture.
/// Combining marks, format characters and control characters take none.
///
/// ```swift
/// DisplayWidth.columns(of: "café")      // 4
/// DisplayWidth.columns(of: "日本")      // 4
/// DisplayWidth.columns(of: "a\tb")      // 9: the tab goes on to column 8
/// ```
public enum DisplayWidth {
  /// The columns of a text that begins at the column `start`. `start` matters only for tabs: a tab continues to the next multiple of `tabStop`.
  /// Linear in the length.
  public static func columns(of text: String, from start: Int = 0, tabStop: Int = 8) -> Int {
    if !text.containsByte(where: { !(0x20...0x7E ~= $0) }) { return text.utf8.count }
    var column = start
    for character in text {
      if character == "\t" {
        column += columnsOfTab(at: column, tabStop: tabStop)
      } else {
        column += columns(of: character)
      }
    }
    return column - start
  }

  /// The number of columns from a column to the next tab stop.
  static func columnsOfTab(at column: Int, tabStop: Int) -> Int {
    let stop = max(tabStop, 1)
    return stop - column % stop
  }

  /// The columns of one character: 0, 1 or 2. A tab counts 0, as control characters do.
  public static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1 { return columns(of: first) }
    if first.properties.isEmoji, isRegionalIndicator(first) || scalars.dropFirst().contains(where: makesEmoji) {
      return 2
    }
    return scalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// Whether a scalar, after an emoji, makes one picture of it: variation selector 16, a joiner, a skin tone.
  private static func makesEmoji(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\u{FE0F}" || scalar == "\u{200D}" || scalar.properties.isEmojiModifier
  }

  private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
    (0x1F1E6...0x1F1FF).contains(scalar.value)
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    if (0x20...0x7E).contains(scalar.value) { return 1 }
    switch scalar.properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    case .format: return visibleFormats.contains(scalar.value) ? 1 : 0
    default: break
    }
    if joinedJamo.contains(where: { $0.contains(scalar.value) }) { return 0 }
    if isWide(scalar.value) { return 2 }
    return scalar.properties.isEmojiPresentation && !isRegionalIndicator(scalar) ? 2 : 1
  }

  /// Format characters that terminals draw: the soft hyphen and the Arabic, Syriac and Kaithi number signs.
  private static let visibleFormats: Set<UInt32> = [
    0xAD, 0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD,
  ]

  /// Hangul vowels and final consonants, drawn into the block of the consonant before them.
  private static let joinedJamo: [ClosedRange<UInt32>] = [0x1160...0x11FF, 0xD7B0...0xD7FB]

  /// The ranges that are wide or full-width in Unicode's East Asian Width, in ascending order. Ranges of emoji alone are left out: emoji are wide by
  /// their own property.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0x3247, 0x3250...0xA4CF, 0xA960...0xA97C,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6B, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
    0x16FE0...0x16FF6, 0x17000...0x18DF2, 0x1AFF0...0x1B2FB, 0x1D300...0x1D356, 0x1D360...0x1D376,
    0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248, 0x1F250...0x1F251, 0x1F260...0x1F265,
    0x20000...0x2FFFD, 0x30000...0x3FFFD,
  ]

  private static func isWide(_ value: UInt32) -> Bool {
    let place = wide.indices.partitionPoint { value <= wide[$0].upperBound }
    return place < wide.count && wide[place].contains(value)
  }
}
