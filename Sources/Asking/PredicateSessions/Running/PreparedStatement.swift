import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateSQL
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// A query that is translated once for a back end.
package struct PreparedStatement {
  package let statement: BoundStatement
  /// The noun for a row: `movie`, `group`, `row`.
  package let noun: EntityNoun
  private let backend: any QueryBackend
  private let rowLimit: Int?
  private let prepared: PreparedFetch

  /// Translates a query. A `count …` statement gives a number. Throws if the back end cannot run the query.
  ///
  /// - Parameter rowLimit: The greatest number of rows that are shown; nil for all. The query reads one more row to find out whether there are more.
  package init(_ statement: BoundStatement, on backend: any QueryBackend, rowLimit: Int? = nil) throws {
    self.statement = statement
    self.backend = backend
    self.rowLimit = statement.isCount ? nil : rowLimit
    let bound = statement.bound
    let isOfRows = statement.fetch.groupBy.isEmpty || statement.fetch.isDistinct
    noun = EntityNoun(bound.grouping == nil ? statement.fetch.entity : isOfRows ? "row" : "group")
    if statement.isCount {
      prepared = try backend.prepare(bound.counted, as: .count)
    } else {
      prepared = try backend.prepare(bound.limited(to: rowLimit.map { $0 < Int.max ? $0 + 1 : $0 }), as: .rows)
    }
  }

  /// Whether memory computes only the columns, not the condition.
  package var computesColumns: Bool { prepared.remainder.map { $0.isStream && $0.rest.condition == nil } ?? false }

  /// Whether memory decides a part of the condition, because SQL has no form for it.
  package var leavesConditions: Bool { prepared.remainder?.rest.condition != nil }

  /// A sentence about the work that memory does on the objects from the database; nil if the database gives the rows.
  package var workInMemory: String? {
    guard let remainder = prepared.remainder else { return nil }
    if computesColumns { return "The columns are computed in memory, row by row." }
    let condition = remainder.rest.condition == nil ? "" : " that meet the rest of the condition in memory"
    return remainder.isStream
      ? "The rows are those objects\(condition)."
      : "Groups, sorting and limits are computed in memory, from all objects\(condition)."
  }

  /// The positions of the columns that are keys of groups; nil if the rows are not groups.
  package var keyColumns: [Int]? { GroupKeys(statement.fetch, statement.bound)?.columns }

  /// The column that identifies an object for people; nil for groups, and if the column is not shown.
  package var naming: String? {
    let bound = statement.bound
    guard bound.grouping == nil, let name = bound.entity.titleAttribute?.name else { return nil }
    guard !statement.fetch.columns.isEmpty else { return name }
    return statement.fetch.columns.contains { $0.name.hasSameScalars(as: name) } ? name : nil
  }

  /// The SQL of the statement without the row limit of the screen; nil for a back end without SQL.
  package func sql() throws -> SQLStatement? {
    if rowLimit == nil { return prepared.statement }
    return try backend.prepare(statement.bound, as: .rows).statement
  }

  /// The database's query plan.
  package func plan() throws -> [PlanNode] { try prepared.statement.map { try backend.plan(of: $0) } ?? [] }

  /// The approximate number of rows that the database will read; nil if the plan does not show it.
  package func expectedRows() -> Int? {
    // Errors are ignored, because the estimate is optional. The statement reports its own errors when it runs.
    guard let statement = prepared.statement, let steps = try? backend.plan(of: statement),
      let tables = ScanEstimate(steps, tables: statement.tables).tables
    else { return nil }
    var total = 0
    for table in tables {
      guard let count = try? backend.approximateRowCount(ofTable: table) else { return nil }
      total += count
    }
    return total
  }

  /// Passes all rows to `body` in tables of `size` rows. The last table may have fewer rows. Without rows, `body` gets one empty table.
  package func forEachBatch(of size: Int, _ body: (ResultTable) throws -> Void) throws {
    try backend.forEachBatch(of: size, prepared, body)
  }

  /// All rows. With a row limit, there is one additional row if not all rows are shown.
  package func rows() throws -> ResultTable { try backend.rows(prepared) }

  /// The number of rows, with the statement's limit and offset.
  package func count() throws -> Int {
    let bound = statement.bound
    return bound.bounded(
      try backend.number(statement.isCount ? prepared : backend.prepare(bound.counted, as: .count)))
  }

  /// The rows that are shown, and the number of all rows.
  ///
  /// - Parameter start: When the work began.
  package func answer(since start: ContinuousClock.Instant = .now) throws -> Answer {
    let found = try rows()
    let table = found.prefix(rowLimit ?? Int.max)
    let total = table.rows.count < found.rows.count ? try count() : table.rows.count
    let titles = try backend.titles(of: table.references)
    var answer = Answer(
      table: table, titles: titles, naming: naming, noun: noun, total: total, elapsed: ContinuousClock.now - start)
    answer.keyColumns = keyColumns
    return answer
  }
}

extension ResultTable {
  /// The objects that the table refers to, each of them once.
  package var references: [ObjectReference] {
    var seen: Set<ObjectReference> = []
    var references: [ObjectReference] = []
    for row in rows {
      for value in row { Self.add(value, to: &references, &seen) }
    }
    return references
  }

  private static func add(
    _ value: QueryValue, to references: inout [ObjectReference], _ seen: inout Set<ObjectReference>
  ) {
    switch value {
    case .reference(let reference): if seen.insert(reference).inserted { references.append(reference) }
    case .array(let elements), .set(let elements): for element in elements { add(element, to: &references, &seen) }
    default: break
    }
  }
}
