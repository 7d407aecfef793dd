import GRDB
import PredicateModel

/// The table in which a database carries its own model, so that names and inverses survive in any copy of the file.
package enum ModelTable {
  /// The table's name; the reader of schemas never makes an entity of it.
  static let name = "openpredicate_model"

  /// Makes the table and puts the model's JSON in it.
  package static func write(_ text: String, to database: Database) throws {
    try database.execute(
      sql: "CREATE TABLE \(name.quotedIdentifier) (id INTEGER PRIMARY KEY CHECK (id = 1), model TEXT NOT NULL) STRICT")
    try RawStatement(database, "INSERT INTO \(name.quotedIdentifier) VALUES (1, ?)").run(.text(text))
  }

  /// Puts another model's JSON in the table, which is there.
  package static func replace(_ text: String, in database: Database) throws {
    try RawStatement(database, "UPDATE \(name.quotedIdentifier) SET model = ?").run(.text(text))
  }

  /// The JSON that the table holds; nil where there is no such table, or it has another form, or is empty.
  package static func text(in database: Database) throws -> String? {
    let columns = try RawStatement(database, "SELECT 1 FROM pragma_table_info(?) WHERE name = 'model'")
    columns.bind(.text(name), at: 1)
    guard try columns.step() else { return nil }
    let row = try RawStatement(database, "SELECT model FROM \(name.quotedIdentifier) LIMIT 1")
    guard try row.step(), case .text(let text) = row.value(at: 0) else { return nil }
    return text
  }
}
