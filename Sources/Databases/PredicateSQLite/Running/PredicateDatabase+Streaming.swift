import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Rows as they come: memory stays flat however many there are.
///
/// All of these throw the errors of ``PredicateDatabase/fetch(_:variables:options:)`` and errors of the body, which end them. They end
/// with a `CancellationError` after ``PredicateDatabase/interrupt()``, and when the task that runs them is cancelled. The body may use
/// the database. The first row comes as soon as SQLite has it: at once if the rows need no sorting.
extension PredicateDatabase {
  /// Hands over a fetch's rows one by one, and gives the names of their columns: `try database.forEachRow(EntityFetch("Movie")) { row in print(row) }`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  ///   - body: Receives each row. An error that it throws ends the iteration.
  @discardableResult
  public func forEachRow(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: ([QueryValue]) throws -> Void
  ) throws -> [String] {
    let fetch = try prepare(fetch, as: .rows, variables, options)
    try forEachRow(fetch, body)
    return fetch.columns.map(\.name)
  }

  /// Hands over the keys of a fetch's objects one by one: `try database.forEachKey(EntityFetch("Movie")) { key in print(key) }`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  ///   - body: Receives each key. An error that it throws ends the iteration.
  public func forEachKey(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: (Int64) throws -> Void
  ) throws {
    try stream(prepare(fetch, as: .keys, variables, options)) { try body($0.integer(0)) }
  }

  /// Hands over a fetch's rows in tables of a given size; the last one may be shorter. A fetch without rows gives one empty table.
  ///
  /// ```swift
  /// try database.forEachBatch(of: 1_000, EntityFetch("Movie")) { table in print(table.rows.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - size: The number of rows of each table but the last.
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  ///   - body: Receives each table. An error that it throws ends the iteration.
  public func forEachBatch(
    of size: Int, _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: (ResultTable) throws -> Void
  ) throws {
    try forEachBatch(of: size, prepare(fetch, as: .rows, variables, options), body)
  }

  func forEachRow(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Void) throws {
    let reader = RowReader(fetch.columns)
    try stream(fetch) { row in try body(reader.values(of: row)) }
  }

  @inline(__always)
  func stream(_ fetch: PreparedFetch, _ body: (StatementPointer) throws -> Void) throws {
    var count = 0
    try runStatement(of: fetch) { row in
      // Asking costs as much as a row.
      if count & 0xFF == 0 {
        try Task.checkCancellation()
        try CallLimit.check()
      }
      count += 1
      try body(row)
    }
  }
}
