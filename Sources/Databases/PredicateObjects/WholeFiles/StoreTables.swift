import GRDB
import PredicateDatabases
import PredicateModel
import PredicateSQLite

/// Reads and writes the rows of the tables that ``SchemaMaker`` has made for a model.
struct StoreTables {
  private let model: DataModel
  /// The names of the tables: first those of entities, then join tables.
  let names: [String]

  init(_ model: DataModel) {
    self.model = model
    let plan = StorePlan(model)
    names = plan.entities.filter { $0.line.count == 1 }.map(\.entity.table) + plan.pairTables.map(\.table)
  }

  /// The columns of each table, and those of its primary key.
  func columns(in database: Database) throws -> [(all: [String], key: [String])] {
    try names.map { (try database.columns(in: $0).map(\.name), try database.primaryKey($0).columns) }
  }

  /// All rows, ordered by their primary keys.
  ///
  /// - Parameter columns: For each table, the columns that are read and the key columns that give the order; nil for all columns.
  func contents(
    of database: Database, _ columns: [(all: [String], key: [String])]? = nil
  ) throws -> StoreContents {
    let columns = try columns ?? self.columns(in: database)
    let tables = try zip(names, columns).map { name, columns in
      let (columns, keys) = (columns.all, columns.key)
      var table = StoreContents.Table(name: name)
      let statement = try RawStatement(
        database, "SELECT \(columns.quotedList) FROM \(name.quotedIdentifier) ORDER BY \(keys.quotedList)")
      try statement.read([]) { statement in
        var row: StoreContents.Row = []
        row.reserveCapacity(columns.count)
        for (place, column) in columns.enumerated() {
          let value = statement.value(at: place)
          if case .null = value { continue }
          row.append((column, value))
        }
        table.rows.append(row)
      }
      return table
    }
    return StoreContents(model: model, tables: tables)
  }

  /// Replaces all rows of the tables by these rows. Foreign keys are checked at the end.
  ///
  /// - Throws: ``StoreFileDamage``, whose place is the row that breaks a rule of its table.
  func replace(by contents: StoreContents, in database: Database) throws {
    try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
    for name in names { try database.execute(sql: "DELETE FROM \(name.quotedIdentifier)") }
    try insert(contents, into: database)
    if let stray = try Self.strayKey(in: database) {
      throw StoreFileDamage(stray.message, at: "\(StoreContents.tablesName).\(stray.table)")
    }
  }

  /// Writes rows into empty tables.
  private func insert(_ contents: StoreContents, into database: Database) throws {
    for table in contents.tables {
      let place = "\(StoreContents.tablesName).\(table.name)"
      let name = table.name
      let columns = try database.columns(in: name).map(\.name)
      let statement = try RawStatement(database, columns.insertion(into: name))
      for (index, row) in table.rows.enumerated() {
        var values = columns.map { _ in StoredValue.null }
        for (column, value) in row {
          guard let position = columns.firstIndex(where: { $0.isSameSQLName(as: column) }) else {
            throw StoreFileDamage("the model has no such column", at: "\(place)[\(index)].\(column)")
          }
          values[position] = value
        }
        do {
          try statement.run(values)
        } catch let error as DatabaseError where error.isAboutTheRow {
          throw StoreFileDamage(StorageRefusal(error).message, at: "\(place)[\(index)]")
        }
      }
    }
  }

  /// The first foreign key that refers to no row; nil if there is none.
  static func strayKey(in database: Database) throws -> (table: String, message: String)? {
    guard let row = try Row.fetchOne(database, sql: "SELECT \"table\", rowid, parent FROM pragma_foreign_key_check")
    else { return nil }
    let (table, key, parent): (String, Int64?, String) = (row[0], row[1], row[2])
    return (table, "the row \(key.map { "\($0) " } ?? "")refers to a row of \(parent) that does not exist")
  }
}

extension DatabaseError {
  /// Whether the cause is a value of the row that was written.
  fileprivate var isAboutTheRow: Bool {
    [.SQLITE_CONSTRAINT, .SQLITE_MISMATCH, .SQLITE_TOOBIG].contains(resultCode)
  }
}
