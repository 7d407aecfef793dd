import GRDB
import GRDBSQLite
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// The rows of a change with their old and new values, in a temporary table of the connection. The change is made and undone by one statement each,
/// and needs little memory.
///
/// ```sql
/// CREATE TEMP TABLE kept (key INTEGER PRIMARY KEY, new0, old0)
/// UPDATE sale SET quantity = (SELECT new0 FROM kept WHERE key = id) WHERE id IN (SELECT key FROM kept)
/// UPDATE sale SET quantity = (SELECT old0 FROM kept WHERE key = id) WHERE id IN (SELECT key FROM kept)
/// ```
package final class SQLiteKeptRows: KeptRows {
  private let database: PredicateDatabase
  private let writer: any DatabaseWriter
  private let change: RowsChange
  /// The quoted name of the temporary table.
  private let kept: String
  package private(set) var count = 0
  package private(set) var changedCount = 0
  package private(set) var firstKey: Int64 = 0
  /// The state of the database when the values of the rows were kept.
  private var state: State?

  private struct State: Equatable {
    /// A number that changes when another connection writes; nil if it is unknown.
    let version: Int64?
    let changes: Int64
  }

  private static let number = Locked(0)

  private var isDeletion: Bool { change.columns.isEmpty }
  private var table: String { "main." + change.fetch.entity.table.quotedIdentifier }
  private var key: String { change.key.quotedIdentifier }

  /// Evaluates a change and keeps its rows.
  ///
  /// - Returns: nil if the change needs objects: SQL cannot express it, or a row has a value that its column cannot hold.
  package init?(_ change: RowsChange, in database: PredicateDatabase) throws {
    // Only a queue is supported: a pool reads on other connections, which do not see the temporary table.
    guard let writer = database.writer, writer is DatabaseQueue else { return nil }
    self.database = database
    self.writer = writer
    self.change = change
    let number = Self.number.withLock { number in
      number += 1
      return number
    }
    kept = "temp.\("predicate_rows_\(number)".quotedIdentifier)"
    let prepared: PreparedFetch
    do { prepared = try database.prepare(change.fetch, as: .rows, options: BindingOptions(), looks: false) } catch {
      if error.kind == .unsupported { return nil }
      throw error
    }
    guard let statement = prepared.statement, prepared.remainder == nil,
      prepared.columns.count == 1 + change.columns.count
    else { return nil }
    let values = zip(prepared.columns.dropFirst(), change.columns).enumerated().map { place, pair in
      Self.term("found.new\(place)", pair.0.content.storage, in: pair.1)
    }
    let isPossible = try database.failing { try writer.writeWithoutTransaction { try fill($0, statement, values) } }
    if !isPossible { return nil }
  }

  deinit {
    let drop = "DROP TABLE IF EXISTS \(kept)"
    // Errors are ignored, because the connection drops the table anyway when it closes.
    writer.asyncWriteWithoutTransaction { try? $0.execute(sql: drop) }
  }

  // MARK: Keeping

  /// A value of a statement, converted to what a column stores. `s` is the row of the table.
  ///
  /// - Parameter form: The storage in which the statement returns the value.
  private static func term(_ value: String, _ form: AttributeStorage, in column: RowsChange.Column) -> String {
    // An unreadable value is nil in the statement. It is not copied.
    if let copied = column.copiedColumn {
      return "CASE WHEN \(value) IS NOT NULL THEN s.\(copied.quotedIdentifier) END"
    }
    let storage = column.storage
    let isForm =
      form == storage && storage.isFormOfStatements && column.writtenForm == nil
      || storage == .real && form == .integer
    return isForm
      ? value
      : "\(SQLFunction.storedForm.name)(\(value), '\(form.rawValue)', '\(storage.rawValue)', '\(column.writtenForm?.name ?? "")')"
  }

  /// - Parameter newValues: The terms of the new values, for the rows of the statement.
  private func fill(_ connection: Database, _ statement: SQLStatement, _ newValues: [String]) throws -> Bool {
    let new = change.columns.indices.map { "new\($0)" }
    let old = change.keptColumns.indices.map { "old\($0)" }
    try connection.execute(
      sql:
        "CREATE TEMP TABLE \(kept.dropFirst(5)) (\((["key INTEGER PRIMARY KEY"] + new + old).joined(separator: ", ")))")
    try SQLiteFunctions.ensure(on: connection)
    // The version is read before the rows, because another process may write meanwhile.
    let version = try Self.version(of: connection)
    let values = change.keptColumns.map { "s.\($0.quotedIdentifier)" }
    let insertion = statement.surrounded(
      by: "WITH found (\((["key"] + new).joined(separator: ", "))) AS (",
      and: """
        ) INSERT INTO \(kept) SELECT \((["found.key"] + newValues + values).joined(separator: ", "))
        FROM found CROSS JOIN \(table) s ON s.\(key) = found.key ORDER BY found.key
        """)
    try StatementRun(connection, insertion, RepeatedStatements()).forEachRow { _ in }
    let misfits = change.columns.enumerated().flatMap { place, column in
      // Only the new value is tested. The old value may have any class, because undoing writes it unchanged.
      var tests = ["typeof(new\(place)) NOT IN (\(column.storage.keptClasses))"]
      if column.refusesNil { tests.append("new\(place) IS NULL") }
      return tests
    }
    let differences = change.columns.indices.map { "new\($0) IS NOT old\($0)" }
    let counts = try RawStatement(
      connection,
      """
      SELECT count(*), \(isDeletion ? "count(*)" : "ifnull(sum(\(differences.joined(separator: " OR "))), 0)"),
        \(misfits.isEmpty ? "0" : "max(\(misfits.joined(separator: " OR ")))"), ifnull(min(key), 0) FROM \(kept)
      """)
    guard try counts.step() else { return false }
    count = Int(counts.integer(at: 0))
    changedCount = Int(counts.integer(at: 1))
    firstKey = counts.integer(at: 3)
    if counts.integer(at: 2) != 0 { return false }
    let missing =
      change.requiredColumns.map { "s.\($0.quotedIdentifier) IS NULL" }
      + change.columns.enumerated().filter { !$0.element.sources.isEmpty }.map { place, column in
        let values = column.sources.map { "s.\($0.quotedIdentifier) IS NOT NULL" }.joined(separator: " AND ")
        return "k.new\(place) IS NULL AND \(values)"
      }
    if !missing.isEmpty {
      let search = try RawStatement(
        connection,
        "SELECT 1 FROM \(kept) AS k CROSS JOIN \(table) s ON s.\(key) = k.key WHERE \(missing.joined(separator: " OR ")) LIMIT 1"
      )
      if try search.step() { return false }
    }
    state = State(version: version, changes: Int64(connection.totalChangesCount))
    return true
  }

  private static func version(of connection: Database) throws -> Int64? {
    try Int64.fetchOne(connection, sql: "PRAGMA main.data_version")
  }

  private static func state(of connection: Database) throws -> State {
    State(version: try version(of: connection), changes: Int64(connection.totalChangesCount))
  }

  // MARK: Writing

  package func write(isUndoing: Bool) throws {
    var written: State?
    try database.write { records in
      let connection = try SQLiteRecords.connection(of: records)
      try apply(isUndoing: isUndoing, connection)
      written = try Self.state(of: connection)
    }
    state = written
  }

  package func whileWritten(isUndoing: Bool, _ work: () throws -> Void) throws {
    try database.failing {
      try writer.unsafeReentrantWrite { connection in
        let former = try Self.state(of: connection)
        try connection.inTransaction(.immediate) {
          try connection.execute(sql: "PRAGMA defer_foreign_keys = ON")
          try apply(isUndoing: isUndoing, connection)
          try work()
          return .rollback
        }
        // The counter also counts changes that were rolled back, so it is read again.
        if state == former { state = State(version: former.version, changes: Int64(connection.totalChangesCount)) }
      }
    }
  }

  private func apply(isUndoing: Bool, _ connection: Database) throws {
    if try Self.state(of: connection) != state { try checkRows(isUndoing: isUndoing, connection) }
    if !isDeletion {
      // The rows are sorted by key. SQLite reads the rows of `UPDATE … FROM` in the order of any index that has the key, and would write the same
      // pages several times.
      let values = change.columns.indices.map { "k.\(isUndoing ? "old" : "new")\($0)" }.joined(separator: ", ")
      try connection.execute(
        sql: """
          UPDATE \(table) AS s SET (\(change.columns.map(\.name).quotedList)) =
            (SELECT \(values) FROM \(kept) AS k WHERE k.key = s.\(key))
          WHERE s.\(key) IN (SELECT key FROM \(kept))
          """)
    } else if isUndoing {
      let values = change.keptColumns.indices.map { "old\($0)" }
      try connection.execute(
        sql:
          "INSERT INTO \(table) (\(change.keptColumns.quotedList)) SELECT \(values.joined(separator: ", ")) FROM \(kept)"
      )
    } else {
      // Without a condition SQLite deletes all rows of a table without reading them.
      let isAll = try Int.fetchOne(connection, sql: "SELECT count(*) FROM \(table)") == count
      try connection.execute(sql: "DELETE FROM \(table)" + (isAll ? "" : " WHERE \(key) IN (SELECT key FROM \(kept))"))
    }
  }

  /// Throws if a row no longer has the kept values, or does not exist any more.
  private func checkRows(isUndoing: Bool, _ connection: Database) throws {
    // Rows that are inserted again need no check, because the constraint of their key finds conflicts.
    if isDeletion, isUndoing { return }
    let values = isUndoing ? change.columns.map(\.name) : change.keptColumns
    let tests = values.enumerated().map { place, column in
      "s.\(column.quotedIdentifier) IS NOT k.\(isUndoing ? "new" : "old")\(place)"
    }
    let search = try RawStatement(
      connection,
      """
      SELECT k.key FROM \(kept) AS k LEFT JOIN \(table) AS s ON s.\(key) = k.key
      WHERE s.\(key) IS NULL OR \(tests.joined(separator: " OR ")) LIMIT 1
      """)
    guard try search.step() else { return }
    throw RowChanged(key: search.integer(at: 0))
  }
}

