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
  /// Values of a row that the rows around it decide. Columns, order and keys read them as properties of the row.
  package var windows: [RowWindow] = []
  /// The order of the rows for ``windows``: the lines of ``order`` that read none.
  package var windowOrder: [Order] = []
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
    try binding.checkWindows(of: fetch)
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
    var names = ColumnNames { binding.hasMeaning($0) }
    var rows = RowParts(fetch)
    rows.columns = names.read(fetch.columns)
    rows.order = try fetch.sortKeys.map { key throws(PredicateIssue) in names.key(try key.readExpression()) }
    rows.firstKeys = (fetch.firstOfEach?.keys ?? []).map { names.key($0) }
    try bind(rows, of: fetch, to: binding)
  }

  /// The values of a row that a fetch asks for: of its objects, or of its groups.
  struct RowParts {
    var columns: [QueryExpression] = []
    /// The names of the columns.
    var names: [String]
    var order: [QueryExpression] = []
    var firstKeys: [QueryExpression] = []

    init(_ fetch: EntityFetch) { names = fetch.columns.map(\.name) }
  }

  /// Binds columns, order and keys to rows, and their windows before.
  mutating func bind(
    _ parts: RowParts, of fetch: EntityFetch, to binding: FetchBinding
  ) throws(PredicateIssue) {
    var windows = WindowBinding(binding)
    func rewritten(_ expressions: [QueryExpression]) throws(PredicateIssue) -> [QueryExpression] {
      try expressions.map { expression throws(PredicateIssue) in try windows.rewritten(expression) }
    }
    let columns = try rewritten(parts.columns)
    let isPlain = parts.order.map { !windows.hasWindow($0) }
    let order = try rewritten(parts.order)
    var first = fetch.firstOfEach
    first?.keys = try rewritten(parts.firstKeys)
    let rows = try windows.finish(&self, isOrdered: isPlain.contains(true))
    for (name, expression) in zip(parts.names, columns) {
      let bound = try rows.bind(expression)
      notes += bound.notes
      self.columns.append(Column(name: name, expression: bound))
    }
    for (expression, key) in zip(order, fetch.sortKeys) {
      let bound = try rows.bind(expression)
      notes += bound.notes
      self.order.append(try Self.order(bound, key))
    }
    if !self.windows.isEmpty { windowOrder = zip(self.order, isPlain).filter(\.1).map(\.0) }
    firstOfEach = try Self.firstOfEach(first, &notes, rows.bind)
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
    var names = ColumnNames { _ in true }
    _ = names.read(columns)
    for (position, key) in sortKeys.enumerated() {
      result.sortKeys[position].expression = names.key(key.expression)
    }
    result.firstOfEach?.keys = firstOfEach?.keys.map { names.key($0) } ?? []
    return result
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
  /// A fetch that the application wrote, with a condition and an order that somebody else wrote under a policy.
  ///
  /// The text's condition is asked of the objects that meet the fetch's own predicate and the policy's rule. The given order comes before the
  /// fetch's own. Throws what binding throws, `unsupported` for what the policy excludes, and `limit`.
  package init(
    _ fetch: EntityFetch, text: String?, order keys: [QuerySortKey], policy: QueryPolicy, model: DataModel,
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
    for key in keys {
      let bound = try policy.bind(key.readExpression(), to: root, variables: variables, options: options)
      given.append(try Self.order(bound, key))
    }
    order = given + order
    windowOrder = given + windowOrder
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
    result.order = order.map { $0.rewritten(by: &rewriter) }
    result.windowOrder = windowOrder.map { $0.rewritten(by: &rewriter) }
    result.windows = windows.map { $0.rewritten { $0.rewritten(by: &rewriter) } }
    result.firstOfEach = firstOfEach.map { first in
      FirstOfEach(count: first.count, keys: first.keys.map { $0.rewritten(by: &rewriter) })
    }
    return result
  }
}

extension BoundFetch.Order {
  fileprivate func rewritten(by rewriter: inout some CoreRewriter) -> BoundFetch.Order {
    BoundFetch.Order(expression: expression.rewritten(by: &rewriter), options: options, isAscending: isAscending)
  }
}

extension BoundGrouping {
  fileprivate func rewritten(by rewriter: inout some CoreRewriter) -> BoundGrouping {
    BoundGrouping(
      keyExpressions: keyExpressions.map { $0.rewritten(by: &rewriter) }, eachKeys: eachKeys,
      aggregates: aggregates.map {
        GroupAggregate(function: $0.function, expression: $0.expression?.rewritten(by: &rewriter))
      },
      entity: entity, model: model, predicate: predicate.map { $0.with(rewriter.rewrite($0.condition)) })
  }
}

extension BoundExpression {
  fileprivate func rewritten(by rewriter: inout some CoreRewriter) -> BoundExpression { with(rewriter.rewrite(value)) }
}
