/// Halves of surrogate pairs that stand alone among the escapes of a message, as `\ud83d` at the end of a string does. Editors whose text is
/// UTF-16 send them while somebody edits, and JSON's readers refuse the whole message for one.
enum LoneSurrogates {
  /// The message with `\ufffd` in the place of each: one UTF-16 unit for another, so that positions stay.
  static func replaced(in message: some Sequence<UInt8>) -> [UInt8] {
    var bytes = Array(message)
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "\\") else {
        position += 1
        continue
      }
      guard let unit = escapedUnit(in: bytes, at: position) else {
        // Another escape: its second byte begins none.
        position += 2
        continue
      }
      let next = escapedUnit(in: bytes, at: position + escapeLength)
      if UTF16.isLeadSurrogate(unit), let next, UTF16.isTrailSurrogate(next) {
        position += 2 * escapeLength
        continue
      }
      if UTF16.isSurrogate(unit) {
        bytes.replaceSubrange(position..<(position + escapeLength), with: #"\ufffd"#.utf8)
      }
      position += escapeLength
    }
    return bytes
  }

  private static var escapeLength: Int { 6 }

  /// The unit of an escape such as `\u00e9`; nil where none begins.
  private static func escapedUnit(in bytes: [UInt8], at position: Int) -> UInt16? {
    guard position + escapeLength <= bytes.count, bytes[position] == UInt8(ascii: "\\"),
      bytes[position + 1] == UInt8(ascii: "u")
    else { return nil }
    let digits = bytes[(position + 2)..<(position + escapeLength)]
    guard digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
    return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
  }
}
