import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateOutput
import PredicateReference
import PredicateSQL
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// A query on a back end, translated once: all of it runs there; or, if a column has no form in SQL (a to-many path), the objects come from
/// there and their columns are computed in memory.
package struct PreparedStatement {
  package let statement: BoundStatement
  /// What a row is called: `movie`, `group`, `row`.
  package let noun: EntityNoun
  private let backend: any QueryBackend
  private let rowLimit: Int?
  private let prepared: PreparedFetch
  /// What is computed in memory, of objects.
  private var columns: [BoundFetch.Column] = []

  /// Translates a query: of `count …` the number. Throws what the back end has no form for.
  ///
  /// - Parameter rowLimit: The most rows that are shown; nil for all. One more is asked for, to learn whether there are more.
  package init(_ statement: BoundStatement, on backend: any QueryBackend, rowLimit: Int? = nil) throws {
    self.statement = statement
    self.backend = backend
    self.rowLimit = statement.isCount ? nil : rowLimit
    let bound = statement.bound
    let isOfRows = statement.fetch.groupBy.isEmpty || statement.fetch.isDistinct
    noun = EntityNoun(bound.grouping == nil ? statement.fetch.entity : isOfRows ? "row" : "group")
    if statement.isCount {
      prepared = try backend.prepare(bound.counted, as: .count)
      return
    }
    let fetch = bound.limited(to: rowLimit.map { $0 < Int.max ? $0 + 1 : $0 })
    do {
      prepared = try backend.prepare(fetch, as: .rows)
    } catch let issue as PredicateIssue
      where issue.kind == .unsupported && fetch.grouping == nil && !fetch.columns.isEmpty
    {
      columns = fetch.columns
      prepared = try backend.prepare(fetch.ofWholeObjects, as: .rows)
    }
  }

  /// Whether columns are computed in memory.
  package var computesColumns: Bool { !columns.isEmpty }

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
    return try backend.prepare(computesColumns ? statement.bound.ofWholeObjects : statement.bound, as: .rows).statement
  }

  /// How the database goes about it.
  package func plan() throws -> [PlanNode] { try prepared.statement.map { try backend.plan(of: $0) } ?? [] }

  /// About how many rows the database will read; nil if the plan does not say it.
  package func expectedRows() -> Int? {
    // An estimate is an extra: what is wrong with the statement is told when it runs.
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
    try backend.forEachBatch(of: size, prepared) { try body(try table(of: $0)) }
  }

  /// The rows: where the screen has a limit, one more than it shows, if there are as many.
  package func rows() throws -> ResultTable { try table(of: try backend.rows(prepared)) }

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
    return Answer(
      table: table, titles: titles, naming: naming, noun: noun, total: total, elapsed: ContinuousClock.now - start)
  }

  /// The rows that are shown for some of the rows that were found.
  private func table(of found: ResultTable) throws -> ResultTable {
    guard computesColumns else { return found }
    let rows = backend.linkedRows
    let objects = rows.add(found, of: statement.fetch.entity)
    if statement.fetch.columns.contains(where: \.expression.isLongerThanOneKey) { try rows.prefetch(found.references) }
    let evaluator = rows.evaluator
    let values = try objects.map { object -> [QueryValue] in
      try columns.map { try evaluator.value($0.expression, object: .object(object)).asFetched(.any) }
    }
    try rows.check()
    return ResultTable(columns: columns.map(\.name), rows: values)
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

extension QueryExpression {
  /// Whether its value may be one of other objects.
  fileprivate var isLongerThanOneKey: Bool {
    if case .keyPath(let path) = node { path.count > 1 } else { true }
  }
}
