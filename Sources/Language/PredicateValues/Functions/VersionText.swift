import PredicateSyntax

/// Converts a version to a text, so that the order of these texts is the order of the versions.
///
/// A version consists of numbers (runs of digits) and words (runs of letters). All other ASCII characters are separators. At the same position, a
/// word sorts before the end of a version, and the end sorts before a number: `2.0b1 < 2.0 < 2.0.1`. Zeros before a word or the end are ignored.
///
/// ```swift
/// VersionText.key(of: "10.9")!.utf8.lexicographicallyPrecedes(VersionText.key(of: "10.14")!.utf8)  // true
/// ```
enum VersionText {
  private enum Part: Equatable {
    /// A run of digits without leading zeros; `0` for zero.
    case number(ArraySlice<UInt8>)
    /// A run of letters. ASCII letters are in lower case.
    case word([UInt8])

    static let zero = Part.number([UInt8(ascii: "0")])
  }

  /// The sortable form of a version; nil for a text without a digit, which is not a version. Linear.
  static func key(of text: String) -> String? {
    var parts = parts(of: Array(text.utf8))
    guard parts.contains(where: { if case .number = $0 { true } else { false } }) else { return nil }
    parts = withoutZeros(parts)
    var key: [UInt8] = []
    for part in parts {
      switch part {
      case .word(let letters):
        key.append(UInt8(ascii: "1"))
        key += letters
        // `!` sorts before any letter.
        key.append(UInt8(ascii: "!"))
      case .number(let digits):
        // The number of digits precedes the digits, and the length of this count precedes the count. So longer numbers sort later.
        let count = String(digits.count).utf8
        key.append(UInt8(ascii: "3"))
        key += String(count.count).utf8
        key += count
        key += digits
      }
    }
    key.append(UInt8(ascii: "2"))
    return String(decoding: key, as: UTF8.self)
  }

  private static func isUpper(_ byte: UInt8) -> Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0x80 || ByteClass.isLetter(byte) }

  private static func parts(of bytes: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var index = 0
    while index < bytes.count {
      let start = index
      if ByteClass.isDigit(bytes[index]) {
        while index < bytes.count, ByteClass.isDigit(bytes[index]) { index += 1 }
        let digits = bytes[start..<index].drop { $0 == UInt8(ascii: "0") }
        parts.append(digits.isEmpty ? .zero : .number(digits))
      } else if isLetter(bytes[index]) {
        while index < bytes.count, isLetter(bytes[index]) { index += 1 }
        let word = bytes[start..<index].map { isUpper($0) ? $0 + 32 : $0 }
        // The `v` of `v14` is ignored.
        let isMark =
          parts.isEmpty && word == [UInt8(ascii: "v")] && index < bytes.count && ByteClass.isDigit(bytes[index])
        if !isMark { parts.append(.word(word)) }
      } else {
        index += 1
      }
    }
    return parts
  }

  /// The parts without zeros before a word or the end.
  private static func withoutZeros(_ parts: [Part]) -> [Part] {
    var kept: [Part] = []
    for part in parts {
      if case .word = part { while kept.last == .zero { kept.removeLast() } }
      kept.append(part)
    }
    while kept.last == .zero { kept.removeLast() }
    return kept
  }
}
