import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateValues

/// Runs fetches, and explains how it runs them: a database, or a database with unsaved changes.
///
/// ``model``, ``prepare(_:as:)``, ``run(_:_:)`` and the fact ``areAlike(_:_:)`` are required.
package protocol QueryBackend: Sendable {
  /// The entities with their members. Fetches are bound to this model.
  var model: DataModel { get }

  /// Translates a fetch once. Throws a `PredicateIssue` of kind `unsupported` for a construct that the back end cannot express.
  func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch

  /// Passes rows with the fetch's columns to the body, as soon as the back end finds them, until the body returns false. If the fetch has no columns,
  /// a row has the object's key, then the attributes, then the to-one relationships (each an object reference or nil). A count is one row with one
  /// integer. If the fetch has a remainder, each row is an object, and some of its values may be missing. The body may use the back end.
  ///
  /// Callers use ``forEachRow(_:_:)``, which completes the rows.
  func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws

  /// Like ``run(_:_:)``, for a body that runs other statements between two rows.
  ///
  /// A back end with a pool of connections runs these statements on the same connection as this statement. Otherwise they could not run if the user
  /// may have only one connection, and several users could wait for one another.
  func runBesideOthers(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws

  /// How the database would run a statement.
  func plan(of statement: SQLStatement) throws -> [PlanNode]

  /// Whether an index that contains every row begins with a column. The column and the table have their names in the database.
  func hasIndex(beginningWith column: String, of table: String) -> Bool

  /// The reason why an index of a column cannot find the rows of a comparison with a constant. Nil if the index can find them.
  func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String?

  /// The statement that creates an index for comparisons of an attribute with constants; nil if the back end proposes none.
  ///
  /// - Parameter ordersTexts: Whether the index has to order texts by their scalars.
  func indexProposal(for attribute: Attribute, of entity: Entity, ordersTexts: Bool) -> String?

  /// The statement that creates an index of the foreign key by which the elements of a row are found; nil if the back end proposes none.
  func indexProposal(forKey columns: [String], of table: String) -> String?

  /// The unique keys of a table, besides the primary key, as lists of columns. No two rows have the same values in such a list, unless one value is NULL.
  func uniqueKeys(ofTable table: String) throws -> [[String]]

  /// The statement that makes an index for an order by an attribute; nil if the back end proposes none, or if there is one.
  func indexProposal(forOrderBy attribute: Attribute, of entity: Entity) -> String?

  /// Runs fetches in memory over all objects of the database. Answers of the database are verified with it.
  func graph() throws -> GraphFetch

  /// The number of values in the column of each attribute that read as nil because they have another type. A number is nil if it is unknown. Reads the
  /// whole table, at most twice for all attributes together.
  func misfitCounts(of attributes: [Attribute], in entity: Entity) throws -> [Int?]

  /// Runs optional work, such as the search for notes, whose statements may take a number of steps together. The statement that exceeds them throws a
  /// ``DatabaseIssue`` of kind `timedOut`, and each later one does, too. Steps are counted, not time, so that a busy computer gives the same notes. A back end
  /// that cannot count steps runs the work without a limit.
  func limiting<Result>(steps: Int, _ work: () throws -> Result) rethrows -> Result

  /// The titles of objects for people: the first text of each object. Objects without a title, and unknown objects, may be missing. Called once per
  /// answer for the objects that are shown.
  func titles(of references: [ObjectReference]) throws -> [ObjectReference: String]

  /// Distinct values of an attribute's column whose text begins with a prefix, ignoring case. At most `limit` values, and only those that can be
  /// found in a few milliseconds.
  func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue]

  /// Whether a foreign key refers to a key exactly if their values are equal in the language.
  func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool

  /// The approximate number of rows of a table, without counting them; nil if it is unknown.
  func approximateRowCount(ofTable name: String) throws -> Int?
}

