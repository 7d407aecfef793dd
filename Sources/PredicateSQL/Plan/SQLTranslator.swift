import PredicateBinding
import PredicateModel
import PredicateValues

/// Makes SQL statements of fetches and of bound predicates.
///
/// What a statement finds is exactly what the predicate is true of in memory; what cannot be said so is an issue of kind
/// `unsupported` that names the construct. A translation takes time linear in the size of the predicate, apart from nested ranges.
public struct SQLTranslator: Sendable {
  /// What the database holds.
  public let model: DataModel
  /// How the database writes SQL.
  public let dialect: any SQLDialect
  /// Which columns have an index: they decide how a statement asks, never what it finds.
  public let indexes: SQLIndexes

  /// A translator for a database.
  public init(model: DataModel, dialect: any SQLDialect = SQLiteDialect(), indexes: SQLIndexes = .none) {
    self.model = model
    self.dialect = dialect
    self.indexes = indexes
  }

  /// The statement of a fetch. Throws what binding throws, `unsupported` and `limit`.
  public func translate(
    _ fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .rows,
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLTranslation {
    let root = RootType.entity(fetch.entity, model)
    var notes: [PredicateIssue] = []
    var condition: CoreCondition?
    if let predicate = fetch.predicate {
      let bound = try Binder.bind(predicate, to: root, variables: variables, options: options)
      notes = bound.notes
      condition = bound.condition
    }
    var order: [CoreOrder] = []
    for key in fetch.sortKeys {
      let bound = try Binder.bind(.keyPath(key.keyPath), to: root, variables: variables, options: options)
      order.append(CoreOrder(value: bound.value, options: key.options, isAscending: key.isAscending))
    }
    return try translate(
      entity: fetch.entity, condition: condition, order: order, limit: fetch.limit, offset: fetch.offset, form: form,
      functions: options.functions, notes: notes)
  }

  /// The statement that gives the keys of the objects that a bound predicate is true of, in ascending order.
  public func translate(
    _ predicate: BoundPredicate, functions: FunctionTable = .standard
  ) throws(PredicateIssue) -> SQLStatement {
    guard case .entity(let entity, _) = predicate.root else {
      throw .unsupportedInSQL("A predicate about something else than an entity", range: predicate.condition.range)
    }
    return try translate(
      entity: entity, condition: predicate.condition, form: .keys, functions: functions
    ).statement
  }

  /// The statement of a fetch whose parts are bound.
  func translate(
    entity name: String, condition: CoreCondition?, order: [CoreOrder] = [], limit: Int? = nil, offset: Int = 0,
    form: SQLFetchForm, functions: FunctionTable = .standard, notes: [PredicateIssue] = []
  ) throws(PredicateIssue) -> SQLTranslation {
    guard let entity = model.entity(named: name) else { throw .notInModel(name) }
    var planner = SQLPlanner(
      model: model, dialect: dialect, functions: functions, now: FunctionContext().now, indexes: indexes)
    let (select, columns) = try planner.fetch(
      entity, where: condition, order: order, limit: limit.map { max(0, $0) }, offset: max(0, offset), form: form)
    return SQLTranslation(statement: SQLRenderer.statement(select, dialect), columns: columns, notes: notes)
  }
}

/// One line of an order, bound.
struct CoreOrder: Sendable {
  let value: CoreValue
  let options: StringOptions
  let isAscending: Bool
}
