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
  /// The columns of the tables that the statement reads.
  private var known: [String] = []
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

  /// Whether a text may have a statement about one of the tables.
  static func mayBe(in text: [UInt8]) -> Bool {
    tables.contains { text.holds($0.utf8) } && words.contains { text.holds($0.utf8) }
  }

  private static let tables = ["mdfind", "unified_log"]

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
    while position < bytes.count {
      let start = position
      if skipComment() { continue }
      let byte = bytes[position]
      if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        let value = string()
        if column, let value, !isJoined { found.append(value) }
        column = false
      } else if NameByte.isPart(byte) {
        let name = word()
        if isTable { known += columns.filter { $0.table == name }.map(\.name) }
        isTable = ["FROM", "JOIN"].contains(name.uppercased())
        column = known.contains(name) && takeSign()
      } else {
        if byte == UInt8(ascii: ";") { known = [] }
        position += 1
      }
      position = max(position, start + 1)
    }
  }

  /// Reads `=`, `==` or `IN (` after a column. Returns false for another sign.
  private mutating func takeSign() -> Bool {
    let start = position
    skipSpace()
    if has("=") {
      while has("=") { position += 1 }
      skipSpace()
      return true
    }
    let word = word()
    skipSpace()
    if word.uppercased() == "IN", has("(") {
      takeList()
      return false
    }
    position = start
    return false
  }

  /// Reads the texts of a list: `('…', '…')`.
  private mutating func takeList() {
    repeat {
      position += 1
      skipSpace()
      guard position < bytes.count, "'\"".utf8.contains(bytes[position]), let value = string() else { return }
      found.append(value)
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
