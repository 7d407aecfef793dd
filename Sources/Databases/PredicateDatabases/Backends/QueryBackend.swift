import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateValues

/// Answers fetches, and explains how: a database, or one with changes that are not saved.
///
/// Only ``model``, ``prepare(_:as:)`` and ``run(_:_:)`` are required.
package protocol QueryBackend: Sendable {
  /// The entities with their members. Fetches are bound to it.
  var model: DataModel { get }

  /// Translates a fetch, once. Throws a `PredicateIssue` of kind `unsupported` for a construct that the back end has no form for.
  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch

  /// Passes the rows to the body as the back end finds them, until the body returns false: the fetch's columns. If the fetch names none, the objects'
  /// key comes first, then the attributes, then the to-one relationships (each an object reference or nil). A count is one row with one integer. With
  /// a remainder each row is an object, and some of its values may be missing. The body may use the back end.
  ///
  /// Callers use ``forEachRow(_:_:)``, which completes the rows.
  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws

  /// How the database would run a statement.
  func plan(of statement: SQLStatement) throws -> [PlanNode]

  /// Whether an index that holds every row begins with a column, by their own names.
  func hasIndex(beginningWith column: String, of table: String) -> Bool

  /// The reason why an index of a column cannot find the rows of a comparison with texts. Nil if the order of the index is not the reason.
  func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String?

  /// The statement that makes an index for comparisons of an attribute with constants; nil if the back end proposes none.
  ///
  /// - Parameter ordersTexts: Whether the index has to order texts by their scalars.
  func indexProposal(for attribute: Attribute, of entity: Entity, ordersTexts: Bool) -> String?

  /// The fetch in memory, over all objects: answers are verified with it.
  func graph() throws -> GraphFetch

  /// How many values of an attribute's column are of another type, so that they read as nil; nil if that is unknown. Reads the whole column.
  func misfitCount(of attribute: Attribute, in entity: Entity) throws -> Int?

  /// The titles of objects, for people: the first text of each. Objects without one, or unknown ones, may be missing. Called once per answer, for the
  /// shown objects.
  func titles(of references: [ObjectReference]) throws -> [ObjectReference: String]

  /// An attribute's own values, distinct, whose text begins with a prefix in any case of letters: at most `limit`, and those that can be
  /// found in a few milliseconds.
  func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue]

  /// Whether a foreign key refers to a key exactly if their values are equal in the language.
  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool

  /// The approximate number of rows of a table, found at once; nil if it is unknown.
  func approximateRowCount(ofTable name: String) throws -> Int?
}

/// Answers as tables and numbers.
extension QueryBackend {
  package func rows(_ fetch: PreparedFetch) throws -> ResultTable {
    var rows: [[QueryValue]] = []
    try forEachRow(fetch) { row in
      rows.append(row)
      return true
    }
    return ResultTable(columns: fetch.columnNames, rows: rows)
  }

  /// All rows in tables of `size` rows, the last one shorter. Without rows, one empty table is passed.
  package func forEachBatch(of size: Int, _ fetch: PreparedFetch, _ body: (ResultTable) throws -> Void) throws {
    var batches = RowBatches(of: size, columns: fetch.columnNames)
    try forEachRow(fetch) { row in
      try batches.add(row).map(body)
      return true
    }
    try batches.last().map(body)
  }

  /// The number that a fetch in the form of a count returns.
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

  /// The number of rows of such a fetch, without its bounds.
  package func number(of fetch: EntityFetch, variables: QueryVariables = [:]) throws -> Int {
    try number(prepare(BoundFetch(fetch, model: model, variables: variables).counted, as: .count))
  }

  /// Why a predicate holds of an object or not; nil if the object does not exist.
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

  /// Rows whose relationships are followed on demand.
  package var linkedRows: LinkedRows {
    LinkedRows(model: model, areAlike: { areAlike($0, $1) }) { fetch in
      let prepared = try prepare(BoundFetch(fetch, model: model), as: .rows)
      // Memory would decide such a fetch by following the relationship.
      if let remainder = prepared.remainder { throw remainder.reason }
      return try rows(prepared)
    }
  }
}

/// Rows in tables of a given length, the last one shorter. Without rows, one table without any comes.
package struct RowBatches {
  private let size: Int
  private let columns: [String]
  private var rows: [[QueryValue]] = []
  private var isFirst = true

  package init(of size: Int, columns: [String]) {
    self.size = max(1, size)
    self.columns = columns
  }

  /// Takes a row, and gives a table if it is full.
  package mutating func add(_ row: [QueryValue]) -> ResultTable? {
    rows.append(row)
    return rows.count >= size ? taken() : nil
  }

  /// The rows that are left.
  package mutating func last() -> ResultTable? { isFirst || !rows.isEmpty ? taken() : nil }

  private mutating func taken() -> ResultTable {
    defer { rows.removeAll(keepingCapacity: true) }
    isFirst = false
    return ResultTable(columns: columns, rows: rows)
  }
}

