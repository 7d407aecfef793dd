import PredicateDocuments
import PredicateSyntax

/// The predicates in statements of osquery, whose tables `mdfind` and `unified_log` take a predicate as the value of a column.
///
/// ```sql
/// SELECT path FROM mdfind WHERE query = 'kMDItemFSName == "a.txt"';
/// ```
struct SQLStatements: ByteCursor {
  let bytes: [UInt8]
  var position = 0
  private let text: MappedText
  private let columns: [SQLColumn]
  /// The columns of the tables that the statement reads. Each has the names that may be before it: the table and its aliases, in small letters.
  private var known: [String: Set<String>] = [:]
  /// Whether `SELECT` was read in the statement.
  private var selects = false
  /// Whether a statement compares a column of one of the tables.
  private var comparesColumn = false
  private var found: [MappedText] = []

  /// The predicates at places such as `SELECT query FROM mdfind`. Linear.
  static func predicates(in text: MappedText, at places: [String]) -> [MappedText] {
    let columns = places.compactMap(SQLColumn.init)
    let bytes = Array(text.text.utf8)
    guard columns.contains(where: { bytes.holds($0.table.utf8) }) else { return [] }
    var statements = SQLStatements(bytes, text, columns)
    statements.run()
    return statements.found
  }

  /// Whether a file may have a statement about one of the tables, also in a comment or in parts.
  static func mayBe(in text: [UInt8]) -> Bool {
    tables.contains { text.holds($0.utf8) } && words.contains { text.holds($0.utf8) }
  }

  /// Whether a text has a whole statement: `SELECT`, one of the tables, and a comparison of the table's column with predicates. Linear.
  ///
  /// ```swift
  /// SQLStatements.occur(in: "osquery> SELECT path FROM mdfind WHERE query = 'a == 1';")  // true
  /// SQLStatements.occur(in: "# the first path from mdfind")                             // false
  /// ```
  static func occur(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard mayBe(in: bytes) else { return false }
    var statements = SQLStatements(bytes, MappedText(bytes[...]), places.compactMap(SQLColumn.init))
    statements.run()
    return statements.comparesColumn
  }

  /// Whether a text begins with a statement, so that it is not in another language.
  static func begin(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    var start = SQLStatements(bytes, MappedText(bytes[...]), [])
    repeat { start.skipSpace() } while start.skipComment()
    return openings.contains(start.word().uppercased())
  }

  private static let tables = ["mdfind", "unified_log"]
  private static let places = ["SELECT query FROM mdfind", "SELECT predicate FROM unified_log"]
  /// The first words of statements that may contain `SELECT`.
  private static let openings: Set<String> = ["SELECT", "WITH", "CREATE", "INSERT", "EXPLAIN"]

  /// The words before the name of a table, in the spellings that people use.
  static let words = tables.flatMap { ["from \($0)", "FROM \($0)", "join \($0)", "JOIN \($0)"] }

  private init(_ bytes: [UInt8], _ text: MappedText, _ columns: [SQLColumn]) {
    self.bytes = bytes
    self.text = text
    self.columns = columns
  }

