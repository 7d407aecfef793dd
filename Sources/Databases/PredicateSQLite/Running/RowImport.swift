import GRDB
import PredicateDatabases
import PredicateModel
import PredicateValues

extension RowImport.NewColumn {
  /// The declared type, from which the schema reader derives the attribute's type.
  var declaration: String {
    switch type {
    case .integer: "INTEGER"
    case .double: "REAL"
    case .boolean: "BOOLEAN"
    case .date: "DATETIME"
    default: "TEXT"
    }
  }
}

extension RowImport {
  /// The `CREATE TABLE` statement for a new table. An integer column `id` is the key. Without a column `id`, one is added.
  func creation(of columns: [NewColumn]) -> String {
    var parts: [String] = []
    let hasID = columns.contains { $0.name.isSameSQLName(as: "id") }
    if !hasID { parts.append("\"id\" INTEGER PRIMARY KEY") }
    for column in columns {
      let isKey = column.name.isSameSQLName(as: "id") && column.type == .integer
      parts.append("\(column.name.quotedIdentifier) \(column.declaration)\(isKey ? " PRIMARY KEY" : "")")
    }
    return "CREATE TABLE \(table.quotedIdentifier) (\(parts.joined(separator: ", ")))"
  }

  var insertion: String { (columns + (entity.map { [$0.column] } ?? [])).insertion(into: table) }
}

extension PredicateDatabase {
  /// Writes rows in one transaction: all of them, or none if an error is thrown.
  ///
  /// - Parameters:
  ///   - next: Returns the next row, one value per column; nil after the last row. An error that it throws ends the import.
  ///   - refused: Receives the database's reason for rejecting the latest row. An error that it throws ends the import.
  /// - Throws: ``DatabaseIssue`` if the database cannot be written, `CancellationError` after ``interrupt()``, and errors of the closures.
  ///   Nothing is written then.
  public func write(
    _ rows: RowImport, next: () throws -> [StoredValue]?, refused: (String) throws -> Void
  ) throws {
    guard let writer else {
      throw DatabaseIssue(.notPermitted, "“\(name)” was opened for reading only")
    }
    do {
      try writer.write { database in
        if let columns = rows.newTable { try make(rows, columns, in: database) }
        let statement = try RawStatement(database, rows.insertion)
        while let row = try next() {
          do {
            try statement.run(row + (rows.entity.map { [$0.value] } ?? []))
          } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            let reason = StorageRefusal(error).message
            // Without the transaction, each further row would be committed at once.
            guard database.isInsideTransaction else {
              throw DatabaseIssue(
                .failed,
                "no row was imported, because the table \(rows.table) undoes the whole import if it refuses a row (\(reason))"
              )
            }
            try refused(reason)
          }
        }
      }
    } catch let error as DatabaseError {
      if error.resultCode == .SQLITE_INTERRUPT { throw CancellationError() }
      throw DatabaseIssue(error, path: name)
    }
  }

  /// Creates the table. If the database contains its own model, the table is added to the model.
  private func make(_ rows: RowImport, _ columns: [RowImport.NewColumn], in database: Database) throws {
    let text = try ModelTable.text(in: database)
    let isOwnModel = try text != nil && SchemaReader.read(database).isOwnModel
    try database.execute(sql: rows.creation(of: columns))
    guard isOwnModel else { return }
    try ModelTable.replace(try extended(model, by: rows.table, in: database).jsonText(), in: database)
  }

  private func extended(_ model: DataModel, by table: String, in database: Database) throws -> DataModel {
    var notes: [SchemaNote] = []
    let tables = try TableInfo.all(in: database, notes: &notes).filter { $0.name.isSameSQLName(as: table) }
    var builder = SchemaModelBuilder(tables: tables.map(\.schema), notes: [], guessing: false)
    return DataModel(
      entities: model.entities + builder.build().entities, fetchTemplates: model.fetchTemplates)
  }

  /// The database with its model read again in the same way, after a table was created.
  ///
  /// - Throws: ``DatabaseIssue``.
  public func reloaded(withNew table: String) throws(DatabaseIssue) -> PredicateDatabase {
    try DatabaseIssue.convertingErrors(path: name) {
      let (reading, file) = try reader.read { database in
        var file = self.file
        // A model file with a whole model lacks the new table, so it is added.
        if case .whole(let model)? = file { file = .whole(try extended(model, by: table, in: database)) }
        return (try SchemaReader.read(database, file: file), file)
      }
      return try PredicateDatabase(
        name: name, reader: reader, writer: writer, reading: reading, file: file
      ).inTimeZone(model.timeZone)
    }
  }
}
