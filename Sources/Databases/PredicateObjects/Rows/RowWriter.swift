import GRDB
import PredicateModel
import PredicateSQLite

/// Writes the rows of an entity. Statements are prepared once for each list of columns.
final class RowWriter {
  private let plan: EntityPlan
  private let database: Database
  private var statements: [String: RawStatement] = [:]
  /// The statement for rows with all columns.
  private var insertion: RawStatement?

  init(_ plan: EntityPlan, _ database: Database) {
    self.plan = plan
    self.database = database
  }

  private var table: String { plan.entity.table.quotedIdentifier }
  private var keyColumn: String { (plan.keyColumn ?? "rowid").quotedIdentifier }

  /// Writes a new row: the key, then the values of ``EntityPlan/writtenColumns``.
  func insert(_ values: [StoredValue]) throws {
    if insertion == nil { insertion = try statement(insertionText(plan.writtenColumns)) }
    try insertion?.run(values)
  }

  /// Writes a new row with the columns that are named; the table gives the others what their defaults say.
  func insert(_ columns: [String], _ values: [StoredValue]) throws {
    try statement(insertionText(columns)).run(values)
  }

  private func insertionText(_ columns: [String]) -> String {
    ([plan.keyColumn ?? "rowid"] + columns).insertion(into: plan.entity.table)
  }

  /// Writes some columns of a row; nothing where there are none.
  func update(_ key: Int64, _ columns: [String], _ values: [StoredValue]) throws {
    if columns.isEmpty { return }
    let terms = columns.map { "\($0.quotedIdentifier) = ?" }.joined(separator: ", ")
    try statement("UPDATE \(table) SET \(terms) WHERE \(keyColumn) = ?").run(values + [.integer(key)])
  }

  /// Notes in Core Data's layout that a row was written once more: by that others see a conflict.
  func countWriting(_ key: Int64) throws {
    try statement("UPDATE \(table) SET Z_OPT = ifnull(Z_OPT, 0) + 1 WHERE \(keyColumn) = ?").run(.integer(key))
  }

  func delete(_ key: Int64) throws {
    try statement("DELETE FROM \(table) WHERE \(keyColumn) = ?").run(.integer(key))
  }

  private func statement(_ sql: String) throws -> RawStatement {
    if let known = statements[sql] { return known }
    let made = try RawStatement(database, sql)
    statements[sql] = made
    return made
  }
}

extension EntityPlan {
  /// The key behind the greatest that the table has, or had where it never uses a key again.
  func firstFreeKey(in database: Database) throws -> Int64 {
    guard let keyColumn else { return 1 }
    let greatest = try Int64.fetchOne(
      database, sql: "SELECT max(\(keyColumn.quotedIdentifier)) FROM \(entity.table.quotedIdentifier)")
    var last = greatest ?? 0
    if try database.tableExists("sqlite_sequence"),
      let used = try Int64.fetchOne(
        database, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [entity.table])
    {
      last = max(last, used)
    }
    guard last < .max else {
      throw StoreIssue(.unchangeable, "the table “\(entity.table)” has the greatest key that there is")
    }
    return last + 1
  }
}