  private mutating func run() {
    var isTable = false
    var column = false
    /// The name before the current one.
    var last: String?
    while position < bytes.count {
      let start = position
      if skipComment() { continue }
      let byte = bytes[position]
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        let value = string()
        if column, let value { take(value) }
        column = false
        last = nil
      } else if NameByte.isPart(byte) {
        let table = position > 0 && bytes[position - 1] == UInt8(ascii: ".") ? last : nil
        let name = word()
        last = name
        if isTable { takeTable(name) }
        let capitals = name.uppercased()
        if capitals == "SELECT" { selects = true }
        isTable = ["FROM", "JOIN"].contains(capitals)
        column = isKnown(name, of: table) && takeSign()
      } else {
        if byte == UInt8(ascii: ";") {
          known = [:]
          selects = false
        }
        position += 1
      }
      position = max(position, start + 1)
    }
  }

  /// Adds the columns of a table that a statement reads, and the alias after its name: `mdfind m`, `mdfind AS m`.
  private mutating func takeTable(_ name: String) {
    let own = columns.filter { $0.table == name }
    if own.isEmpty || !selects { return }
    var names: Set<String> = [name.lowercased()]
    let start = position
    skipSpace()
    var alias = word()
    if alias.uppercased() == "AS" {
      skipSpace()
      alias = word()
    }
    if alias.isEmpty || Self.clauses.contains(alias.uppercased()) {
      position = start
    } else {
      names.insert(alias.lowercased())
    }
    for column in own { known[column.name, default: []].formUnion(names) }
  }

  /// The words that may follow the name of a table and are not aliases.
  private static let clauses: Set<String> = [
    "CROSS", "EXCEPT", "FULL", "GROUP", "HAVING", "INDEXED", "INNER", "INTERSECT", "JOIN", "LEFT", "LIMIT", "NATURAL",
    "NOT", "ON", "ORDER", "OUTER", "RIGHT", "UNION", "USING", "WHERE", "WINDOW",
  ]

  /// Whether a name is a column with predicates. The name of a table or an alias may be before it.
  private func isKnown(_ name: String, of table: String?) -> Bool {
    guard let names = known[name] else { return false }
    return table.map { names.contains($0.lowercased()) } ?? true
  }

  /// Keeps a text that a column is compared with. A text that the statement appends a value to is left out, and a text whose key a template inserts.
  private mutating func take(_ value: MappedText) {
    if !isJoined, !value.text.hasPrefix("{{") { found.append(value) }
  }

  /// Reads `=`, `==` or `IN (` after a column. Returns false for another sign.
  private mutating func takeSign() -> Bool {
    let start = position
    skipSpace()
    if has("=") {
      while has("=") { position += 1 }
      skipSpace()
      comparesColumn = true
      return true
    }
    let word = word()
    skipSpace()
    if word.uppercased() == "IN", has("(") {
      comparesColumn = true
      takeList()
      return false
    }
    position = start
    return false
  }

  /// Reads the texts of a list, `('…', '…')`, before the first element that is joined from several values.
  private mutating func takeList() {
    repeat {
      position += 1
      skipSpace()
      guard position < bytes.count, "'\"".utf8.contains(bytes[position]), let value = string() else { return }
      take(value)
      skipSpace()
    } while has(",")
  }

  /// Whether the statement appends another value to the text: `'…' || name`.
  private var isJoined: Bool { bytes[position...].drop { " \t\r\n".utf8.contains($0) }.starts(with: "||".utf8) }

  /// Skips a comment, `-- …` or `/* … */`. Returns whether there was one.
  private mutating func skipComment() -> Bool {
    if has("--") {
      skipLine()
      return true
    }
    guard has("/*") else { return false }
    position = bytes.offset(of: Array("*/".utf8), from: position + 2).map { $0 + 2 } ?? bytes.count
    return true
  }

  /// Reads a text in quotes, in which two quotes mean one; nil if it does not end.
  private mutating func string() -> MappedText? {
    let quote = bytes[position]
    position += 1
    var value = MappedText()
    var plain = position
    while let end = bytes[position...].firstIndex(of: quote) {
      value.append(bytes[plain..<end])
      position = end + 1
      guard byte == quote else { return value.placed(in: text) }
      value.append(String(decoding: [quote], as: UTF8.self), from: end..<end + 2)
      position = end + 2
      plain = position
    }
    position = bytes.count
    return nil
  }
}

/// A column of a table whose values are predicates.
private struct SQLColumn {
  let name: String
  let table: String

  /// The column of a place, `SELECT query FROM mdfind`; nil for a place of another kind.
  init?(_ place: String) {
    let words = place.split(separator: " ")
    guard words.count == 4, words[0] == "SELECT", words[2] == "FROM" else { return nil }
    name = String(words[1])
    table = String(words[3])
  }
}
