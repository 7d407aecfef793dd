import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateReference
import PredicateSQL
import PredicateSyntax
import PredicateValues

/// A database that an application queries: a file or a server.
///
/// ```swift
/// let recent = EntityFetch("Movie", where: try QueryPredicate("year > 1990"), sortedBy: [.descending("rating")], limit: 3)
/// try database.fetch(recent).rows.count  // 3
/// ```
///
/// Its functions throw a `PredicateIssue` for a wrong predicate, and a ``DatabaseIssue`` for a problem of the database. They throw a
/// `CancellationError` if they are interrupted or if their task is cancelled, also before they begin. ``statement(for:variables:form:options:)`` runs
/// nothing and throws only a `PredicateIssue`.
///
/// Applications use the databases of this package and do not conform to the protocol.
public protocol FetchingDatabase: Sendable {
  /// The entities with their attributes and relationships. Fetches are bound to this model.
  var model: DataModel { get }

  /// Runs the fetches. Only this package can make the value, so applications do not conform.
  var fetches: DatabaseFetches { get }
}

/// Runs the fetches of a ``FetchingDatabase``.
public struct DatabaseFetches: Sendable {
  package let source: any FetchSource

  package init(_ source: any FetchSource) { self.source = source }
}

/// A back end with SQL that runs the fetches of an application.
package protocol FetchSource: QueryBackend {
  /// Translates fetches to the database's SQL.
  var translator: SQLTranslator { get }

  /// The parts of an application's fetch that the database may leave to memory.
  var memoryShare: MemoryShare { get }

  /// Translates a fetch once.
  ///
  /// - Parameters:
  ///   - policy: Limits the work of a fetch with untrusted text; nil if no part of the fetch is untrusted.
  ///   - share: The parts that may be left to memory.
  func prepare(
    _ fetch: BoundFetch, as form: SQLFetchForm, options: BindingOptions, countedBy policy: QueryPolicy?,
    leaving share: MemoryShare
  ) throws(PredicateIssue) -> PreparedFetch

  /// Passes the integers in the first column of the rows to the body.
  func forEachInteger(_ fetch: PreparedFetch, _ body: (Int64) throws -> Void) throws

  /// The keys of an entity's objects that a predicate is true for, in any order.
  func unorderedKeys(
    of entity: String, where predicate: QueryPredicate?, variables: QueryVariables, options: BindingOptions
  ) throws -> [Int64]

  /// Runs a body of the application between two rows of a statement. The body may run further statements.
  func callingOut(_ body: () throws -> Void) throws
}

extension FetchSource {
  /// Default: a row whose first column is not an integer is left out.
  package func forEachInteger(_ fetch: PreparedFetch, _ body: (Int64) throws -> Void) throws {
    try forEachRow(fetch) { row in
      if case .integer(let integer)? = row.first { try body(integer) }
      return true
    }
  }

  package func integers(_ fetch: PreparedFetch) throws -> [Int64] {
    var integers: [Int64] = []
    try forEachInteger(fetch) { integers.append($0) }
    return integers
  }

  /// Default: the keys in the order of a fetch.
  package func unorderedKeys(
    of entity: String, where predicate: QueryPredicate?, variables: QueryVariables, options: BindingOptions
  ) throws -> [Int64] {
    try integers(prepared(EntityFetch(entity, where: predicate), as: .keys, variables, options))
  }

  /// Default: the body can run further statements without preparation.
  package func callingOut(_ body: () throws -> Void) throws { try body() }

  /// Whether a foreign key refers to a key exactly if their values are equal in the language.
  package func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool {
    translator.lowering.areAlike(foreign.columns, of: foreign.table, and: key.columns, of: key.table)
  }

  /// A fetch of an application. Throws a `CancellationError` in a cancelled task.
  fileprivate func prepared(
    _ fetch: EntityFetch, as form: SQLFetchForm, _ variables: QueryVariables, _ options: BindingOptions
  ) throws -> PreparedFetch {
    try Task.checkCancellation()
    let bound = try BoundFetch(fetch, model: model, variables: variables, options: options)
    return try prepare(bound, as: form, options: options, countedBy: nil, leaving: memoryShare)
  }

