import PredicateBinding
import PredicateValues

/// A fetch whose names and types are known: what engines run.
public struct BoundFetch: Sendable {
  /// A value of each row under its name.
  public struct Column: Sendable {
    /// What it is called.
    public let name: String
    /// The value: of the object, or, where there are groups, of the group.
    public let expression: BoundExpression

    /// The value alone.
    public var value: CoreValue { expression.value }
  }

  /// One line of the order.
  public struct Order: Sendable {
    /// What is compared, of the object or of the group.
    public let expression: BoundExpression
    /// How strings are compared.
    public let options: StringOptions
    /// Small to large.
    public let isAscending: Bool

    /// What is compared, without the size of its frame.
    public var value: CoreValue { expression.value }
  }

  /// Of rows that are alike in some values at most so many are kept: the first ones in the order.
  public struct FirstOfEach: Sendable {
    /// How many.
    public let count: Int
    /// What the rows have in common: values of the object, or of the group.
    public let keys: [BoundExpression]
  }

  /// Whose objects are fetched.
  public let entity: Entity
  /// What must be true of an object; nil for all.
  public var condition: CoreCondition?
  /// The groups; nil where rows are objects.
  public var grouping: BoundGrouping?
  /// The values of a row; empty for whole objects. Never empty where there are groups.
  public var columns: [Column] = []
  /// Whether rows that are alike are given once.
  public var isDistinct = false
  /// The order, without what makes it the same each time.
  public var order: [Order] = []
  /// How many of the rows that are alike are kept; nil for all.
  public var firstOfEach: FirstOfEach?
  /// At most so many rows.
  public var limit: Int?
  /// How many of the first to leave out.
  public var offset = 0
  /// Where the properties of dates of unknown type are read.
  package var timeZone = QueryTimeZone.utc
  /// What is worth knowing about how the fetch was read.
  public var notes: [PredicateIssue] = []

  /// A fetch of all objects of an entity that a condition is true of.
  public init(entity: Entity, condition: CoreCondition? = nil) {
    self.entity = entity
    self.condition = condition
  }

  /// Resolves the names of a fetch and gives every part its type.
  ///
  /// Throws the first issue from the left, as `Binder` does, with places in the texts that the parts were read from; and, of kind `type`,
  /// `not-grouped` for a name that a group has no one value for, `having-without-groups` and `distinct-order`.
  public init(
    _ fetch: EntityFetch, model: DataModel, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) {
    StatementCounts.current?.note(.bind)
    guard let entity = model.entity(named: fetch.entity) else { throw .noSuchEntity(fetch.entity, in: model) }
    if fetch.isFormer, let object = fetch.objectByKey(in: model) { throw .formerPlace(object) }
    self.init(entity: entity)
    timeZone = options.timeZone ?? model.timeZone
    limit = fetch.limit.map { max(0, $0) }
    offset = max(0, fetch.offset)
    let binding = FetchBinding(entity: entity, model: model, variables: variables, options: options)
    if let predicate = fetch.predicate {
      let bound = try Binder.bind(predicate, to: binding.root, variables: variables, options: options)
      condition = bound.condition
      notes = bound.notes
    }
    if try binding.isGrouped(fetch) {
      var groups = GroupBinding(fetch, binding)
      try groups.bind(fetch, into: &self)
    } else {
      if let having = fetch.having { throw .havingWithoutGroups(having.range) }
      try bindObjects(fetch, binding)
    }
  }

  private mutating func bindObjects(_ fetch: EntityFetch, _ binding: FetchBinding) throws(PredicateIssue) {
    for column in fetch.columns {
      let bound = try binding.bind(column.expression)
      notes += bound.notes
      columns.append(Column(name: column.name, expression: bound))
    }
    for key in fetch.sortKeys {
      let expression = try key.readExpression()
      let bound = try binding.bind(fetch.column(named: expression)?.expression ?? expression)
      notes += bound.notes
      order.append(try Self.order(bound, key))
    }
    firstOfEach = try Self.firstOfEach(fetch.firstOfEach, &notes) { key throws(PredicateIssue) in
      try binding.bind(fetch.column(named: key)?.expression ?? key)
    }
  }

  /// The first rows of each, with keys that are bound to one value a row.
  static func firstOfEach(
    _ first: PredicateModel.FirstOfEach?, _ notes: inout [PredicateIssue],
    _ bind: (QueryExpression) throws(PredicateIssue) -> BoundExpression
  ) throws(PredicateIssue) -> FirstOfEach? {
    guard let first else { return nil }
    var keys: [BoundExpression] = []
    for key in first.keys {
      let bound = try bind(key)
      if case .collection = bound.value.type { throw .collectionAsKey(bound.value.type, range: key.range) }
      notes += bound.notes
      keys.append(bound)
    }
    return FirstOfEach(count: max(0, first.count), keys: keys)
  }

  /// A line of the order, of a value that has one.
  static func order(_ bound: BoundExpression, _ key: QuerySortKey) throws(PredicateIssue) -> Order {
    if key.isLocalizedStandard { throw .localizedKey(key.text) }
    switch bound.value.type {
    case .collection, .object, .dictionary: throw .unorderedKey(bound.value.type, range: key.expression.endOfPath)
    default: return Order(expression: bound, options: key.options, isAscending: key.isAscending)
    }
  }
}

