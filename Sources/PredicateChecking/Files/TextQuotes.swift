/// Whether a part of a format stands in a text of it.
enum TextQuotes {
  /// Whether an offset lies between the quotes of a text, where a value that is put in changes nothing but that text.
  ///
  /// ```swift
  /// TextQuotes.contain(9, in: "name == '$NAME'")  // true
  /// ```
  static func contain(_ offset: Int, in format: String) -> Bool {
    var quote: UInt8?
    for byte in format.utf8.prefix(offset) where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      if quote == nil { quote = byte } else if quote == byte { quote = nil }
    }
    return quote != nil
  }
}
