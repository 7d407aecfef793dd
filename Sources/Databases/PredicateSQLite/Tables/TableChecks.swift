import PredicateModel

/// The CHECK constraints of a table that restrict the type of one column: `CHECK (typeof(name) = 'text')`, `CHECK (typeof(name) IN ('text',
/// 'null'))`, `CHECK (lent IN (0, 1))`. All other constraints, and combinations of these by AND or OR, prove nothing here.
///
/// A call of `json_valid` with a column in any constraint shows that the column is JSON.
struct TableChecks {
  private var proofs: [[UInt8]: ColumnProof] = [:]

  init() {}

  /// The constraints of a CREATE TABLE statement from SQLite's schema. Linear in its length.
  init(sql: String) {
    let tokens = SQLTokens.tokens(of: sql)
    for (index, token) in tokens.enumerated() where token.isWord("check") {
      read(tokens[(index + 1)...])
      readJSON(tokens[(index + 1)...])
    }
  }

  func proof(of column: String) -> ColumnProof? { proofs[column.foldedSQLName] }

  private mutating func read(_ tokens: ArraySlice<SQLTokens.Token>) {
    var tokens = tokens
    guard tokens.popFirst()?.isSymbol("(") == true, let first = tokens.popFirst() else { return }
    if first.isWord("typeof") {
      guard tokens.popFirst()?.isSymbol("(") == true, let name = tokens.popFirst()?.name,
        tokens.popFirst()?.isSymbol(")") == true, let classes = Self.values(&tokens),
        tokens.popFirst()?.isSymbol(")") == true
      else { return }
      let words = Set(classes.compactMap(\.text).map { $0.lowercased() })
      guard words.count == Set(classes.map(\.source)).count else { return }
      proofs[name.foldedSQLName, default: ColumnProof()].classes = Set(words.compactMap(StorageClass.init(rawValue:)))
      proofs[name.foldedSQLName]?.excludesNull = !words.contains("null")
    } else if let name = first.name {
      guard let values = Self.values(&tokens), tokens.popFirst()?.isSymbol(")") == true,
        values.allSatisfy({ $0.isSymbol("0") || $0.isSymbol("1") })
      else { return }
      proofs[name.foldedSQLName, default: ColumnProof()].isFlag = true
    }
  }

  private mutating func readJSON(_ tokens: ArraySlice<SQLTokens.Token>) {
    var depth = 0
    for (index, token) in zip(tokens.indices, tokens) {
      if token.isSymbol("(") { depth += 1 }
      if token.isSymbol(")") { depth -= 1 }
      if depth == 0 { return }
      guard token.isWord("json_valid"), index + 3 < tokens.endIndex, tokens[index + 1].isSymbol("("),
        tokens[index + 3].isSymbol(")"), let name = tokens[index + 2].name
      else { continue }
      proofs[name.foldedSQLName, default: ColumnProof()].isJSON = true
    }
  }

  /// The values after `=` or `IN`.
  private static func values(_ tokens: inout ArraySlice<SQLTokens.Token>) -> [SQLTokens.Token]? {
    guard let comparison = tokens.popFirst() else { return nil }
    if comparison.isSymbol("=") {
      if tokens.first?.isSymbol("=") == true { tokens.removeFirst() }
      return tokens.popFirst().map { [$0] }
    }
    guard comparison.isWord("in"), tokens.popFirst()?.isSymbol("(") == true else { return nil }
    var values: [SQLTokens.Token] = []
    while let value = tokens.popFirst(), let next = tokens.popFirst() {
      values.append(value)
      if next.isSymbol(")") { return values }
      guard next.isSymbol(",") else { return nil }
    }
    return nil
  }
}

/// The proof of CHECK constraints about a column's values.
struct ColumnProof {
  /// The storage classes that a value other than NULL can have; nil for all classes.
  var classes: Set<StorageClass>?
  /// Whether the value is 0 or 1, unless it is NULL.
  var isFlag = false
  /// Whether a CHECK tests that texts are JSON. This is not a proof, because the constraint may allow other values too.
  var isJSON = false
  /// Whether the value cannot be NULL. A constraint whose result is NULL counts as fulfilled, so only `typeof` proves this.
  var excludesNull = false

  /// Whether only values of a storage's family are possible.
  func proves(_ storage: AttributeStorage) -> Bool {
    if isFlag { return storage == .zeroOrOne || storage == .integer }
    guard let classes, !storage.isParsed, storage.byteCount == nil else { return false }
    return classes.isSubset(of: storage.classes)
  }
}
