/// A table of a random database, with its rows.
struct RandomTable {
  struct Key {
    var columns: [String]
    /// A collation for each column of the key; nil where the key uses the column's own collation.
    var collations: [String?]
    /// Whether the key is declared in its only column. Otherwise it is declared after all columns.
    var isInColumn: Bool
    var isDescending = false
  }

  struct ForeignKey {
    var columns: [String]
    var table: String
    /// The referenced columns; empty if the declaration leaves them out.
    var referenced: [String]
    /// The declared action, such as `ON DELETE CASCADE`; empty for no action.
    var action = ""
  }

  /// The values of one row by their columns; a column that is not listed takes its default.
  struct Row {
    /// Each value is a SQL literal.
    var values: [(column: String, literal: String)]
  }

  var name: String
  var columns: [RandomColumn]
  var key: Key?
  var uniques: [[String]] = []
  var foreignKeys: [ForeignKey] = []
  var undeclaredKeys: [ForeignKey] = []
  var isStrict = false
  var hasRowNumbers = true
  var rows: [Row] = []

  var definition: String {
    var lines = columns.map { column in
      guard let key, key.isInColumn, key.columns == [column.name] else { return column.declaration }
      return column.declaration + " PRIMARY KEY" + (key.isDescending ? " DESC" : "")
    }
    if let key, !key.isInColumn {
      let terms = zip(key.columns, key.collations).map { name, collation in
        name.quotedName + (collation.map { " COLLATE \($0)" } ?? "")
      }
      lines.append("PRIMARY KEY (\(terms.joined(separator: ", ")))")
    }
    lines += uniques.map { "UNIQUE (\($0.map(\.quotedName).joined(separator: ", ")))" }
    lines += foreignKeys.map { key in
      let own = key.columns.map(\.quotedName).joined(separator: ", ")
      let others = key.referenced.isEmpty ? "" : " (\(key.referenced.map(\.quotedName).joined(separator: ", ")))"
      return "FOREIGN KEY (\(own)) REFERENCES \(key.table.quotedName)\(others) \(key.action)"
    }
    let options = [isStrict ? "STRICT" : nil, hasRowNumbers ? nil : "WITHOUT ROWID"].compactMap(\.self)
    return "CREATE TABLE \(name.quotedName) (\(lines.joined(separator: ", "))) \(options.joined(separator: ", "))"
  }

  /// Statements that delete rows whose foreign key is −2⁶³ as a floating-point number. Whether it finds the row of that number depends on SQLite's
  /// plan: a search by row number does not find it, a comparison of two columns does.
  var foreignKeyCorrections: [String] {
    (foreignKeys + undeclaredKeys).flatMap(\.columns).map { column in
      let name = column.quotedName
      return "DELETE FROM \(self.name.quotedName) WHERE typeof(\(name)) = 'real' AND \(name) = -9223372036854775808"
    }
  }

  /// An INSERT for each row. A row that a constraint refuses is left out.
  var insertions: [String] {
    rows.map { row in
      guard !row.values.isEmpty else { return "INSERT OR IGNORE INTO \(name.quotedName) DEFAULT VALUES" }
      let names = row.values.map(\.column.quotedName).joined(separator: ", ")
      let literals = row.values.map(\.literal).joined(separator: ", ")
      return "INSERT OR IGNORE INTO \(name.quotedName) (\(names)) VALUES (\(literals))"
    }
  }
}

extension String {
  /// A name in quotes, for any characters.
  var quotedName: String { "\"" + String(flatMap { $0 == "\"" ? [$0, $0] : [$0] }) + "\"" }

  /// A text as SQL writes it. SQL text cannot contain a NUL.
  var quotedText: String {
    let parts = split(separator: "\0", omittingEmptySubsequences: false).map { part in
      "'" + part.replacing("'", with: "''") + "'"
    }
    return parts.count == 1 ? parts[0] : "(" + parts.joined(separator: " || char(0) || ") + ")"
  }
}
