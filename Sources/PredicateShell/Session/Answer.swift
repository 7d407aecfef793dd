import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSyntax
import PredicateValues

/// What a query gave, ready to be shown in any mode.
struct Answer {
  /// The rows that are shown.
  let table: ResultTable
  /// What referenced objects are called.
  let titles: [ObjectReference: String]
  /// The entity whose objects the rows are.
  let entity: String
  /// How many objects there are; more than rows where not all are shown.
  let total: Int
  /// How long it took.
  let elapsed: Duration
}

/// Runs a query and keeps what it gives.
struct QueryRun {
  let session: ShellSession

  private var database: any ShellDatabase { session.database }

  /// The rows of a query, as many as the layout allows, and how many there are.
  func answer(_ query: ShellQuery, rowLimit: Int?) throws -> Answer {
    let clock = ContinuousClock()
    let start = clock.now
    let columns = try bound(query)
    var limited = query.fetch
    if let rowLimit {
      // One more than is shown, to learn whether there are more.
      limited.limit = min(query.fetch.limit ?? Int.max, rowLimit < Int.max ? rowLimit + 1 : rowLimit)
    }
    let found = try database.fetch(limited, variables: session.queryVariables)
    let rows = found.prefix(rowLimit ?? Int.max)
    let total = rows.rows.count < found.rows.count ? try count(query.fetch) : rows.rows.count
    let table = columns.isEmpty ? rows : try projected(rows, query, columns)
    let titles = try database.titles(of: Self.references(in: table))
    return Answer(
      table: table, titles: titles, entity: query.fetch.entity, total: total, elapsed: clock.now - start)
  }

  /// How many objects a fetch gives, its limit and offset considered.
  func count(_ fetch: EntityFetch) throws -> Int {
    let everything = EntityFetch(fetch.entity, where: fetch.predicate)
    let count = try database.count(everything, variables: session.queryVariables)
    return min(fetch.limit ?? Int.max, max(0, count - fetch.offset))
  }

  // MARK: Columns

  /// The columns that are shown, bound before anything runs, so that a wrong name is told at once.
  private func bound(_ query: ShellQuery) throws(PredicateIssue) -> [BoundExpression] {
    let root = RootType.entity(query.fetch.entity, database.model)
    var columns: [BoundExpression] = []
    for column in query.columns {
      columns.append(try Binder.bind(column.expression, to: root, variables: session.queryVariables))
    }
    return columns
  }

  private func projected(
    _ table: ResultTable, _ query: ShellQuery, _ columns: [BoundExpression]
  ) throws -> ResultTable {
    let rows = LinkedRows(database: database)
    let objects = rows.add(table, of: query.fetch.entity)
    if query.columns.contains(where: { $0.expression.isLongerThanOneKey }) {
      try rows.prefetch(Self.references(in: table))
    }
    let evaluator = PlainEvaluator()
    let values = try objects.map { object -> [QueryValue] in
      try columns.map { Self.shown(try evaluator.value($0, object: .object(object))) }
    }
    try rows.check()
    return ResultTable(columns: query.columns.map(\.name), rows: values)
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

  // MARK: References

  /// The objects that a table names, each once.
  static func references(in table: ResultTable) -> [ObjectReference] {
    var seen: Set<ObjectReference> = []
    var references: [ObjectReference] = []
    for row in table.rows {
      for value in row { add(value, to: &references, &seen) }
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
