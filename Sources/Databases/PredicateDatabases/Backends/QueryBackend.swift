import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateValues

/// What answers fetches, and tells how: a database, or one with changes that are not saved.
///
/// Only ``model``, ``prepare(_:as:)`` and ``run(_:_:)`` have to be there.
package protocol QueryBackend: Sendable {
  /// The entities and what they have. Fetches are bound to it.
  var model: DataModel { get }

  /// Translates a fetch, once. Throws a `PredicateIssue` of kind `unsupported` for what the back end has no form for.
  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch

  /// Hands over the rows as the back end finds them, until the body returns false: the fetch's columns; where it names none, the objects'
  /// key first, then the attributes, then the to-one relationships (each an object reference or nil). A count is one row with one integer.
  /// With a remainder the rows are whole objects. The body may ask the back end.
  ///
  /// Callers use ``forEachRow(_:_:)``, which completes the rows.
  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws

  /// How the database would run a statement.
  func plan(of statement: SQLStatement) throws -> [PlanNode]

  /// Whether an index that holds every row begins with a column, by their own names.
  func hasIndex(beginningWith column: String, of table: String) -> Bool

  /// The statement that makes an index for comparisons of an attribute with constants; nil if the back end proposes none.
  ///
  /// - Parameter ordersTexts: Whether the index has to order texts by their scalars.
  func indexProposal(for attribute: Attribute, of entity: Entity, ordersTexts: Bool) -> String?

  /// What runs whole fetches in memory, over all objects: answers are verified with it.
  func graph() throws -> GraphFetch

  /// What objects are called, for people: the first text that each has. Objects without one, or unknown ones, may be missing.
  /// Asked once an answer, for the objects that are shown.
  func titles(of references: [ObjectReference]) throws -> [ObjectReference: String]

  /// An attribute's own values, distinct, whose text begins with a prefix in any case of letters: at most `limit`, and those that can be
  /// found in a few milliseconds.
  func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue]

  /// About how many rows a table has, found at once; nil where that cannot be told.
  func approximateRowCount(ofTable name: String) throws -> Int?
}

/// Answers as tables and numbers.
extension QueryBackend {
  /// All rows.
  package func rows(_ fetch: PreparedFetch) throws -> ResultTable {
    var rows: [[QueryValue]] = []
    try forEachRow(fetch) { row in
      rows.append(row)
      return true
    }
    return ResultTable(columns: fetch.columnNames, rows: rows)
  }

  /// All rows in tables of so many, the last one shorter. Where there are no rows, one table without any comes.
  package func forEachBatch(of size: Int, _ fetch: PreparedFetch, _ body: (ResultTable) throws -> Void) throws {
    let columns = fetch.columnNames
    var rows: [[QueryValue]] = []
    var isFirst = true
    try forEachRow(fetch) { row in
      rows.append(row)
      guard rows.count >= max(1, size) else { return true }
      let batch = ResultTable(columns: columns, rows: rows)
      rows.removeAll(keepingCapacity: true)
      isFirst = false
      try body(batch)
      return true
    }
    if isFirst || !rows.isEmpty { try body(ResultTable(columns: columns, rows: rows)) }
  }

  /// The number that a fetch in the form of a count gives.
  package func number(_ fetch: PreparedFetch) throws -> Int {
    var number = 0
    try forEachRow(fetch) { row in
      if case .integer(let found)? = row.first { number = Int(found) }
      return false
    }
    return number
  }

  /// The rows of a fetch that nothing has bound yet. Throws as binding does, with places in the text that its predicate was read from.
  package func rows(of fetch: EntityFetch, variables: QueryVariables = [:]) throws -> ResultTable {
    try rows(prepare(BoundFetch(fetch, model: model, variables: variables), as: .rows))
  }

  /// How many rows such a fetch gives, without its bounds.
  package func number(of fetch: EntityFetch, variables: QueryVariables = [:]) throws -> Int {
    try number(prepare(BoundFetch(fetch, model: model, variables: variables).counted, as: .count))
  }

  /// Why a predicate holds of an object or not; nil if there is no such object.
  package func explained(
    _ predicate: QueryPredicate, for object: ObjectReference, variables: QueryVariables, options: BindingOptions
  ) throws -> Explanation? {
    _ = try Binder.bind(predicate, to: .entity(object.entity, model), variables: variables, options: options)
    let rows = linkedRows
    let row = rows.object(object)
    try rows.check()
    return try rows.explanation(of: predicate, in: object.entity, for: row, variables: variables, options: options) {
      try graph().objects(object.entity).first { $0.reference?.key == object.key }
    }
  }

  /// Rows whose relationships are followed as they are asked for.
  package var linkedRows: LinkedRows {
    LinkedRows(model: model) { fetch in
      let prepared = try prepare(BoundFetch(fetch, model: model), as: .rows)
      // Memory would decide such a fetch by following the relationship.
      if let remainder = prepared.remainder { throw remainder.reason }
      return try rows(prepared)
    }
  }
}

/// What a back end does that knows no more than its rows.
extension QueryBackend {
  /// Nothing is known of it.
  package func plan(of statement: SQLStatement) throws -> [PlanNode] { [] }

  /// Nothing is known of it.
  package func hasIndex(beginningWith column: String, of table: String) -> Bool { false }

  /// Default: none.
  package func indexProposal(for attribute: Attribute, of entity: Entity, ordersTexts: Bool) -> String? { nil }

  /// A fetch over the rows of each entity.
  package func graph() throws -> GraphFetch {
    let rows = linkedRows
    var objects: [ScalarString: [any QueryObject]] = [:]
    for entity in model.entities {
      objects[ScalarString(entity.name)] = rows.add(try self.rows(of: EntityFetch(entity.name)), of: entity.name)
    }
    return GraphFetch(
      model: model, objects: { [objects] in objects[ScalarString($0)] ?? [] }, object: { rows.object($0) })
  }

  /// The text that names objects of each entity (``Entity/titleAttribute``), by a fetch an entity: `Ann`, not `Friend/3`.
  package func titles(of references: [ObjectReference]) throws -> [ObjectReference: String] {
    let rows = linkedRows
    let attributes = Dictionary(grouping: references, by: \.entity).compactMapValues { group in
      model.entity(named: group[0].entity)?.titleAttribute?.name
    }
    try rows.prefetch(references.filter { attributes[$0.entity] != nil })
    var titles: [ObjectReference: String] = [:]
    for reference in references {
      guard let attribute = attributes[reference.entity], let row = rows.object(reference) else { continue }
      if case .string(let title)? = row.value(forKey: attribute) { titles[reference] = title }
    }
    return titles
  }

  /// None are known.
  package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] { [] }

  /// Default: unknown.
  package func approximateRowCount(ofTable name: String) throws -> Int? { nil }
}