  /// A fetch of an application with untrusted text. Rows of whole objects have only the columns that the policy shows. Throws a `CancellationError` in
  /// a cancelled task.
  fileprivate func prepared(
    _ fetch: EntityFetch, as form: SQLFetchForm, _ text: String?, _ order: String?, _ policy: QueryPolicy,
    _ variables: QueryVariables, _ options: BindingOptions
  ) throws -> PreparedFetch {
    try Task.checkCancellation()
    var bound = try BoundFetch(
      fetch, text: text, order: order, policy: policy, model: model, variables: variables, options: options)
    if case .rows = form, bound.columns.isEmpty {
      let names = WholeObject(bound.entity, in: model).names
      bound = try bound.showingOnly(names, allowedBy: policy, model: model, options: options)
    }
    return try prepare(bound, as: form, options: options, countedBy: policy, leaving: memoryShare)
  }
}

// MARK: Fetches

extension FetchingDatabase {
  /// The keys of an entity's objects that meet a predicate, ascending; all keys without a predicate:
  /// `try database.ids(entity: "Movie", predicate: QueryPredicate("year > 1990"))`.
  ///
  /// - Parameters:
  ///   - entity: The name of an entity.
  ///   - predicate: The condition; names are those of the model.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `unsupported` for a part that the database cannot run, kind
  ///   `limit`; a ``DatabaseIssue``.
  public func ids(
    entity: String, predicate: QueryPredicate?, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    try Task.checkCancellation()
    var keys = try fetches.source.unorderedKeys(
      of: entity, where: predicate, variables: variables, options: options)
    // Sorting is cheap if the keys are already in order, as they mostly are: it costs one comparison per key.
    keys.sort()
    return keys
  }

  /// The keys of the objects of a fetch, in its order: `try database.keys(EntityFetch("Movie", limit: 10))`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: As ``ids(entity:predicate:variables:options:)``.
  public func keys(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    let source = fetches.source
    return try source.integers(source.prepared(fetch, as: .keys, variables, options))
  }

  /// The rows of a fetch: its columns; without columns, the objects' keys, attributes and to-one relationships.
  ///
  /// ```swift
  /// let recent = EntityFetch("Movie", where: try QueryPredicate("year > 1990"), sortedBy: [.descending("rating")], limit: 3)
  /// try database.fetch(recent).rows.count  // 3
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: As ``ids(entity:predicate:variables:options:)``.
  public func fetch(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    let source = fetches.source
    return try source.rows(source.prepared(fetch, as: .rows, variables, options))
  }

  /// The rows of a fetch as values of a type, whose coding keys are the names of the columns: `try database.fetch(best, as: Movie.self)`.
  ///
  /// - Throws: As ``fetch(_:variables:options:)``, and `DecodingError` for rows that the type cannot read.
  public func fetch<Row: Decodable>(
    _ fetch: EntityFetch, as type: Row.Type, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Row] {
    try self.fetch(fetch, variables: variables, options: options).decoded(as: type)
  }

