import PredicateValues

/// A value of a property list, JSON or YAML.
package enum DocumentNode: Sendable {
  /// A text.
  case text(MappedText)
  /// A text of YAML without quotes. It may stand for a number, a boolean or nothing: `14`, `true`, `~`.
  case plain(MappedText)
  /// A list.
  case list([DocumentNode])
  /// A table of keys and values in the order of the file.
  case table([DocumentMember])
  /// Data of a property list in XML, with its digits in Base64.
  case data(MappedText, QueryValue)
  /// A number, a date, a boolean, data of a binary property list, nothing.
  case value(QueryValue)

  /// The text with its places, with quotes or without; nil for what is no text.
  var text: MappedText? {
    switch self {
    case .text(let text), .plain(let text): text
    default: nil
    }
  }
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

/// Why a file cannot be read.
public struct DocumentIssue: Error, Sendable, Hashable {
  /// What is wrong.
  public let message: String
  /// Where in the file, in bytes.
  public let offset: Int

  /// An issue at a byte.
  package init(_ message: String, at offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The file has more bytes than are read.
  static let tooLarge = DocumentIssue("the file is larger than \(DocumentLimits.size) bytes", at: 0)
}

/// How much of a document is read. What is beyond is an error, so that no file takes all of the memory or the time.
package enum DocumentLimits {
  /// How deep values stand inside one another.
  static let depth = 100
  /// How many values are visited, with those that stand at several places counted each time.
  static let values = 1_000_000
  /// How many bytes a document has that is read as a whole.
  package static let size = 64 << 20

  /// - Throws: ``DocumentIssue`` where a document has more bytes than that.
  package static func require(_ bytes: [UInt8]) throws(DocumentIssue) {
    if bytes.count > size { throw .tooLarge }
  }
}