extension EntityFetch {
  /// The fetch of the whole objects whose values this one gives, in the same order: for columns that are computed elsewhere. Of no use
  /// for groups.
  public var ofWholeObjects: EntityFetch {
    var result = self
    result.columns = []
    result.isDistinct = false
    for (position, key) in sortKeys.enumerated() {
      if let column = column(named: key.expression) { result.sortKeys[position].expression = column.expression }
    }
    result.firstOfEach?.keys = firstOfEach?.keys.map { column(named: $0)?.expression ?? $0 } ?? []
    return result
  }

  /// The column that an expression names; nil where it is no single name, or no column's.
  func column(named expression: QueryExpression) -> FetchedColumn? {
    guard case .keyPath(let path) = expression.node, path.rest.isEmpty, case .key(let name) = path.first else {
      return nil
    }
    return columns.first { $0.name.hasSameScalars(as: name) }
  }
}

extension QueryExpression {
  /// Where the last name of a path stands, which leads to its value; of anything else where it all stands.
  fileprivate var endOfPath: SourceRange {
    guard case .keyPath(let path) = node else { return range }
    return path.ranges(in: range).last ?? range
  }
}

extension BoundFetch {
  /// A fetch that the application wrote, with a condition and an order from untrusted text under a policy.
  ///
  /// The text's condition runs on the objects that meet the fetch's own predicate and the policy's rule. The order of the text comes before the
  /// fetch's own. Throws what reading and binding throw, `unsupported` for what the policy excludes, and `limit`.
  ///
  /// - Parameter order: Sort keys with a direction, such as `year desc, title`; nil for the fetch's own order alone.
  package init(
    _ fetch: EntityFetch, text: String?, order: String?, policy: QueryPolicy, model: DataModel,
    variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) {
    try self.init(fetch, model: model, variables: variables, options: options)
    if grouping != nil { throw .policyOfGroups }
    let root = RootType.entity(entity.name, model)
    // A text without a condition is still asked behind the rule.
    let bound = try policy.bind(
      text ?? "TRUEPREDICATE", to: root, variables: variables, options: options,
      from: condition.map { $0.greatestVariable + 1 } ?? 1)
    notes += bound.notes
    condition = condition.map { bound.condition.behind($0) } ?? bound.condition
    var given: [Order] = []
    let keys = if let order { try QuerySortKey.keys(reading: order, limits: policy.limits) } else { [QuerySortKey]() }
    for key in keys {
      let bound = try policy.bind(key.readExpression(), to: root, variables: variables, options: options)
      given.append(try Self.order(bound, key))
    }
    self.order = given + self.order
  }
}

extension PredicateIssue {
  /// A policy with a fetch whose rows are groups.
  fileprivate static let policyOfGroups = PredicateIssue.error(
    "policy-groups", nil, "a policy applies to fetches of objects, and this one gives groups", kind: .unsupported)
}

/// Fetches that are made of this one without binding again.
extension BoundFetch {
  /// The same rows, at most so many: the smaller of the two limits holds.
  package func limited(to most: Int?) -> BoundFetch {
    var result = self
    result.limit = [limit, most].compactMap(\.self).min()
    return result
  }

  /// The same rows, all of them, in the same order.
  package var withoutBounds: BoundFetch {
    var result = self
    result.limit = nil
    result.offset = 0
    return result
  }

  /// How many rows the bounds leave of so many.
  package func bounded(_ count: Int) -> Int { min(limit ?? Int.max, max(0, count - offset)) }

  /// The rows as they are counted: without bounds and order, and of objects without columns.
  package var counted: BoundFetch {
    var result = withoutBounds
    result.order = []
    if grouping == nil { result.columns = [] }
    return result
  }

  /// The whole objects whose values this fetch gives, in the same order. Rows that are groups stay as they are.
  package var ofWholeObjects: BoundFetch {
    var result = self
    guard grouping == nil else { return result }
    result.columns = []
    result.isDistinct = false
    return result
  }

  /// The condition as a predicate about the entity's objects; nil for all objects.
  package func predicate(in model: DataModel) -> BoundPredicate? {
    condition.map { BoundPredicate($0, of: .entity(entity.name, model), timeZone: timeZone) }
  }
}

extension BoundFetch {
  /// The same fetch with rewritten conditions and values.
  package func rewritten(by rewriter: inout some CoreRewriter) -> BoundFetch {
    var result = self
    result.condition = condition.map { rewriter.rewrite($0) }
    result.grouping = grouping?.rewritten(by: &rewriter)
    result.columns = columns.map { Column(name: $0.name, expression: $0.expression.rewritten(by: &rewriter)) }
    result.order = order.map {
      Order(expression: $0.expression.rewritten(by: &rewriter), options: $0.options, isAscending: $0.isAscending)
    }
    result.firstOfEach = firstOfEach.map { first in
      FirstOfEach(count: first.count, keys: first.keys.map { $0.rewritten(by: &rewriter) })
    }
    return result
  }
}

extension BoundGrouping {
  fileprivate func rewritten(by rewriter: inout some CoreRewriter) -> BoundGrouping {
    BoundGrouping(
      keyExpressions: keyExpressions.map { $0.rewritten(by: &rewriter) },
      aggregates: aggregates.map {
        GroupAggregate(function: $0.function, expression: $0.expression?.rewritten(by: &rewriter))
      },
      entity: entity, model: model, predicate: predicate.map { $0.with(rewriter.rewrite($0.condition)) })
  }
}

extension BoundExpression {
  fileprivate func rewritten(by rewriter: inout some CoreRewriter) -> BoundExpression { with(rewriter.rewrite(value)) }
}