/// The defaults for a back end that has only rows.
extension QueryBackend {
  /// Nothing is known of it.
  package func plan(of statement: SQLStatement) throws -> [PlanNode] { [] }

  /// Nothing is known of it.
  package func hasIndex(beginningWith column: String, of table: String) -> Bool { false }

  /// Default: an index has the order of the column's collation, for each comparison.
  package func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String? {
    guard attribute.storage == .text, let collation = attribute.collation else { return nil }
    let isBinary = collation.uppercased() == "BINARY"
    if comparison.options.contains(.caseInsensitive) {
      return isBinary ? "the index distinguishes capital and small letters" : nil
    }
    return isBinary ? nil : "its column has the collation \(collation), and texts are compared by their scalars"
  }

  /// Default: none.
  package func indexProposal(for attribute: Attribute, of entity: Entity, ordersTexts: Bool) -> String? { nil }

  /// A fetch over the rows of each entity.
  package func graph() throws -> GraphFetch {
    let rows = linkedRows
    var objects: [ScalarString: Result<[any QueryObject], DatabaseIssue>] = [:]
    for entity in model.entities {
      do {
        let table = try self.rows(of: EntityFetch(entity.name))
        objects[ScalarString(entity.name)] = .success(rows.add(table, of: entity.name))
      } catch let issue as DatabaseIssue where issue.kind == .failed {
        // Statements about other entities need no value that cannot be read here.
        objects[ScalarString(entity.name)] = .failure(issue)
      }
    }
    return GraphFetch(
      model: model, objects: { [objects] in try objects[ScalarString($0)]?.get() ?? [] }, object: { rows.object($0) },
      check: { try rows.check() })
  }

  /// The text that names objects of each entity (``Entity/titleAttributes``), by one fetch per entity: `Ann`, not `Friend/3`. Without such a text an object
  /// whose key is another than its number is named by that key: `Customer["ALFKI"]`.
  ///
  /// A reference to an object of a hierarchy names the root entity. So each entity of the hierarchy that has another title is asked.
  package func titles(of references: [ObjectReference]) throws -> [ObjectReference: String] {
    let rows = linkedRows
    var titles: [ObjectReference: String] = [:]
    for (name, group) in Dictionary(grouping: references, by: \.entity) {
      for kind in titledKinds(of: name) {
        try rows.prefetch(group.map { $0.named(kind.name) })
        let attributes = kind.titleAttributes
        for reference in group {
          guard let row = rows.object(reference.named(kind.name)),
            let title = Entity.title(attributes, { row.value(forKey: $0.name) })
          else { continue }
          titles[reference] = title
        }
      }
      // `Uu/3` has the number of a row that the language does not know by it.
      guard let entity = model.entity(named: name), !entity.isNumbered, !entity.objectKey.isEmpty else { continue }
      let untitled = group.filter { titles[$0] == nil }
      try rows.prefetch(untitled)
      for reference in untitled { titles[reference] = rows.object(reference)?.label }
    }
    return titles
  }

  /// Default: keys are compared by the language.
  package func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { true }

  /// An entity and its subentities, ancestors first, if their objects have titles. A subentity with the title of its parent is left out.
  private func titledKinds(of name: String) -> [Entity] {
    guard let entity = model.entity(named: name) else { return [] }
    let kinds = entity.hierarchy?.kinds.compactMap { model.entity(named: $0) } ?? [entity]
    func kindCount(_ entity: Entity) -> Int { entity.hierarchy?.kinds.count ?? 0 }
    return kinds.sorted { kindCount($0) > kindCount($1) }.filter { kind in
      let title = kind.titleAttributes.map(\.name)
      let parent = kind.parent.flatMap { model.entity(named: $0) }
      let isInherited = parent?.titleAttributes.map(\.name) == title
      return !title.isEmpty && (!isInherited || kind.name.hasSameScalars(as: name))
    }
  }

  /// Default: unknown.
  package func misfitCount(of attribute: Attribute, in entity: Entity) throws -> Int? { nil }

  /// None are known.
  package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] { [] }

  /// Default: unknown.
  package func approximateRowCount(ofTable name: String) throws -> Int? { nil }
}
