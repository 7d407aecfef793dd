import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateSQL
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// A query on a back end, translated once.
package struct PreparedStatement {
  package let statement: BoundStatement
  /// The noun for a row: `movie`, `group`, `row`.
  package let noun: EntityNoun
  private let backend: any QueryBackend
  private let rowLimit: Int?
  private let prepared: PreparedFetch

  /// Translates a query. A `count …` gives a number. Throws if the back end has no form for the query.
  ///
  /// - Parameter rowLimit: The most rows that are shown; nil for all. The query reads one more row, which shows that there are more.
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

  /// Whether columns alone are computed in memory.
  package var computesColumns: Bool { prepared.remainder.map { $0.isStream && $0.rest.condition == nil } ?? false }

  /// Whether memory decides a part of the condition.
  package var leavesConditions: Bool { prepared.remainder?.rest.condition != nil }

  /// What memory does with the objects that the database gives, in a sentence; nil if the database gives the rows.
  package var workInMemory: String? {
    guard let remainder = prepared.remainder else { return nil }
    if computesColumns { return "The columns are computed in memory, row by row." }
    let condition = remainder.rest.condition == nil ? "" : " that meet the rest of the condition in memory"
    return remainder.isStream
      ? "The rows are those objects\(condition)."
      : "Groups, order and bounds are made in memory, of all objects\(condition)."
  }

  /// The positions of the columns that are keys of groups; nil if the rows are not groups.
  package var keyColumns: [Int]? { GroupKeys(statement.fetch, statement.bound)?.columns }

  /// The column that people know an object by; nil for groups, and if it is not shown.
  package var naming: String? {
    let bound = statement.bound
    guard bound.grouping == nil, let name = bound.entity.titleAttribute?.name else { return nil }
    guard !statement.fetch.columns.isEmpty else { return name }
    return statement.fetch.columns.contains { $0.name.hasSameScalars(as: name) } ? name : nil
  }

  /// The SQL of the statement without the limit of the screen; nil for a back end without SQL.
  package func sql() throws -> SQLStatement? {
    if rowLimit == nil { return prepared.statement }
    return try backend.prepare(statement.bound, as: .rows).statement
  }

  /// How the database goes about it.
  package func plan() throws -> [PlanNode] { try prepared.statement.map { try backend.plan(of: $0) } ?? [] }

  /// About how many rows the database will read; nil if the plan does not say it.
  package func expectedRows() -> Int? {
    // An estimate is optional. The statement reports its own errors when it runs.
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

  /// Hands over all rows in tables of `size` rows; the last table may have fewer. A statement without rows gives one empty table.
  package func forEachBatch(of size: Int, _ body: (ResultTable) throws -> Void) throws {
    try backend.forEachBatch(of: size, prepared, body)
  }

  /// The rows: where the screen has a limit, one more than it shows, if there are as many.
  package func rows() throws -> ResultTable { try backend.rows(prepared) }

  /// How many rows there are, limit and offset considered.
  package func count() throws -> Int {
    let bound = statement.bound
    return bound.bounded(
      try backend.number(statement.isCount ? prepared : backend.prepare(bound.counted, as: .count)))
  }

  /// The rows as they are shown, and how many there are.
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
  /// The objects that the table names, each once.
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
