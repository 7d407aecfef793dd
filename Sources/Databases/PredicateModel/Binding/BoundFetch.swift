import PredicateBinding
import PredicateValues

/// A fetch with resolved names and known types, which engines run.
public struct BoundFetch: Sendable {
  /// A named value of each row.
  public struct Column: Sendable {
    /// The name of the column.
    public let name: String
    /// The value: of the object, or of the group if there are groups.
    public let expression: BoundExpression

    /// The core value of ``expression``.
    public var value: CoreValue { expression.value }
  }

  /// One key of the order.
  public struct Order: Sendable {
    /// The value to compare: of the object or of the group.
    public let expression: BoundExpression
    /// The options for comparing strings.
    public let options: StringOptions
    /// Whether the order is from small to large.
    public let isAscending: Bool
    /// The position of the column with the same value; nil if no column has it.
    package var column: Int?

    /// The core value of ``expression``.
    public var value: CoreValue { expression.value }
  }

  /// Limits the rows that have the same values for some keys: the first ones in the order are kept.
  public struct FirstOfEach: Sendable {
    /// The number of rows to keep.
    public let count: Int
    /// The keys: values of the object, or of the group.
    public let keys: [BoundExpression]
  }

  /// The entity of the fetched objects.
  public let entity: Entity
  /// The condition on objects; nil for all objects.
  public var condition: CoreCondition?
  /// The groups; nil if rows are objects.
  public var grouping: BoundGrouping?
  /// The values of a row; empty for whole objects. Never empty if there are groups.
  public var columns: [Column] = [] {
    didSet {
      // A sort key is not the value of a column that is gone, or has another name.
      for position in order.indices {
        guard let column = order[position].column else { continue }
        let isKept =
          column < min(columns.count, oldValue.count) && columns[column].name.hasSameScalars(as: oldValue[column].name)
        if !isKept { order[position].column = nil }
      }
    }
  }
  /// The values of a row that depend on other rows. The columns, the order and the keys read them as properties of the row.
  package var windows: [RowWindow] = []
  /// The order of the rows for ``windows``: the keys of ``order`` that do not read a window.
  package var windowOrder: [Order] = []
  /// Whether equal rows are returned once.
  public var isDistinct = false
  /// The sort keys. Rows with equal sort keys are ordered by a further key that is not in this list.
  public var order: [Order] = []
  /// The limit on rows with the same keys; nil for all rows.
  public var firstOfEach: FirstOfEach?
  /// The most rows; nil for all rows.
  public var limit: Int?
  /// The number of rows to skip at the beginning.
  public var offset = 0
  /// The time zone for the properties of dates if the value's type is only known at run time.
  package var timeZone = QueryTimeZone.utc
  /// Notes on how the fetch was read.
  public var notes: [PredicateIssue] = []

  /// A fetch of the objects of an entity that meet a condition.
  public init(entity: Entity, condition: CoreCondition? = nil) {
    self.entity = entity
    self.condition = condition
  }

  /// Resolves the names of a fetch and gives every part its type.
  ///
  /// Throws the first issue from the left, as `Binder` does, with places in the texts of the parts. A fetch has three further issues of kind `type`:
  /// `not-grouped` for a name that has no single value in a group, `having-without-groups`, and `distinct-order`.
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

  /// The parts of a fetch that are values of a row, which is an object or a group.
  struct RowParts {
    var columns: [QueryExpression] = []
    /// The names of the columns.
    var names: [String]
    var order: [QueryExpression] = []
    var firstKeys: [QueryExpression] = []

    init(_ fetch: EntityFetch) { names = fetch.columns.map(\.name) }
  }

  /// Binds columns, order and keys to rows. Their windows are bound first.
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
    var values: [Column] = []
    for (name, expression) in zip(parts.names, columns) {
      let bound = try rows.bind(expression)
      notes += bound.notes
      values.append(Column(name: name, expression: bound))
    }
    self.columns = values
    for (expression, key) in zip(order, fetch.sortKeys) {
      let bound = try rows.bind(expression)
      notes += bound.notes
      var line = try Self.order(bound, key)
      line.column = columns.firstIndex(of: expression)
      self.order.append(line)
    }
    if !self.windows.isEmpty { windowOrder = zip(self.order, isPlain).filter(\.1).map(\.0) }
    firstOfEach = try Self.firstOfEach(first, &notes, rows.bind)
  }

  /// The limit on rows with the same keys. The closure binds each key as a value of a row.
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

  /// Checks that a bound sort key has a type that can be ordered, and returns the key.
  static func order(_ bound: BoundExpression, _ key: QuerySortKey) throws(PredicateIssue) -> Order {
    if key.isLocalizedStandard { throw .localizedKey(key.text) }
    switch bound.value.type {
    case .collection, .object, .dictionary: throw .unorderedKey(bound.value.type, range: key.expression.endOfPath)
    default: return Order(expression: bound, options: key.options, isAscending: key.isAscending)
    }
  }
}

