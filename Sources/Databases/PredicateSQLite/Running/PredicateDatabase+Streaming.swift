import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Rows one by one. Memory does not grow with their number.
///
/// All of these functions throw the errors of ``PredicateDatabase/fetch(_:variables:options:)`` and errors of the body, which ends the iteration.
/// They throw a `CancellationError` after ``PredicateDatabase/interrupt()``, and when the task that runs them is cancelled. The body may use the
/// database. The first row is passed as soon as SQLite has it: immediately if the rows need no sorting.
extension PredicateDatabase {
  /// Passes a fetch's rows to the body one by one, and returns the names of their columns: `try database.forEachRow(EntityFetch("Movie")) { row in
  /// print(row) }`.
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

  /// Passes the keys of a fetch's objects to the body one by one: `try database.forEachKey(EntityFetch("Movie")) { key in print(key) }`.
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

  /// Passes a fetch's rows to the body in tables of a given size; the last table may be shorter. A fetch without rows passes one empty table.
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
      // Cancellation is checked only for every 256th row, because a check takes as long as a row.
      if count & 0xFF == 0 {
        try Task.checkCancellation()
        try CallLimit.check()
      }
      count += 1
      try body(row)
    }
  }
}
