import Foundation
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateSQLite
import PredicateSyntax
import PredicateValues

@testable import PredicateShell

/// A database in memory that returns all of its rows for every predicate, and records the fetches.
final class FakeDatabase: QueryDatabase, @unchecked Sendable {
  // Unchecked: tests run statements on one thread, and interrupt through the lock.
  let model: DataModel
  let name: String
  var kind = DatabaseKind.sqlite
  /// A clause about the work of the database while it reports progress.
  var activity: String?
  var tables: [String: ResultTable]
  var unreadableTables: [String] = []
  var schemaNotes: [SchemaNote] = []
  private(set) var fetches: [BoundFetch] = []
  private let interrupted = Locked(false)
  /// An error that is thrown instead of an answer; nil for none.
  var failure: (any Error)?
  /// Runs while rows are fetched. If it interrupts the database, the fetch fails.
  var whileFetching: (() -> Void)?
  /// The numbers of rows that a fetch reports to the watcher of the database.
  var reportsWhileFetching: [Int] = []
  private var report: (@Sendable (Int) -> Void)?

  init(model: DataModel = .movies, name: String = "movies", tables: [String: ResultTable] = FakeDatabase.movies) {
    self.model = model
    self.name = name
    self.tables = tables
  }

  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    let statement = SQLStatement(
      [.text("SELECT id\nFROM \(fetch.entity.name)")], bindings: [.integer(1990), .string("a\u{1B}[2Jb"), .null],
      dialect: SQLiteDialect())
    let columns = tables[fetch.entity.name]?.columns.map { SQLResultColumn(name: $0, content: .value(.any)) } ?? []
    return PreparedFetch(fetch, form, statement, columns: columns)
  }

  func run(_ prepared: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    let fetch = prepared.fetch
    let table = tables[fetch.entity.name]
    if prepared.form == .count {
      if let failure { throw failure }
      _ = try body([.integer(Int64(table?.rows.count ?? 0))])
      return
    }
    fetches.append(fetch)
    if let failure { throw failure }
    for rows in reportsWhileFetching { report?(rows) }
    if let whileFetching {
      interrupted.withLock { $0 = false }
      whileFetching()
      if interrupted.withLock({ $0 }) { throw FakeFailure(description: "interrupted") }
    }
    let rows = table?.rows.dropFirst(fetch.offset).prefix(fetch.limit ?? Int.max) ?? []
    for row in rows where try !body(row) { return }
  }

  func titles(of references: [ObjectReference]) throws -> [ObjectReference: String] {
    [ObjectReference(entity: "Friend", key: 1): "Alice"]
  }

  func interrupt() { interrupted.withLock { $0 = true } }

  /// The rows have no properties of dates.
  func inTimeZone(_ zone: QueryTimeZone) -> FakeDatabase { self }
  func version() throws -> DatabaseVersion { DatabaseVersion(schema: 0, data: 0) }
  func reloadedIfChanged() throws -> FakeDatabase? { nil }
  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { true }

  func watching<Result>(
    _ report: @escaping @Sendable (Int) -> Void, _ work: () throws -> Result
  ) rethrows -> Result {
    self.report = report
    defer { self.report = nil }
    return try work()
  }

  static let movies: [String: ResultTable] = [
    "Movie": ResultTable(
      columns: ["id", "title", "year", "rating", "lent", "lentOn", "lentToFriend"],
      rows: [
        [
          .integer(1), .string("七人の侍"), .integer(1954), .double(8.6), .boolean(true), .date(736_459_200),
          .reference(ObjectReference(entity: "Friend", key: 1)),
        ],
        [.integer(2), .string("Amélie 🎬"), .integer(2001), .null, .boolean(false), .null, .null],
        [
          .integer(10), .string("Alien"), .integer(1979), .double(8.5), .boolean(true), .date(736_532_100),
          .reference(ObjectReference(entity: "Friend", key: 2)),
        ],
      ]),
    "Tag": ResultTable(columns: ["id", "name"], rows: []),
    "Loan": ResultTable(columns: ["id"], rows: (1...200).map { [.integer($0)] }),
  ]
}

/// An error that does not come from a statement.
struct FakeFailure: Error, CustomStringConvertible {
  let description: String
}
