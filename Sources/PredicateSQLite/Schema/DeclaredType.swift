import PredicateModel
import PredicateValues

/// What a column's declared type promises.
struct DeclaredType {
  /// The type of its values.
  let type: QueryType
  /// How they are stored.
  let storage: AttributeStorage
  /// Whether the column can hold nothing else.
  let isTrusted: Bool

  /// Reads a declaration.
  ///
  /// In a STRICT table the five words are kept by SQLite. Elsewhere common names come first (BOOLEAN, DATE, DECIMAL …), then
  /// SQLite's rules of affinity; none of that stops a column from holding something else, so it is not trusted. A column without
  /// a declared type, or with a word that says nothing, is of any type.
  init(_ declaration: String, isStrict: Bool) {
    let word = DeclaredType.word(of: declaration)
    let type = isStrict ? DeclaredType.strictType(word) : DeclaredType.looseType(word)
    self.type = type
    // Dates have no column type of their own: outside of a model's word, SQLite's date functions say how they are stored.
    storage = type == .date ? .iso8601Text : .standard(for: type)
    isTrusted = isStrict || type == .any
  }

  /// Upper case, without what stands in brackets: `VARCHAR(20)` is `VARCHAR`.
  private static func word(of declaration: String) -> String {
    let front = declaration.prefix { $0 != "(" }.uppercased()
    return front.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func strictType(_ word: String) -> QueryType {
    switch word {
    case "INT", "INTEGER": .integer
    case "REAL": .double
    case "TEXT": .string
    case "BLOB": .data
    default: .any
    }
  }

  private static func looseType(_ word: String) -> QueryType {
    switch word {
    case "": .any
    case "BOOL", "BOOLEAN": .boolean
    case "DATE", "DATETIME", "TIMESTAMP", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP WITHOUT TIME ZONE": .date
    case "DECIMAL", "NUMERIC", "NUMBER", "MONEY": .double
    default: affinityType(word)
    }
  }

  /// The rules of affinity, in SQLite's order.
  private static func affinityType(_ word: String) -> QueryType {
    func holds(_ parts: String...) -> Bool { parts.contains { word.contains($0) } }
    if holds("INT") { return .integer }
    if holds("CHAR", "CLOB", "TEXT") { return .string }
    if holds("BLOB") { return .data }
    if holds("REAL", "FLOA", "DOUB") { return .double }
    return .any
  }
}
