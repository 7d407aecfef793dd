import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateSQLite
import PredicateValues

/// What answers fetches, and tells how: a database, or one with changes that are not saved.
///
/// Only ``fetch(_:variables:)``, ``count(_:variables:)`` and ``sql(for:variables:form:)`` have to be there.
public protocol QueryBackend: Sendable {
  /// The entities and what they have.
  var model: DataModel { get }

  /// The rows that a fetch asks for, in its order: its columns; where it names none, the objects' key first, then the attributes, then
  /// the to-one relationships (each an object reference or nil). Throws a `PredicateIssue` where the fetch is wrong, with places in the text that its predicate was
  /// read from, and any other error where the database fails.
  func fetch(_ fetch: EntityFetch, variables: QueryVariables) throws -> ResultTable

  /// The same rows in tables of so many; where there are none, one table without rows. The body may ask the database.
  func forEachBatch(
    of size: Int, _ fetch: EntityFetch, variables: QueryVariables, _ body: (ResultTable) throws -> Void
  ) throws

  /// How many rows a fetch asks for. Its order, its limit and its offset do not count. Throws as ``fetch(_:variables:)`` does.
  func count(_ fetch: EntityFetch, variables: QueryVariables) throws -> Int

  /// What would run for a fetch. Throws as ``fetch(_:variables:)`` does.
  func sql(
    for fetch: EntityFetch, variables: QueryVariables, form: SQLFetchForm
  ) throws -> SQLStatement

  /// How the database would run a statement.
  func plan(of statement: SQLStatement) throws -> [PlanStep]

  /// Whether an index that holds every row begins with a column, by their own names.
  func hasIndex(beginningWith column: String, of table: String) -> Bool

  /// All objects of an entity, with everything that can be reached from them, in memory.
  func objects(of entity: String) throws -> [any QueryObject]

  /// What runs whole fetches in memory, over all objects: answers are verified with it.
  func inMemory() throws -> GraphFetch

  /// What objects are called, for people: the first text that each has. Objects without one, or unknown ones, may be missing.
  /// Asked once an answer, for the objects that are shown.
  func titles(of references: [ObjectReference]) throws -> [ObjectReference: String]

  /// An attribute's own values, distinct, whose text begins with a prefix in any case of letters: at most `limit`, and those that can be
  /// found in a few milliseconds.
  func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue]

  /// About how many rows a table has, found at once; nil where that cannot be told.
  func approximateRowCount(ofTable name: String) throws -> Int?
}

extension QueryBackend {
  /// A fetch without variables.
  public func fetch(_ fetch: EntityFetch) throws -> ResultTable { try self.fetch(fetch, variables: [:]) }

  /// A count without variables.
  public func count(_ fetch: EntityFetch) throws -> Int { try count(fetch, variables: [:]) }

  /// What would run for a fetch of rows.
  public func sql(
    for fetch: EntityFetch, variables: QueryVariables
  ) throws -> SQLStatement {
    try sql(for: fetch, variables: variables, form: .rows)
  }

  /// All rows at once, then in parts.
  public func forEachBatch(
    of size: Int, _ fetch: EntityFetch, variables: QueryVariables, _ body: (ResultTable) throws -> Void
  ) throws {
    let table = try self.fetch(fetch, variables: variables)
    if table.rows.isEmpty { try body(table) }
    for part in table.rows.parts(of: max(1, size)) {
      try body(ResultTable(columns: table.columns, rows: Array(part)))
    }
  }

  /// Nothing is known of it.
  public func plan(of statement: SQLStatement) throws -> [PlanStep] { [] }

  /// Nothing is known of it.
  public func hasIndex(beginningWith column: String, of table: String) -> Bool { false }

  /// The rows of a fetch, and others as they are asked for.
  public func objects(of entity: String) throws -> [any QueryObject] {
    let rows = linkedRows
    return rows.add(try fetch(EntityFetch(entity), variables: [:]), of: entity)
  }

  /// A fetch over the rows of each entity, as this database gives them.
  public func inMemory() throws -> GraphFetch {
    let rows = linkedRows
    var objects: [ScalarString: [any QueryObject]] = [:]
    for entity in model.entities {
      objects[ScalarString(entity.name)] = rows.add(
        try fetch(EntityFetch(entity.name), variables: [:]), of: entity.name)
    }
    return GraphFetch(
      model: model, objects: { [objects] in objects[ScalarString($0)] ?? [] }, object: { rows.object($0) })
  }

  /// Rows whose relationships are followed as they are asked for.
  package var linkedRows: LinkedRows {
    LinkedRows(model: model) { fetch in try self.fetch(fetch, variables: [:]) }
  }

  /// The text that names objects of each entity (``Entity/titleAttribute``), by a fetch an entity: `Ann`, not `Friend/3`.
  public func titles(of references: [ObjectReference]) throws -> [ObjectReference: String] {
    var titles: [ObjectReference: String] = [:]
    for (name, group) in Dictionary(grouping: references, by: \.entity) {
      guard let attribute = model.entity(named: name)?.titleAttribute else { continue }
      // In parts, so that a long answer makes no predicate past the limits.
      for part in group.parts(of: 2_000) {
        let wanted = QueryExpression.aggregate(part.map { .literal(.object($0)) })
        let table = try fetch(
          EntityFetch(name, where: .comparison(QueryComparison(.evaluatedObject(), .in, wanted))), variables: [:])
        guard let column = table.columns.firstIndex(where: { $0.utf8.elementsEqual(attribute.name.utf8) }) else {
          continue
        }
        for row in table.rows {
          guard case .integer(let key) = row[0], case .string(let title) = row[column] else { continue }
          titles[ObjectReference(entity: name, key: key)] = title
        }
      }
    }
    return titles
  }

  /// None are known.
  public func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] { [] }

  /// Nobody knows.
  public func approximateRowCount(ofTable name: String) throws -> Int? { nil }
}
