import GRDB
import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Filters existing requests and associations by a predicate.
///
/// ```swift
/// let request = try Movie.filter(Column("lent") == false)
///   .filter(matching: "title CONTAINS[cd] \(text) AND ANY tags.name == 'classic'", in: database)
///   .order(Column("year"))
/// let movies = try queue.read { try request.fetchAll($0) }
/// let late = try Friend.including(all: Friend.loans.filter(matching: "dueOn < \(Date())", in: database))
/// ```
///
/// The request's own conditions, order, limit and joins stay. If the predicate only needs the request's table, its condition is part of the request,
/// so that the table's indexes are used. Otherwise a subquery finds the rows' keys. If a connection lacks the functions of predicates
/// (``SQLiteFunctions/prepare(_:functions:limits:)``), they are registered when the request first runs on it.
///
/// A request may outlive a migration, for example in a `ValueObservation`. If the migration has changed columns that the predicate reads, running the
/// request throws ``DatabaseIssue`` of kind `schemaChanged`. ``PredicateDatabase/reloadedIfChanged()`` returns a database with the new columns.
extension DerivableRequest {
  /// The request with a predicate as a further condition.
  ///
  /// - Parameters:
  ///   - predicate: A predicate over the properties of the entity of the request's table.
  ///   - database: The database that the request will run on. Its model and indexes decide the meaning and the SQL of the predicate.
  /// - Throws: Errors of binding, kind `unsupported` for a predicate that SQL cannot express, and `unknown-key` if no entity of the model has the
  ///   request's table.
  public func filter(
    matching predicate: QueryPredicate, in database: PredicateDatabase, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Self {
    try filter(
      RequestFilter(table: databaseTableName, database.translator, options) { (root) throws(PredicateIssue) in
        try Binder.bind(predicate, to: root, variables: variables, options: options)
      }, in: database, options)
  }

  /// The request with a predicate as a further condition, given as a format and its arguments. The format must come from the developer: an untrusted
  /// text could read all properties here, so pass it to ``filter(text:order:policy:in:variables:options:)`` instead. Also throws errors of parsing.
  ///
  /// - Parameters:
  ///   - format: The condition; interpolations are arguments.
  ///   - database: The database with the model that gives the names of the predicate.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public func filter(
    matching format: QueryFormat, in database: PredicateDatabase,
    variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Self {
    try filter(
      matching: QueryPredicate(format), in: database, variables: variables,
      options: options)
  }

  /// The request with a condition and an order from untrusted text, and with the rule of a policy for the request's table.
  ///
  /// ```swift
  /// let policy = QueryPolicy().allowing(.except("email"), ofEntity: "Friend").allowing(.all, ofEntity: "Movie")
  /// let request = try Movie.all().filter(text: typed, policy: policy, in: database).order(Column("year"))
  /// let sorted = try Movie.all().filter(text: typed, order: "year desc, title", policy: policy, in: database)
  /// ```
  ///
  /// Names, operators, functions, rules, limits and the estimate are those of the policy. While GRDB runs the statement, the steps of SQLite and of
  /// our functions are counted, also while it counts, deletes, sorts or finds nothing. The statement ends when the policy's ``QueryPolicy/work`` is
  /// used up.
  ///
  /// GRDB throws a limit as its own `DatabaseError`, whose text contains the SQL of the request. So run every request with untrusted text within
  /// ``GRDB/Database/reportingIssues(_:)``, which throws a `PredicateIssue` without SQL in its place:
  ///
  /// ```swift
  /// let movies = try queue.read { db in try db.reportingIssues { try request.fetchAll(db) } }
  /// ```
  ///
  /// Each statement may use the whole work. If a connection has two open cursors, the steps of both count towards the cursor that was opened last. If
  /// a statement without a policy runs on the same connection between two rows of a cursor, its steps count towards that cursor.
  ///
  /// - Parameters:
  ///   - text: A condition from untrusted input.
  ///   - order: Sort keys from untrusted input, such as `year desc, title`. They replace the request's own order, and rows with equal values
  ///     are ordered by their key. Nil keeps the request's own order.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - database: The database with the model that gives the names of the predicate.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: Errors of parsing and binding, kind `unsupported` for parts that the policy excludes or SQL cannot express, kind `limit`, and
  ///   `unknown-key` if no entity of the model has the request's table.
  public func filter(
    text: String, order: String? = nil, policy: QueryPolicy, in database: PredicateDatabase,
    variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> Self {
    var filter = try RequestFilter(table: databaseTableName, database.countingTranslator, options, countedBy: policy) {
      (root) throws(PredicateIssue) in
      try policy.bind(text, to: root, variables: variables, options: options)
    }
    try filter.sort(by: order, policy, database.countingTranslator, variables, options)
    return self.filter(filter, in: database, options)
  }

  fileprivate func filter(
    _ filter: RequestFilter, in database: PredicateDatabase, _ options: BindingOptions
  ) -> Self {
    let alias = TableAlias()
    let request = aliased(alias).filterWhenConnected { connection in
      try filter.check(database, on: connection)
      if filter.needsFunctions {
        try SQLiteFunctions.ensure(on: connection, functions: options.functions, limits: options.limits)
      }
      return filter.sql { alias[Column(quotable: $0)] }
    }
    guard !filter.sortKeys.isEmpty else { return request }
    return request.orderWhenConnected { _ in filter.order { alias[Column(quotable: $0)] } }
  }
}

extension TableRecord {
  /// All records that a predicate is true for; see ``GRDB/DerivableRequest/filter(matching:in:variables:options:)``.
  ///
  /// - Parameters:
  ///   - predicate: The condition; names are those of the model.
  ///   - database: The database with the model that gives the names of the predicate.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public static func filter(
    matching predicate: QueryPredicate, in database: PredicateDatabase, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryInterfaceRequest<Self> {
    try all().filter(matching: predicate, in: database, variables: variables, options: options)
  }

  /// All records that a predicate is true for: `try Movie.filter(matching: "year > \(minimum)", in: database)`.
  ///
  /// - Parameters:
  ///   - format: The condition; interpolations are arguments.
  ///   - database: The database with the model that gives the names of the predicate.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public static func filter(
    matching format: QueryFormat, in database: PredicateDatabase,
    variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryInterfaceRequest<Self> {
    try all().filter(
      matching: QueryPredicate(format), in: database, variables: variables,
      options: options)
  }

  /// All records that meet a condition from untrusted text, under a policy: `try Movie.filter(text: typed, policy: policy, in: database)`;
  /// see ``GRDB/DerivableRequest/filter(text:order:policy:in:variables:options:)``. Run it within `db.reportingIssues { }`: without it, a limit of the policy is
  /// a `DatabaseError` with the SQL in its text.
  ///
  /// - Parameters:
  ///   - text: A condition from untrusted input.
  ///   - order: Sort keys from untrusted input, such as `year desc, title`. They replace the request's own order, and rows with equal values
  ///     are ordered by their key. Nil keeps the request's own order.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - database: The database with the model that gives the names of the predicate.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public static func filter(
    text: String, order: String? = nil, policy: QueryPolicy, in database: PredicateDatabase,
    variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> QueryInterfaceRequest<Self> {
    try all().filter(
      text: text, order: order, policy: policy, in: database, variables: variables, options: options)
  }
}

/// A predicate as a condition on the rows of a table.
private struct RequestFilter: Sendable {
  private let statement: SQLStatement
  /// The column whose value must be among the keys that the statement finds. Nil if the statement is the condition itself.
  private let key: String?
  private let table: String
  private let entity: Entity
  private let model: DataModel
  /// The sort keys of an untrusted text.
  private(set) var sortKeys: [SQLSortKey] = []
  /// The call that begins the count of the statement's steps; nil for a predicate without a policy.
  private let work: SQL?

  init(
    table: String, _ translator: SQLTranslator, _ options: BindingOptions, countedBy policy: QueryPolicy? = nil,
    _ bind: (RootType) throws(PredicateIssue) -> BoundPredicate
  ) throws(PredicateIssue) {
    let model = translator.model
    guard let entity = model.entities.first(where: { $0.parent == nil && $0.table.isSameSQLName(as: table) }) else {
      throw .noEntityOfTable(table, model)
    }
    self.table = table
    self.entity = entity
    self.model = model
    work = policy.map { policy in
      SQL(
        sql: "\(SQLFunction.work.name)(?, ?)", arguments: [policy.work, policy.limits.regularExpressionSteps])
    }
    let bound = try bind(.entity(entity.name, model))
    if let condition = try translator.condition(of: bound, functions: options.functions) {
      statement = condition
      key = nil
    } else {
      statement = try translator.translate(bound, functions: options.functions)
      key = entity.key.referenceColumn
    }
  }

  /// Adds the sort keys in an untrusted text.
  mutating func sort(
    by text: String?, _ policy: QueryPolicy, _ translator: SQLTranslator, _ variables: QueryVariables,
    _ options: BindingOptions
  ) throws(PredicateIssue) {
    var fetch = BoundFetch(entity: entity)
    fetch.order = try BoundFetch.order(
      reading: text, policy: policy, root: .entity(entity.name, model), variables: variables, options: options)
    sortKeys = try translator.order(of: fetch, functions: options.functions)
  }

  /// Throws ``DatabaseIssue`` `schemaChanged` if a migration has changed a table that the predicate or the order reads.
  func check(_ database: PredicateDatabase, on connection: Database) throws {
    for statement in [statement] + sortKeys.map(\.statement) {
      try database.schemaWatch.check(statement, besides: table, on: connection, name: database.name)
    }
  }

  /// The sort keys as terms of ORDER BY, and last the key of the row, so that the order is always the same. A value of another table is looked up by
  /// the key of the row.
  func order(column: (String) -> any SQLSpecificExpressible) -> [any SQLOrderingTerm] {
    var terms: [any SQLOrderingTerm] = []
    for key in sortKeys {
      let value: SQL =
        if let lookup = key.lookup {
          """
          (SELECT \(sql: lookup.value.quotedIdentifier) FROM (\(key.statement.requestSQL)) \
          WHERE \(sql: lookup.key.quotedIdentifier) = \(column(lookup.row)))
          """
        } else {
          key.statement.requestSQL { "\(column($0))" }
        }
      terms.append(key.isAscending ? value.sqlExpression.asc : value.sqlExpression.desc)
    }
    let last = entity.key.referenceColumn.map { [$0] } ?? entity.key.columns
    return terms + last.map { column($0).sqlExpression }
  }

  var needsFunctions: Bool { work != nil || !statement.functions.isEmpty }

  /// The condition. A call that begins the count of steps runs before anything else in it.
  func sql(column: (String) -> any SQLSpecificExpressible) -> SQL {
    guard let key else {
      let condition: SQL = "(\(statement.requestSQL { "\(column($0))" }))"
      return work.map { "(\($0) AND \(condition))" } ?? condition
    }
    // The call is in the subquery of keys, because in the ON clause of an outer join SQLite collects the keys before it evaluates any other part of
    // the clause.
    let keys: SQL? = work.map { "SELECT NULL WHERE NOT \($0) UNION ALL SELECT * FROM (\(statement.requestSQL))" }
    return "\(column(key)) IN (\(keys ?? statement.requestSQL))"
  }
}

extension Column {
  /// A column with any name. GRDB adds quotes, but does not double quotes inside the name.
  fileprivate init(quotable name: String) { self.init(String(name.quotedIdentifier.dropFirst().dropLast())) }
}

extension PredicateIssue {
  fileprivate static func noEntityOfTable(_ table: String, _ model: DataModel) -> PredicateIssue {
    .error(
      "no-entity-of-table", nil, "no entity of the data model has the table “\(table)”",
      hint: NearestSpelling.of(table, among: model.entities.map(\.table)).map { "the nearest is “\($0)”" },
      kind: .unknownKey)
  }
}