/// Results of fetches as tables and numbers.
extension QueryBackend {
  package func rows(_ fetch: PreparedFetch) throws -> ResultTable {
    var rows: [[QueryValue]] = []
    try forEachRow(fetch) { row in
      rows.append(row)
      return true
    }
    return ResultTable(columns: fetch.columnNames, rows: rows)
  }

  /// Passes all rows in tables of `size` rows; the last table may be shorter. Without rows, one empty table is passed.
  package func forEachBatch(of size: Int, _ fetch: PreparedFetch, _ body: (ResultTable) throws -> Void) throws {
    var batches = RowBatches(of: size, columns: fetch.columnNames)
    try forEachRow(fetch) { row in
      try batches.add(row).map(body)
      return true
    }
    try batches.last().map(body)
  }

  /// The number that a counting fetch returns.
  package func number(_ fetch: PreparedFetch) throws -> Int {
    var number = 0
    try forEachRow(fetch) { row in
      if case .integer(let found)? = row.first { number = Int(found) }
      return false
    }
    return number
  }

  /// The rows of a fetch that has not been bound yet. Throws the issues of binding, with places in the text of the fetch's predicate.
  package func rows(of fetch: EntityFetch, variables: QueryVariables = [:]) throws -> ResultTable {
    try rows(prepare(BoundFetch(fetch, model: model, variables: variables), as: .rows))
  }

  /// The number of rows of a fetch that has not been bound yet, without its limit and offset.
  package func number(of fetch: EntityFetch, variables: QueryVariables = [:]) throws -> Int {
    try number(prepare(BoundFetch(fetch, model: model, variables: variables).counted, as: .count))
  }

  /// The reason why a predicate holds for a row or not; nil if the object does not exist.
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

  /// An empty set of rows. Relationships of rows that are added to it are fetched when they are read.
  package var linkedRows: LinkedRows {
    LinkedRows(model: model, areAlike: { areAlike($0, $1) }) { fetch in
      let prepared = try prepare(BoundFetch(fetch, model: model), as: .rows)
      // A fetch with a remainder is refused, because running the remainder would follow the same relationship again.
      if let remainder = prepared.remainder { throw remainder.reason }
      return try rows(prepared)
    }
  }
}

/// Collects rows into tables of a given length; the last table may be shorter. Without rows, there is one empty table.
package struct RowBatches {
  private let size: Int
  private let columns: [String]
  private var rows: [[QueryValue]] = []
  private var isFirst = true

  package init(of size: Int, columns: [String]) {
    self.size = max(1, size)
    self.columns = columns
  }

  /// Adds a row. Returns a table if it is full.
  package mutating func add(_ row: [QueryValue]) -> ResultTable? {
    rows.append(row)
    return rows.count >= size ? taken() : nil
  }

  /// The rows that no table has returned yet. Nil if there are none, unless no table has been returned at all.
  package mutating func last() -> ResultTable? { isFirst || !rows.isEmpty ? taken() : nil }

  private mutating func taken() -> ResultTable {
    defer { rows.removeAll(keepingCapacity: true) }
    isFirst = false
    return ResultTable(columns: columns, rows: rows)
  }
}

/// Defaults for a back end that can only run fetches.
extension QueryBackend {
  /// Default: an empty plan.
  package func plan(of statement: SQLStatement) throws -> [PlanNode] { [] }

  /// Default: false, because indexes are unknown.
  package func hasIndex(beginningWith column: String, of table: String) -> Bool { false }

  /// Default: the obstacle of an ordered index (`QueryComparison.orderedIndexObstacle`).
  package func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String? {
    comparison.orderedIndexObstacle
  }

  /// Default: runs the fetch as usual, because other statements do not need its connection.
  package func runBesideOthers(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    try run(fetch, body)
  }

  /// Default: none.
  package func indexProposal(for attribute: Attribute, of entity: Entity, ordersTexts: Bool) -> String? { nil }

