import PredicateBinding
import PredicateEvaluation
import PredicateModel
import PredicateSQL
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// How the rows of a statement are found: all in SQL, or, where a column is something that SQL has no form for (a to-many path), the
/// objects in SQL and their columns in memory.
struct ShellFetch {
  /// What the database is asked for.
  let fetch: EntityFetch
  /// What a row is called: `movie`, `group`, `row`.
  let noun: EntityNoun
  /// What is computed in memory, of objects.
  private let columns: [(name: String, expression: BoundExpression)]
  private let isPath: Bool
  /// Whether rows are wanted, or their number.
  private(set) var form = SQLFetchForm.rows

  /// The plan of a fetch. Throws where it is wrong, with places in the text that it was read from.
  init(_ fetch: EntityFetch, session: ShellSession) throws {
    let database = session.database
    let bound = try BoundFetch(fetch, model: database.model, variables: session.queryVariables)
    noun =
      bound.grouping == nil
      ? EntityNoun(fetch.entity) : EntityNoun(fetch.groupBy.isEmpty || fetch.isDistinct ? "row" : "group")
    if bound.columns.isEmpty || bound.grouping != nil {
      (self.fetch, columns, isPath) = (fetch, [], false)
      return
    }
    do {
      _ = try database.sql(for: fetch, variables: session.queryVariables)
      (self.fetch, columns, isPath) = (fetch, [], false)
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      let root = RootType.entity(fetch.entity, database.model)
      columns = try fetch.columns.map {
        ($0.name, try Binder.bind($0.expression, to: root, variables: session.queryVariables))
      }
      isPath = fetch.columns.contains { $0.expression.isLongerThanOneKey }
      self.fetch = fetch.ofWholeObjects
    }
  }

  /// The plan of a query: of `count …` that of the count.
  init(_ query: QueryStatement, session: ShellSession) throws {
    guard query.isCount else {
      try self.init(query.fetch, session: session)
      return
    }
    var counted = query.fetch
    counted.sortKeys = []
    counted.limit = nil
    counted.offset = 0
    if counted.groupBy.isEmpty && !counted.isDistinct { counted.columns = [] }
    try self.init(counted, session: session)
    form = .count
  }

  /// Whether columns are computed in memory.
  var computesColumns: Bool { !columns.isEmpty }

  /// The rows that are shown for some of the rows that were found.
  func table(of found: ResultTable, from database: any ShellDatabase) throws -> ResultTable {
    guard computesColumns else { return found }
    let rows = LinkedRows(database: database)
    let objects = rows.add(found, of: fetch.entity)
    if isPath { try rows.prefetch(found.references) }
    let evaluator = PlainEvaluator()
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
  var references: [ObjectReference] {
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
