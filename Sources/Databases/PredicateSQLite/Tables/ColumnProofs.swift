import GRDB
import GRDBSQLite
import PredicateModel
import PredicateSQL
import PredicateValues

/// Proofs that all values of an indexed column have the right class. A proof holds until the next write.
///
/// SQLite sorts the values of an index by class: NULL, numbers, texts, bytes. One lookup after the greatest number shows if a column of numbers
/// contains a text. A column without texts is sorted by its index, and its values need no test.
///
/// A proof holds for one state of the database on one connection: another connection's commit gives a new `data_version`, and the connection's
/// own changes are counted. Within a transaction that writes nothing is proven, because a rollback is not counted.
final class ColumnProofs: Sendable {
  private let reader: any DatabaseReader
  private let state = Locked(State())

  private struct State {
    var moment: Moment?
    var known: [Column: Bool] = [:]
  }

  /// One state of the database on one connection.
  private struct Moment: Equatable {
    let connection: Int
    let schema: Int64
    let data: Int64
    let changes: Int64
  }

  private struct Column: Hashable {
    let table: ScalarString
    let name: ScalarString
    let storage: AttributeStorage
  }

  init(_ reader: any DatabaseReader) { self.reader = reader }

  /// Whether a column's index has nothing but values that the attribute's storage admits.
  func holds(_ read: SQLColumnRead) -> Bool {
    do {
      // Whoever translates a statement may be inside an access to the database.
      return try reader.unsafeReentrantRead { try holds(read, on: $0) }
    } catch {
      // The statement reports the same error.
      return false
    }
  }

  /// Whether it does so on a connection.
  func holds(_ read: SQLColumnRead, on database: Database) throws -> Bool {
    guard let search = Self.search(read), let moment = try Self.moment(of: database) else { return false }
    let column = Column(
      table: ScalarString(read.table), name: ScalarString(read.attribute.column), storage: read.attribute.storage)
    if let known = state.withLock({ $0.moment == moment ? $0.known[column] : nil }) { return known }
    let holds = try Self.isFoundByIndex(search, in: database) && !RawStatement(database, search).step()
    state.withLock { state in
      if state.moment != moment { state = State(moment: moment) }
      state.known[column] = holds
    }
    return holds
  }

  private static func moment(of database: Database) throws -> Moment? {
    guard let connection = database.sqliteConnection, sqlite3_txn_state(connection, nil) != SQLITE_TXN_WRITE else {
      return nil
    }
    func number(_ pragma: String) throws -> Int64 {
      try Int64.fetchOne(database.cachedStatement(sql: "PRAGMA main.\(pragma)")) ?? 0
    }
    return Moment(
      connection: Int(bitPattern: connection), schema: try number("schema_version"), data: try number("data_version"),
      changes: Int64(sqlite3_total_changes(connection)))
  }

  /// A statement that finds a value of another class. Nil if the class of a value proves neither that the storage admits it nor its order.
  private static func search(_ read: SQLColumnRead) -> String? {
    let attribute = read.attribute
    guard attribute.comparesBinary else { return nil }
    let column = attribute.column.quotedIdentifier
    let others: [String]
    switch attribute.storage {
    case .integer, .real, .zeroOrOne, .secondsSince2001:
      guard attribute.hasNumericAffinity else { return nil }
      others = ["> 9e999"]
    // The difference to 2001 is exact from half of that time on: different numbers are different dates.
    case .secondsSince1970:
      guard attribute.hasNumericAffinity else { return nil }
      others = ["> 9e999", "< \(AttributeStorage.secondsFrom1970To2001 / 2)"]
    case .text:
      guard !attribute.hasNumericAffinity else { return nil }
      others = ["< ''", ">= x''"]
    case .blob: others = ["< x''"]
    default: return nil
    }
    let table = read.table.quotedIdentifier
    return others.map { "SELECT 1 FROM \(table) WHERE \(column) \($0)" }.joined(separator: " UNION ALL ") + " LIMIT 1"
  }

  /// Whether SQLite looks a statement's rows up. An index of another collation does not serve.
  private static func isFoundByIndex(_ search: String, in database: Database) throws -> Bool {
    var isFound = true
    try RawStatement(database, "EXPLAIN QUERY PLAN " + search).read { row in
      if row.text(at: 3).hasPrefix("SCAN") { isFound = false }
    }
    return isFound
  }
}
