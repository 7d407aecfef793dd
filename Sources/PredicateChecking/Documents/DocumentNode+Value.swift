import PredicateValues

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
