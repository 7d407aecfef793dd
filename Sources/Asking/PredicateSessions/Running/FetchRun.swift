import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateOutput
import PredicateReference
import PredicateSQL
import PredicateStatements
import PredicateValues

/// Runs the fetch of a statement: all of it in SQL, or, where a column is something that SQL has no form for (a to-many path), the
/// objects in SQL and their columns in memory.
package struct FetchRun {
  /// What the database is asked for.
  package private(set) var fetch: EntityFetch
  /// What a row is called: `movie`, `group`, `row`.
  package let noun: EntityNoun
  private let database: any QueryBackend
  private let variables: QueryVariables
  /// What was asked for.
  private let asked: EntityFetch
  /// What is computed in memory, of objects.
  private var columns: [(name: String, expression: BoundExpression)] = []
  private var isPath = false
  /// Whether rows are wanted, or their number.
  private var form = SQLFetchForm.rows

  /// Binds a fetch. Throws where it is wrong, with places in the text that it was read from.
  package init(_ fetch: EntityFetch, on database: any QueryBackend, variables: QueryVariables) throws {
    self.database = database
    self.variables = variables
    self.fetch = fetch
    asked = fetch
    let bound = try BoundFetch(fetch, model: database.model, variables: variables)
    guard bound.grouping == nil else {
      noun = EntityNoun(fetch.groupBy.isEmpty || fetch.isDistinct ? "row" : "group")
      return
    }
    noun = EntityNoun(fetch.entity)
    guard !bound.columns.isEmpty else { return }
    do {
      _ = try database.sql(for: fetch, variables: variables)
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      let root = RootType.entity(fetch.entity, database.model)
      columns = try fetch.columns.map { ($0.name, try Binder.bind($0.expression, to: root, variables: variables)) }
      isPath = fetch.columns.contains { $0.expression.isLongerThanOneKey }
      self.fetch = fetch.ofWholeObjects
    }
  }

  /// Binds the fetch of a query: of `count …` that of the number.
  package init(_ query: QueryStatement, on database: any QueryBackend, variables: QueryVariables) throws {
    try self.init(query.fetch, on: database, variables: variables)
    guard query.isCount else { return }
    form = .count
    columns = []
    fetch = asked.counted
    if fetch.groupBy.isEmpty && !fetch.isDistinct { fetch.columns = [] }
  }

  /// Whether columns are computed in memory.
  package var computesColumns: Bool { !columns.isEmpty }

  /// What SQLite runs.
  package func statement() throws -> SQLStatement {
    try database.sql(for: fetch, variables: variables, form: form)
  }

  /// All rows, in tables of so many; where there are none, one table without rows.
  package func forEachBatch(of size: Int, _ body: (ResultTable) throws -> Void) throws {
    try database.forEachBatch(of: size, fetch, variables: variables) { try body(try table(of: $0)) }
  }

  /// The rows, at most so many of them.
  package func rows(limit: Int? = nil) throws -> ResultTable {
    var limited = fetch
    if let limit { limited.limit = min(asked.limit ?? Int.max, limit) }
    return try table(of: try database.fetch(limited, variables: variables))
  }

  /// How many rows there are, limit and offset considered.
  package func count() throws -> Int {
    let count = try database.count(asked.counted, variables: variables)
    return min(asked.limit ?? Int.max, max(0, count - asked.offset))
  }

  /// The rows as they are shown, as many as the layout allows, and how many there are.
  package func answer(rowLimit: Int?) throws -> Answer {
    let start = ContinuousClock.now
    // One more than is shown, to learn whether there are more.
    let found = try rows(limit: rowLimit.map { $0 < Int.max ? $0 + 1 : $0 })
    let table = found.prefix(rowLimit ?? Int.max)
    let total = table.rows.count < found.rows.count ? try count() : table.rows.count
    let titles = try database.titles(of: table.references)
    return Answer(table: table, titles: titles, noun: noun, total: total, elapsed: ContinuousClock.now - start)
  }

  /// The rows that are shown for some of the rows that were found.
  private func table(of found: ResultTable) throws -> ResultTable {
    guard computesColumns else { return found }
    let rows = database.linkedRows
    let objects = rows.add(found, of: fetch.entity)
    if isPath { try rows.prefetch(found.references) }
    let evaluator = rows.evaluator
    let values = try objects.map { object -> [QueryValue] in
      try columns.map { Self.shown(try evaluator.value($0.expression, object: .object(object))) }
    }
    try rows.check()
    return ResultTable(columns: columns.map(\.name), rows: values)
  }

  /// Objects as references, which titles are known for.
  private static func shown(_ value: QueryValue) -> QueryValue {
    switch value {
    case .object(let object): object.reference.map { .reference($0) } ?? value
    case .array(let elements): .array(elements.map(shown))
    case .set(let elements): .set(elements.map(shown))
    default: value
    }
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

extension EntityFetch {
  /// The same rows, all of them, in the same order.
  package var withoutBounds: EntityFetch {
    var result = self
    result.limit = nil
    result.offset = 0
    return result
  }

  /// The same rows, all of them, in any order.
  package var counted: EntityFetch {
    var result = withoutBounds
    result.sortKeys = []
    return result
  }
}
