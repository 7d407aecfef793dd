import PredicateBinding
import PredicateModel
import PredicateValues

/// Makes SQL statements from fetches and from bound predicates.
///
/// A statement finds exactly the objects for which the predicate is true in memory. A construct without exact SQL is an issue of kind `unsupported`
/// that names the construct. A translation takes time linear in the size of the predicate, apart from nested ranges.
public struct SQLTranslator: Sendable {
  /// The model of the database.
  public let model: DataModel
  /// How the database expresses the meaning of the language.
  package let lowering: any SQLLowering
  /// The columns that have an index. They affect which SQL is chosen, never its result.
  public let indexes: SQLIndexes

  /// A translator for a database.
  package init(
    model: DataModel, lowering: any SQLLowering, indexes: SQLIndexes = .none
  ) {
    self.model = model
    self.lowering = lowering
    self.indexes = indexes
  }

  /// The statement of a fetch. Throws the issues of binding, kinds `unsupported` and `limit`.
  public func translate(
    _ fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .rows,
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLTranslation {
    let bound = try BoundFetch(fetch, model: model, variables: variables, options: options)
    return try translate(bound, form: form, functions: options.functions)
  }

  /// The statement that returns the keys of the objects that a bound predicate is true for, in ascending order.
  public func translate(
    _ predicate: BoundPredicate, functions: FunctionTable = .standard
  ) throws(PredicateIssue) -> SQLStatement {
    guard case .entity(let entity, _) = predicate.root else {
      throw .unsupportedInSQL("A predicate whose objects are not rows of an entity", range: predicate.condition.range)
    }
    guard let found = model.entity(named: entity) else { throw .notInModel(entity) }
    var fetch = BoundFetch(entity: found, condition: predicate.condition)
    fetch.timeZone = predicate.timeZone
    return try translate(fetch, form: .keys, functions: functions).statement
  }

  /// The SQL of the condition alone, for the WHERE clause of a caller's statement over the entity's table. The columns are separate pieces
  /// (``SQLStatement/Piece/rootColumn(_:)``). Nil if the condition needs other tables or subqueries. Throws issues of the kinds `unsupported` and
  /// `limit`.
  public func condition(
    of predicate: BoundPredicate, functions: FunctionTable = .standard
  ) throws(PredicateIssue) -> SQLStatement? {
    guard case .entity(let name, _) = predicate.root, let entity = model.entity(named: name) else { return nil }
    if entity.isReadOnly, predicate.condition.canFail { return nil }
    var planner = planner(functions, predicate.timeZone)
    _ = try planner.openRootSource(to: entity, for: nil)
    var date = CurrentDate()
    return Self.alone(try planner.condition(date.rewrite(predicate.condition)), planner)
  }

  /// The SQL of a value or a condition without a statement around it. Nil if it reads other tables.
  private static func alone(_ expression: SQLExpression, _ planner: SQLPlanner) -> SQLStatement? {
    guard planner.scopes.count == 1, planner.scopes[0].sources.count == 1 else { return nil }
    var rewriter = planner.rewriter
    let rewritten = rewriter.rewrite(expression)
    guard rewriter.nextSource == planner.rewriter.nextSource else { return nil }
    return SQLRenderer.statement(rewritten, planner.dialect)
  }

  /// The sort keys of a fetch, for the ORDER BY clause of a caller's statement over the entity's table. Throws issues of the kinds `unsupported` and
  /// `limit`. A value of another table needs a key of one column; otherwise the issue is that the rows cannot be identified.
  package func order(of fetch: BoundFetch, functions: FunctionTable) throws(PredicateIssue) -> [SQLSortKey] {
    var date = CurrentDate()
    let fetch = fetch.rewritten(by: &date)
    return try fetch.order.map { line throws(PredicateIssue) in
      var planner = planner(functions, fetch.timeZone)
      _ = try planner.openRootSource(to: fetch.entity, for: nil)
      guard let value = try planner.order([line]).first?.expression else {
        throw .unsupportedInSQL("This sort key", range: line.value.range)
      }
      if let statement = Self.alone(value, planner) {
        return SQLSortKey(statement: statement, lookup: nil, isAscending: line.isAscending)
      }
      guard let row = fetch.entity.key.referenceColumn else {
        throw .noKey(fetch.entity.name, range: line.value.range)
      }
      let lookup = SQLSortKey.Lookup(row: row)
      let key = try planner.identity(of: .variable(0), range: line.value.range)
      var select = SQLSelect(columns: [key, value], sources: planner.scopes[0].sources)
      select.columnNames = [lookup.key, lookup.value]
      let statement = SQLRenderer.statement(planner.rewritten(select), planner.dialect)
      return SQLSortKey(statement: statement, lookup: lookup, isAscending: line.isAscending)
    }
  }

  /// A planner for one statement.
  ///
  /// - Parameter model: The model with the entity of groups; nil for the model of the database.
  func planner(_ functions: FunctionTable, _ timeZone: QueryTimeZone, of model: DataModel? = nil) -> SQLPlanner {
    SQLPlanner(
      model: model ?? self.model, lowering: lowering, functions: functions, timeZone: timeZone, indexes: indexes)
  }

  /// The statement of a fetch whose parts are bound. Throws issues of the kinds `unsupported` and `limit`.
  public func translate(
    _ fetch: BoundFetch, form: SQLFetchForm = .rows, functions: FunctionTable = .standard
  ) throws(PredicateIssue) -> SQLTranslation {
    try translate(fetch, form: form, functions: functions, leaving: .nothing)
  }

  /// The statement of a fetch. If parts of the fetch are left to memory, the statement returns whole objects.
  ///
  /// - Parameter share: The parts that may be left to memory. A part with exact SQL is never left.
  package func translate(
    _ fetch: BoundFetch, form: SQLFetchForm, functions: FunctionTable, leaving share: MemoryShare
  ) throws(PredicateIssue) -> SQLTranslation {
    StatementCounts.current?.note(.translate)
    // The date of `now()` is fixed first, so that memory uses the same date for the remainder.
    var date = CurrentDate()
    let fetch = fetch.rewritten(by: &date)
    do throws(PredicateIssue) {
      return try exactTranslation(of: fetch, form, functions)
    } catch {
      guard error.kind == .unsupported, form != .table, share != .nothing,
        let translation = try translation(of: fetch, form, functions, leaving: share, because: error)
      else { throw error }
      return translation
    }
  }

  private func exactTranslation(
    of fetch: BoundFetch, _ form: SQLFetchForm, _ functions: FunctionTable, _ remainder: FetchRemainder? = nil
  ) throws(PredicateIssue) -> SQLTranslation {
    var planner = planner(functions, fetch.timeZone, of: fetch.grouping?.model)
    let (select, columns) = try planner.fetch(fetch, form: form, for: remainder?.rest)
    return translation(planner, select, columns, fetch, remainder)
  }

  private func translation(
    _ planner: SQLPlanner, _ select: SQLSelect, _ columns: [SQLResultColumn], _ fetch: BoundFetch,
    _ remainder: FetchRemainder?
  ) -> SQLTranslation {
    SQLTranslation(
      statement: SQLRenderer.statement(planner.rewritten(select), planner.dialect), columns: columns,
      notes: fetch.notes, remainder: remainder)
  }

  /// A statement of whole objects that memory makes the rows from. As little as possible is left to memory. Nil if no part may be left.
  private func translation(
    of fetch: BoundFetch, _ form: SQLFetchForm, _ functions: FunctionTable, leaving share: MemoryShare,
    because issue: PredicateIssue
  ) throws(PredicateIssue) -> SQLTranslation? {
    let isOfObjects = fetch.grouping == nil && !fetch.isDistinct
    let hasWindows = !fetch.windows.isEmpty
    if isOfObjects, !hasWindows, form == .rows, !fetch.columns.isEmpty {
      let objects = fetch.ofWholeObjects
      var rest = BoundFetch(entity: fetch.entity)
      (rest.columns, rest.timeZone) = (fetch.columns, fetch.timeZone)
      let remainder = FetchRemainder(objects: objects, rest: rest, reason: issue)
      let found = try ifPossible { () throws(PredicateIssue) in
        try exactTranslation(of: objects, .rows, functions, remainder)
      }
      if let found { return found }
    }
    let isOfMemory = hasWindows || fetch.grouping?.eachKeys.isEmpty == false
    guard issue.isMissingKey || issue.isMissingForm && (share == .all || isOfMemory) else { return nil }
    for isStream in isOfObjects && fetch.firstOfEach == nil && !hasWindows ? [true, false] : [false] {
      let found = try ifPossible { () throws(PredicateIssue) in
        try objects(of: fetch, form, functions, isStream: isStream, because: issue)
      }
      if let found { return found }
    }
    return nil
  }

  /// A statement of the whole objects that meet the part of a condition that the database decides.
  ///
  /// - Parameter isStream: Whether the statement has the fetch's order. Otherwise it returns the objects in the order of their keys, and memory
  ///   sorts them.
  private func objects(
    of fetch: BoundFetch, _ form: SQLFetchForm, _ functions: FunctionTable, isStream: Bool,
    because issue: PredicateIssue
  ) throws(PredicateIssue) -> SQLTranslation? {
    if form == .keys, fetch.entity.key.referenceColumn == nil { return nil }
    var objects = BoundFetch(entity: fetch.entity, condition: fetch.condition)
    objects.timeZone = fetch.timeZone
    if isStream, form != .count { objects.order = fetch.order }
    var planner = planner(functions, fetch.timeZone)
    func rest(_ filter: SQLFilter) -> BoundFetch {
      var rest = fetch
      rest.condition = filter.residual
      if isStream { rest.order = [] }
      if form == .keys { rest.isDistinct = false }
      if form != .rows, rest.grouping == nil, !rest.isDistinct { rest.columns = [] }
      return rest
    }
    let isOrdered = isStream ? form != .count : fetch.groupsShowOrder
    let (select, columns, filter) = try planner.objects(of: objects, isOrdered: isOrdered, for: rest, form: form)
    // If the database decides the whole condition, the missing SQL is in the order or the columns. Then a stream does not help.
    if isStream, filter.residual == nil { return nil }
    let rest = rest(filter)
    let remainder = FetchRemainder(objects: objects, rest: rest, reason: filter.reasons.first ?? issue)
    return translation(planner, select, columns, fetch, remainder)
  }

  private func ifPossible(
    _ body: () throws(PredicateIssue) -> SQLTranslation?
  ) throws(PredicateIssue) -> SQLTranslation? {
    do throws(PredicateIssue) {
      return try body()
    } catch {
      guard error.isMissingForm else { throw error }
      return nil
    }
  }
}

extension SQLTranslator {
  /// The statement that returns the keys of an entity's objects that a predicate is true for, in any order. Throws the issues of binding, kind
  /// `unsupported` and kind `limit`.
  ///
  /// Sorting the keys afterwards is faster. For a sorted statement a database may read the whole table in that order, instead of a part of it by an
  /// index (`year > 2024`). Sorting whole numbers outside of the database is also faster.
  public func keys(
    of entityName: String, where predicate: QueryPredicate?, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLStatement {
    let fetch = try BoundFetch(
      EntityFetch(entityName, where: predicate), model: model, variables: variables, options: options)
    StatementCounts.current?.note(.translate)
    var planner = planner(options.functions, fetch.timeZone)
    var (select, _) = try planner.fetch(fetch, form: .keys)
    select.order = []
    return SQLRenderer.statement(planner.rewritten(select), planner.dialect)
  }
}

/// A sort key for the ORDER BY clause of a caller's statement.
package struct SQLSortKey: Sendable {
  /// The SQL of the value. If there is a ``lookup``, a statement with the key and the value of each object.
  package let statement: SQLStatement
  /// The columns for finding the value of a row; nil if the value reads only the row.
  package let lookup: Lookup?
  /// Whether the order is from small to large.
  package let isAscending: Bool

  /// The columns for finding the value of a row in the statement. The names in the statement differ from the row's column, so that the row's column
  /// needs no qualifier in a subquery.
  package struct Lookup: Sendable {
    /// The column of the row that has its key.
    package let row: String

    /// The column of the statement that has the keys.
    package var key: String { row + "_key" }

    /// The column of the statement that has the values.
    package var value: String { row + "_value" }
  }
}