  /// Default: none.
  package func indexProposal(forOrderBy attribute: Attribute, of entity: Entity) -> String? { nil }

  /// Default: none.
  package func indexProposal(forKey columns: [String], of table: String) -> String? { nil }

  /// Default: none.
  package func uniqueKeys(ofTable table: String) throws -> [[String]] { [] }

  /// A fetch over the rows of each entity.
  package func graph() throws -> GraphFetch {
    let rows = linkedRows
    var objects: [ScalarString: Result<[any QueryObject], DatabaseIssue>] = [:]
    for entity in model.entities {
      do {
        let table = try self.rows(of: EntityFetch(entity.name))
        objects[ScalarString(entity.name)] = .success(rows.add(table, of: entity.name))
      } catch let issue as DatabaseIssue where issue.kind == .failed {
        // The issue is only reported for fetches that need objects of this entity.
        objects[ScalarString(entity.name)] = .failure(issue)
      }
    }
    return GraphFetch(
      model: model, objects: { [objects] in try objects[ScalarString($0)]?.get() ?? [] }, object: { rows.object($0) },
      check: { try rows.check() })
  }

  /// The title of each object (``Entity/titleAttributes``), by one fetch per entity: `Ann`, not `Friend[3]`. Without a title, an object whose key is
  /// not its row number is named by the key: `Customer["ALFKI"]`.
  ///
  /// A reference to an object of a hierarchy names the root entity. So the fetch runs for each entity of the hierarchy that has another title.
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
    }
    // `Uu[3]` contains the number of a row, which is not the key of the object, so its label is used.
    return titles.merging(try labels(of: references.filter { titles[$0] == nil })) { title, _ in title }
  }

  /// The labels of objects whose key is not their reference's number, by one fetch per entity: `Customer["ALFKI"]`.
  package func labels(of references: [ObjectReference]) throws -> [ObjectReference: String] {
    let rows = linkedRows
    var labels: [ObjectReference: String] = [:]
    for (name, group) in Dictionary(grouping: references, by: \.entity) {
      guard let entity = model.entity(named: name), !entity.isNumbered, !entity.objectKey.isEmpty else { continue }
      try rows.prefetch(group)
      for reference in group { labels[reference] = rows.object(reference)?.label }
    }
    return labels
  }

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
  package func misfitCounts(of attributes: [Attribute], in entity: Entity) throws -> [Int?] {
    attributes.map { _ in nil }
  }

  /// The number of values in an attribute's column that read as nil because they have another type; nil if it is unknown.
  package func misfitCount(of attribute: Attribute, in entity: Entity) throws -> Int? {
    try misfitCounts(of: [attribute], in: entity).first ?? nil
  }

  package func limiting<Result>(steps: Int, _ work: () throws -> Result) rethrows -> Result { try work() }

  /// Default: no values.
  package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] { [] }

  /// Default: unknown.
  package func approximateRowCount(ofTable name: String) throws -> Int? { nil }
}

extension QueryComparison {
  /// The reason why an index that keeps the values of a column in order cannot find the rows of a comparison with a constant. Nil if only the order of
  /// the index matters. A database whose indexes can find more does not use it.
  package var orderedIndexObstacle: String? {
    switch `operator` {
    case .notEqual where !right.isNull: return "an index can find rows with a value, but not rows without it"
    case .contains, .endsWith, .matches: return "an index can find only the beginning of a text"
    case .like where right.beginsWithWildcard:
      return "an index cannot be used, because the pattern begins with a wildcard"
    default: break
    }
    return options.contains(.diacriticInsensitive) ? "the index distinguishes letters with and without accents" : nil
  }
}

extension QueryExpression {
  fileprivate var isNull: Bool {
    if case .literal(.null) = node { true } else { false }
  }

  fileprivate var beginsWithWildcard: Bool {
    guard case .literal(.string(let text)) = node else { return false }
    return text.utf8.first.map { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } ?? false
  }
}
