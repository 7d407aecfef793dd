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
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
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
