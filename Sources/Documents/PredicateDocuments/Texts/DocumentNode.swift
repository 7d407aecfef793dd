import PredicateValues

/// A value of a property list, JSON or YAML.
package enum DocumentNode: Sendable {
  case text(MappedText)
  /// A text of YAML without quotes. It may mean a number, a boolean or nothing: `14`, `true`, `~`. It is empty if the value is missing.
  case plain(MappedText)
  case list([DocumentNode])
  /// A table of keys and values in the order of the file.
  case table([DocumentMember])
  /// Data of a property list in XML, with its digits in Base64.
  case data(MappedText, QueryValue)
  /// A number, a date, a boolean, data of a binary property list, or nothing.
  case value(QueryValue)

  /// The text with its places in the file, with or without quotes. Nil for any other value and for a missing value.
  package var text: MappedText? {
    switch self {
    case .text(let text): text
    case .plain(let text): text.text.isEmpty ? nil : text
    default: nil
    }
  }

  /// The text, or the empty text at the place of a missing value of YAML.
  package var textOrMissing: MappedText? { if case .plain(let text) = self { text } else { text } }
}

package struct DocumentMember: Sendable {
  package let key: String
  package let value: DocumentNode
}

extension DocumentNode {
  /// The value that a program reads from the node. A table becomes a dictionary. A text of YAML without quotes has the type that YAML's core schema
  /// gives it.
  ///
  /// ```swift
  /// try YAMLDocument.read(Array("os_vers_major: 14".utf8)).value  // ["os_vers_major": 14]
  /// ```
  package var value: QueryValue {
    switch self {
    case .text(let text): .string(text.text)
    case .plain(let text): YAMLScalar.value(of: text.text)
    case .value(let value), .data(_, let value): value
    case .list(let elements): .array(elements.map(\.value))
    case .table(let members): .dictionary(QueryDictionary(members.map { ($0.key, $0.value.value) }))
    }
  }
}

/// The reason why a file cannot be read.
public struct DocumentIssue: Error, Sendable, Hashable {
  /// The reason, as a phrase.
  public let message: String
  /// The offset of the error in the file, in bytes.
  public let offset: Int

  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  package static let tooLarge = DocumentIssue("the file must not be larger than \(DocumentLimits.size) bytes", at: 0)
}

/// The limits of a document. A larger one is an error, so that no file takes all of the memory or time.
package enum DocumentLimits {
  /// The greatest nesting of values.
  package static let depth = 100
  /// The greatest number of visited values. A value that is used in several places counts once for each place.
  package static let values = 1_000_000
  /// The greatest number of bytes in a document that is read as a whole.
  package static let size = 64 << 20

  /// - Throws: ``DocumentIssue`` if a document has more bytes.
  package static func require(_ bytes: [UInt8]) throws(DocumentIssue) {
    if bytes.count > size { throw .tooLarge }
  }
}

/// Texts of YAML without quotes, by the core schema of YAML 1.2.
enum YAMLScalar {
  /// The value of a text. `14` is an integer, `14.2` a double, `true` a boolean, `~` null. Any other text is a string: `14.2.1`, `yes`, `2024-01-31`.
  static func value(of text: String) -> QueryValue {
    switch text {
    case "", "~", "null", "Null", "NULL": return .null
    case "true", "True", "TRUE": return .boolean(true)
    case "false", "False", "FALSE": return .boolean(false)
    default: return number(text) ?? .string(text)
    }
  }

  private static func number(_ text: String) -> QueryValue? {
    if text.hasPrefix("0x") { return Int64(text.dropFirst(2), radix: 16).map { .integer($0) } }
    if text.hasPrefix("0o") { return Int64(text.dropFirst(2), radix: 8).map { .integer($0) } }
    return PlainDigits.number(text, allowsPlus: true, allowsBarePoint: true)
  }
}

