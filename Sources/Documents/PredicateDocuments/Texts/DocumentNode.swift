import PredicateValues

/// A value of a property list, JSON or YAML.
package enum DocumentNode: Sendable {
  /// A text.
  case text(MappedText)
  /// A text of YAML without quotes. It may stand for a number, a boolean or nothing: `14`, `true`, `~`. It is empty if the value is missing.
  case plain(MappedText)
  /// A list.
  case list([DocumentNode])
  /// A table of keys and values in the order of the file.
  case table([DocumentMember])
  /// Data of a property list in XML, with its digits in Base64.
  case data(MappedText, QueryValue)
  /// A number, a date, a boolean, data of a binary property list, nothing.
  case value(QueryValue)

  /// The text with its places, written with or without quotes. Nil for any other value.
  package var text: MappedText? {
    switch self {
    case .text(let text): text
    case .plain(let text): text.text.isEmpty ? nil : text
    default: nil
    }
  }

  /// The text, or the place of a missing value of YAML.
  package var textOrMissing: MappedText? { if case .plain(let text) = self { text } else { text } }
}

/// A key and its value.
package struct DocumentMember: Sendable {
  package let key: String
  package let value: DocumentNode
}

extension DocumentNode {
  /// The value that a program reads here: tables are dictionaries, and texts of YAML without quotes have the type of its core schema.
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
  /// What was expected, or found.
  public let message: String
  /// The place in the file, in bytes.
  public let offset: Int

  /// An issue at a byte.
  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The file has more bytes than are read.
  package static let tooLarge = DocumentIssue("the file is larger than \(DocumentLimits.size) bytes", at: 0)
}

/// Limits of a document. A document beyond them is an error, so that no file takes all of the memory or the time.
package enum DocumentLimits {
  /// How deep values may be nested.
  package static let depth = 100
  /// How many values are visited. A value of several aliases counts each time.
  package static let values = 1_000_000
  /// The most bytes of a document.
  package static let size = 64 << 20

  /// - Throws: ``DocumentIssue`` if a document has more bytes than ``size``.
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