  /// The number of rows of a fetch: of objects, or of groups. `try database.count(EntityFetch("Movie", where: recent))`
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: As ``ids(entity:predicate:variables:options:)``.
  public func count(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> Int {
    let source = fetches.source
    return try source.number(source.prepared(fetch, as: .count, variables, options))
  }

  /// The SQL that a fetch runs, with its bound values: `try database.statement(for: EntityFetch("Movie", limit: 10)).statement.text`. If the database
  /// leaves a part of the fetch to memory, the statement returns the rows that memory reads.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - form: The columns that the statement selects.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue`: `unknown-key`, `families-differ` and the like, kind `unsupported` for a part that the database cannot run, kind
  ///   `limit`.
  public func statement(
    for fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .rows,
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLTranslation {
    let source = fetches.source
    let bound = try BoundFetch(fetch, model: source.model, variables: variables, options: options)
    return try source.translator.translate(
      bound, form: form, functions: options.functions, leaving: source.memoryShare)
  }
}

// MARK: Rows one by one

extension FetchingDatabase {
  /// Passes a fetch's rows to the body one by one, and returns the names of their columns. The body may use the database.
  ///
  /// ```swift
  /// try database.forEachRow(EntityFetch("Movie")) { row in print(row) }
  /// ```
  ///
  /// Memory holds one row, or one batch if memory runs a part of the fetch. The first row is passed as soon as the database has it: immediately if the
  /// rows need no sorting.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  ///   - body: Receives each row. An error that it throws ends the iteration.
  @discardableResult
  public func forEachRow(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: ([QueryValue]) throws -> Void
  ) throws -> [String] {
    let source = fetches.source
    let prepared = try source.prepared(fetch, as: .rows, variables, options)
    try source.forEachRow(prepared) { row in
      try source.callingOut { try body(row) }
      return true
    }
    return prepared.columnNames
  }

  /// Passes the keys of a fetch's objects to the body one by one: `try database.forEachKey(EntityFetch("Movie")) { key in print(key) }`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  ///   - body: Receives each key. An error that it throws ends the iteration.
  public func forEachKey(
    _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: (Int64) throws -> Void
  ) throws {
    let source = fetches.source
    try source.forEachInteger(source.prepared(fetch, as: .keys, variables, options)) { key in
      try source.callingOut { try body(key) }
    }
  }

  /// Passes a fetch's rows to the body in tables of a given size; the last table may be shorter. A fetch without rows passes one empty table.
  ///
  /// ```swift
  /// try database.forEachBatch(of: 1_000, EntityFetch("Movie")) { table in print(table.rows.count) }
  /// ```
  ///
  /// - Parameters:
  ///   - size: The number of rows of each table but the last.
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  ///   - body: Receives each table. An error that it throws ends the iteration.
  public func forEachBatch(
    of size: Int, _ fetch: EntityFetch, variables: QueryVariables = [:], options: BindingOptions = BindingOptions(),
    _ body: (ResultTable) throws -> Void
  ) throws {
    let source = fetches.source
    try source.forEachBatch(of: size, source.prepared(fetch, as: .rows, variables, options)) { table in
      try source.callingOut { try body(table) }
    }
  }
}

// MARK: Explanations

extension FetchingDatabase {
  /// The reason why an object meets a predicate or not; nil for an unknown object.
  ///
  /// ```swift
  /// let alien = ObjectReference(entity: "Movie", key: 24)
  /// let why = try database.explanation(of: QueryPredicate("year > 1990 AND lent == YES"), for: alien)
  /// ```
  ///
  /// Fetches the object's row, and related rows that the predicate reads.
  ///
  /// - Parameters:
  ///   - predicate: The condition; names are those of the model.
  ///   - object: The object, by its entity and key.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: A `PredicateIssue` if the predicate does not fit the entity, a ``DatabaseIssue``.
  public func explanation(
    of predicate: QueryPredicate, for object: ObjectReference, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> Explanation? {
    try Task.checkCancellation()
    return try fetches.source.explained(predicate, for: object, variables: variables, options: options)
  }

  /// Why an object meets a condition or not: `try database.explanation(of: "year > \(minimum)", for: alien)`.
  public func explanation(
    of format: QueryFormat, for object: ObjectReference, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> Explanation? {
    try explanation(of: QueryPredicate(format), for: object, variables: variables, options: options)
  }

  /// For each part of a predicate, the number of objects that it holds for. That shows which condition excludes how many objects. Each number takes
  /// one statement.
  ///
  /// ```swift
  /// let counts = try database.partCounts(of: QueryPredicate("year > 1990 AND lent == YES"), entity: "Movie")
  /// counts.parts.map { ($0.text, $0.decidesAlone) }
  /// ```
  ///
  /// - Parameters:
  ///   - predicate: The condition; names are those of the model.
  ///   - entity: The name of an entity.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: As ``count(_:variables:options:)``.
  public func partCounts(
    of predicate: QueryPredicate, entity: String, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> Explanation.Counts {
    try Explanation.Counts(of: predicate) {
      try count(EntityFetch(entity, where: $0), variables: variables, options: options)
    }
  }

  /// The same for a format: `try database.partCounts(of: "year > \(minimum)", entity: "Movie")`.
  ///
  /// - Throws: As ``count(_:variables:options:)``, and the issues of reading the format.
  public func partCounts(
    of format: QueryFormat, entity: String, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> Explanation.Counts {
    try partCounts(of: QueryPredicate(format), entity: entity, variables: variables, options: options)
  }
}

// MARK: Untrusted text

/// Fetches with untrusted text from a search field, a request, or a saved filter of another user.
///
/// The application writes the fetch: its entity, its columns, its own predicate, its limit. The text adds a condition and an order, which may read
/// only what the policy allows. A fetch ends when the policy's steps are used up. A server that counts no steps does not run a statement if it
/// expects more work than the policy allows.
///
/// ```swift
/// let policy = QueryPolicy().allowing(.except("email"), ofEntity: "Friend").allowing(.all, ofEntity: "Movie")
/// let keys = try database.keys(EntityFetch("Movie", limit: 50), text: typed, order: "year desc, title", policy: policy)
/// ```
///
/// All of these functions throw errors of parsing and binding, kind `unsupported` for parts that the policy excludes or the database cannot run, kind
/// `limit` for a predicate that is too long, too large or takes too many steps, and ``DatabaseIssue``. For every text they throw `policy-mistake` if the
/// policy has a name that does not exist.
extension FetchingDatabase {
  /// The keys of the objects of a fetch that also meet the text's condition. They are in the given order, then in the fetch's.
  ///
  /// ```swift
  /// try database.keys(EntityFetch("Movie"), text: typed, policy: policy)
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - text: A condition; nil for all objects.
  ///   - order: Sort keys from untrusted text, such as `year desc, title`; nil for the fetch's own order alone. The policy checks each key.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`; a ``DatabaseIssue``.
  public func keys(
    _ fetch: EntityFetch, text: String?, order: String? = nil, policy: QueryPolicy,
    variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    let source = fetches.source
    return try source.integers(source.prepared(fetch, as: .keys, text, order, policy, variables, options))
  }

  /// Runs a fetch, and returns only the rows of objects that also meet the condition in `text`. If the fetch has no columns, the rows have the key, the
  /// attributes and the to-one relationships that the policy allows. Columns that the fetch names are returned even if the text cannot read them.
  ///
  /// ```swift
  /// let policy = QueryPolicy().allowing(.only("title", "year"), ofEntity: "Movie")
  /// try database.fetch(EntityFetch("Movie"), text: typed, policy: policy).columns  // ["title", "year"]
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - text: A condition from untrusted input; nil for all objects.
  ///   - order: Sort keys from untrusted input, such as `year desc, title`.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`; a ``DatabaseIssue``.
  public func fetch(
    _ fetch: EntityFetch, text: String?, order: String? = nil, policy: QueryPolicy,
    variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    let source = fetches.source
    return try source.rows(source.prepared(fetch, as: .rows, text, order, policy, variables, options))
  }

  /// The number of objects of a fetch that also meet the text's condition: `try database.count(EntityFetch("Movie"), text: typed, policy: policy)`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - text: A condition from untrusted input; nil for all objects.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`; a ``DatabaseIssue``.
  public func count(
    _ fetch: EntityFetch, text: String?, policy: QueryPolicy, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> Int {
    let source = fetches.source
    return try source.number(source.prepared(fetch, as: .count, text, nil, policy, variables, options))
  }
}