extension EntityFetch {
  /// The same fetch without columns, for a caller that computes the columns from whole objects. The objects are in the same order. Not for groups.
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
  /// The range of the last name if the expression is a path, otherwise the range of the expression.
  fileprivate var endOfPath: SourceRange {
    guard case .keyPath(let path) = node else { return range }
    return path.ranges(in: range).last ?? range
  }
}

extension BoundFetch {
  /// A fetch of the application, restricted by an untrusted text with a condition and an order under a policy.
  ///
  /// The text's condition is evaluated only for objects that meet the fetch's own predicate and the policy's rule. The given order precedes the
  /// fetch's own order. Throws the issues of binding, kind `unsupported` for constructs that the policy excludes, and kind `limit`.
  package init(
    _ fetch: EntityFetch, text: String?, order: String?, policy: QueryPolicy, model: DataModel,
    variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) {
    try self.init(fetch, model: model, variables: variables, options: options)
    if grouping != nil { throw .policyOfGroups }
    let root = RootType.entity(entity.name, model)
    // The policy's rule applies even if there is no untrusted text.
    let bound = try policy.bind(
      text ?? "TRUEPREDICATE", to: root, variables: variables, options: options,
      from: condition.map { $0.greatestVariable + 1 } ?? 1)
    notes += bound.notes
    condition = condition.map { bound.condition.behind($0) } ?? bound.condition
    let given = try Self.order(reading: order, policy: policy, root: root, variables: variables, options: options)
    self.order = given + self.order
    windowOrder = given + windowOrder
  }

  /// The sort keys in an untrusted text, which the policy checks; none for nil.
  package static func order(
    reading text: String?, policy: QueryPolicy, root: RootType, variables: QueryVariables, options: BindingOptions
  ) throws(PredicateIssue) -> [Order] {
    guard let text else { return [] }
    return try QuerySortKey.keys(reading: text, limits: policy.limits).map { key throws(PredicateIssue) in
      try order(policy.bind(key.readExpression(), to: root, variables: variables, options: options), key)
    }
  }

  /// The fetch of whole objects with only those of the columns that a policy shows. Throws `policy-entity` if the policy shows none of them.
  ///
  /// There is one row per object, even if two rows are equal without the hidden columns.
  package func showingOnly(
    _ names: [String], allowedBy policy: QueryPolicy, model: DataModel, options: BindingOptions
  ) throws(PredicateIssue) -> BoundFetch {
    let root = RootType.entity(entity.name, model)
    let shown = try policy.shownNames(names, of: root)
    if shown.count == names.count { return self }
    var result = self
    result.isDistinct = false
    result.columns = try shown.map { name throws(PredicateIssue) in
      Column(name: name, expression: try Binder.bind(FetchedColumn(key: name).expression, to: root, options: options))
    }
    return result
  }
}

extension PredicateIssue {
  /// The issue for a policy with a fetch whose rows are groups.
  fileprivate static let policyOfGroups = PredicateIssue.error(
    "policy-groups", nil, "a policy can be used only for a fetch of objects, but this fetch returns groups",
    kind: .unsupported)
}

/// Variations of this fetch that need no new binding.
extension BoundFetch {
  /// The same rows, but at most `most`. The smaller limit applies.
  package func limited(to most: Int?) -> BoundFetch {
    var result = self
    result.limit = [limit, most].compactMap(\.self).min()
    return result
  }

  /// All rows without limit and offset, in the same order.
  package var withoutBounds: BoundFetch {
    var result = self
    result.limit = nil
    result.offset = 0
    return result
  }

  /// How many of `count` rows are left after the offset and the limit.
  package func bounded(_ count: Int) -> Int { min(limit ?? Int.max, max(0, count - offset)) }

  /// The fetch for counting its rows: without limit, offset and order, and without columns if rows are objects.
  package var counted: BoundFetch {
    var result = withoutBounds
    result.order = []
    if grouping == nil { result.columns = [] }
    return result
  }

  /// The same fetch without columns. It returns whole objects in the same order. A fetch of groups is returned unchanged.
  package var ofWholeObjects: BoundFetch {
    var result = self
    guard grouping == nil else { return result }
    result.columns = []
    result.isDistinct = false
    return result
  }

  /// The condition as a predicate on the entity's objects; nil for all objects.
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
    BoundFetch.Order(
      expression: expression.rewritten(by: &rewriter), options: options, isAscending: isAscending, column: column)
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
