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

  /// The file is larger than the limit.
  package static let tooLarge = DocumentIssue("the file is larger than \(DocumentLimits.size) bytes", at: 0)
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