extension AttributeStorage {
  /// Whether rows can get values with this storage: statements return it, or values can be converted to it.
  package var isFormOfKeptRows: Bool {
    switch self {
    case .dynamic, .json, .blob, .decimalText, .integerText, .realText: false
    default: true
    }
  }

  /// Whether statements return values as this storage stores them.
  fileprivate var isFormOfStatements: Bool {
    switch self {
    case .integer, .real, .text, .zeroOrOne, .secondsSince2001, .uuidBytes: true
    default: false
    }
  }

  /// The classes of new values, as SQLite names them.
  fileprivate var keptClasses: String {
    switch self {
    case .integer, .zeroOrOne, .basicISO8601Number: "'integer', 'null'"
    case .booleanWords: "'integer', 'text', 'null'"
    case .uuidBytes: "'blob', 'null'"
    case .text, .iso8601Text, .basicISO8601Text, .uuidText: "'text', 'null'"
    default: "'real', 'integer', 'null'"
    }
  }
}

extension SQLResultColumn.Content {
  /// The storage in which statements return the column's values.
  fileprivate var storage: AttributeStorage {
    switch self {
    case .attribute(let attribute): attribute.storage
    case .key, .toOne, .count: .integer
    case .value(.uuid): .uuidBytes
    case .value(let type): .standard(for: type)
    }
  }
}
