import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Rows as they come: memory stays flat however many there are.
///
/// All of these throw what ``PredicateDatabase/fetch(_:variables:options:)`` throws, and what the body throws, which ends them. They end
/// with a `CancellationError` after ``PredicateDatabase/interrupt()``, and when the task that runs them is cancelled. The body may ask
/// the database; the first row comes when SQLite has it, at once where no order has to be made.
extension PredicateDatabase {
  /// Hands over a fetch's rows one by one, and gives the names of their columns.
  @discardableResult
  public func forEachRow(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: ([QueryValue]) throws -> Void
  ) throws -> [String] {
    let translation = try translator.translate(fetch, variables: variables, form: .rows, options: options)
    try stream(translation, options, body)
    return translation.columns.map(\.name)
  }

  /// Hands over the keys of a fetch's objects one by one.
  public func forEachKey(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: (Int64) throws -> Void
  ) throws {
    let translation = try translator.translate(fetch, variables: variables, form: .keys, options: options)
    try stream(translation.statement, options) { try body($0.integer(0)) }
  }

  /// Hands over a fetch's rows in tables of so many, the last one shorter. Where there are no rows, one table without any comes.
  public func forEachBatch(
    of size: Int, _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: (ResultTable) throws -> Void
  ) throws {
    let translation = try translator.translate(fetch, variables: variables, form: .rows, options: options)
    let columns = translation.columns.map(\.name)
    var rows: [[QueryValue]] = []
    var isFirst = true
    try stream(translation, options) { row in
      rows.append(row)
      guard rows.count >= max(1, size) else { return }
      let batch = ResultTable(columns: columns, rows: rows)
      rows.removeAll(keepingCapacity: true)
      isFirst = false
      try body(batch)
    }
    if isFirst || !rows.isEmpty { try body(ResultTable(columns: columns, rows: rows)) }
  }

  private func stream(
    _ translation: SQLTranslation, _ options: BindingOptions, _ body: ([QueryValue]) throws -> Void
  ) throws {
    let reader = RowReader(translation.columns)
    try stream(translation.statement, options) { row in try body(reader.values(of: row)) }
  }

  @inline(__always)
  func stream(
    _ statement: SQLStatement, _ options: BindingOptions, _ body: (StatementPointer) throws -> Void
  ) throws {
    var count = 0
    try run(statement, options) { row in
      // Asking costs as much as a row.
      if count & 0xFF == 0 { try Task.checkCancellation() }
      count += 1
      try body(row)
    }
  }
}