/// Numbers as documents write them in digits.
package enum PlainDigits {
  /// The greatest number of digits that a decimal keeps.
  private static let mostDigits = 38

  /// The number that a text is as a whole. Without a point and an exponent it is an integer, or a decimal if it needs more than 64 bits. Otherwise it
  /// is the nearest double. Nil for a text that is not a number, and for a number beyond the range of doubles.
  package static func number(_ text: String, allowsPlus: Bool = false, allowsBarePoint: Bool = false) -> QueryValue? {
    var bytes = Array(text.utf8)[...]
    if let sign = bytes.first, sign == UInt8(ascii: "-") || allowsPlus && sign == UInt8(ascii: "+") {
      bytes = bytes.dropFirst()
    }
    let whole = takeDigits(&bytes)
    var places = 0
    var hasPoint = false
    if bytes.first == UInt8(ascii: ".") {
      bytes = bytes.dropFirst()
      hasPoint = true
      places = takeDigits(&bytes)
    }
    guard whole > 0 || allowsBarePoint && places > 0, !hasPoint || places > 0 || allowsBarePoint else { return nil }
    if bytes.isEmpty, !hasPoint {
      if let number = Int64(text) { return .integer(number) }
      if whole <= mostDigits, let number = QueryDecimal(text) { return .decimal(number) }
    }
    if let letter = bytes.first, letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
      bytes = bytes.dropFirst()
      if let sign = bytes.first, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { bytes = bytes.dropFirst() }
      guard takeDigits(&bytes) > 0 else { return nil }
    }
    guard bytes.isEmpty, let number = Double(text), number.isFinite else { return nil }
    return .double(number)
  }

  /// Skips digits, and returns how many there were.
  private static func takeDigits(_ bytes: inout ArraySlice<UInt8>) -> Int {
    let count = bytes.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
    bytes = bytes.dropFirst(count)
    return count
  }
}

/// Reads the bytes of a text from the beginning: the common part of the readers of documents, sources and scripts.
package protocol ByteCursor {
  var bytes: [UInt8] { get }
  var position: Int { get set }
}

extension ByteCursor {
  /// The byte at the position; nil at the end.
  @inlinable package var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  /// Skips the given byte.
  ///
  /// - Throws: ``DocumentIssue`` if the next byte is a different one. The issue is at `place`; for nil, at the position.
  @inlinable
  package mutating func take(_ byte: UInt8, or message: String, at place: Int? = nil) throws(DocumentIssue) {
    guard self.byte == byte else { throw DocumentIssue(message, at: place ?? position) }
    position += 1
  }

  /// Whether a text begins at the position.
  @inlinable package func has(_ text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Steps over blanks, tabs and line ends.
  @inlinable
  package mutating func skipSpace() {
    while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
  }

  /// Goes to the end of the line.
  @inlinable
  package mutating func skipLine() {
    while position < bytes.count, bytes[position] != 0x0A { position += 1 }
  }

  /// Reads up to `limit` digits of a number in a base. Nil if there is no digit.
  package mutating func digits(_ radix: Int, atMost limit: Int) -> UInt32? {
    let start = position
    while position < bytes.count, position - start < limit,
      UInt32(String(decoding: [bytes[position]], as: UTF8.self), radix: radix) != nil
    { position += 1 }
    return UInt32(String(decoding: bytes[start..<position], as: UTF8.self), radix: radix)
  }
}

/// The meaning of letters after a backslash.
package enum EscapeLetter {
  private static let meanings: [UInt8: String] = [
    UInt8(ascii: "0"): "\0", UInt8(ascii: "a"): "\u{07}", UInt8(ascii: "b"): "\u{08}", UInt8(ascii: "t"): "\t",
    UInt8(ascii: "n"): "\n", UInt8(ascii: "v"): "\u{0B}", UInt8(ascii: "f"): "\u{0C}", UInt8(ascii: "r"): "\r",
    UInt8(ascii: "e"): "\u{1B}", UInt8(ascii: "N"): "\u{85}", UInt8(ascii: "_"): "\u{A0}",
    UInt8(ascii: "L"): "\u{2028}", UInt8(ascii: "P"): "\u{2029}",
  ]

  /// The meaning of a letter in a language that has the given letters. Nil for any other letter. Most punctuation means itself.
  package static func meaning(_ letter: UInt8, among letters: String) -> String? {
    guard letters.utf8.contains(letter) else { return nil }
    return meanings[letter] ?? String(decoding: [letter], as: UTF8.self)
  }
}
