import PredicateBinding
import PredicateValues

/// Binds the parts of a fetch that apply to groups. Each key and aggregate is rewritten to a path from a group, whose properties are the keys and the
/// aggregates.
struct GroupBinding {
  private let binding: FetchBinding
  private let keys: [FetchedColumn]
  /// Whether the fetch has `group by` or aggregates. False if the groups only make columns distinct.
  private let hasGroups: Bool
  private let isDistinct: Bool
  private var keyNames: [String] = []
  private var boundKeys: [BoundExpression] = []
  /// The positions of the keys that are collections.
  private var eachKeys: Set<Int> = []
  private var aggregates: [(expression: QueryExpression, name: String, bound: GroupAggregate)] = []
  /// The rewritten columns: the meaning of their names in the order and in the condition.
  private var columns: [(name: String, expression: QueryExpression)] = []
  /// Whether all columns have been read. Until then, keys take precedence over the names of the columns.
  private var hasAllColumns = false
  private var notes: [PredicateIssue] = []
  /// The number of SUBQUERYs around the current expression.
  private var subqueries = 0
  /// The first issue that occurred while expressions were rewritten.
  private var issue: PredicateIssue?

  init(_ fetch: EntityFetch, _ binding: FetchBinding) {
    self.binding = binding
    hasGroups =
      !fetch.groupBy.isEmpty || fetch.having != nil || fetch.columns.contains { binding.hasAggregate($0.expression) }
    keys = (hasGroups ? fetch.groupBy : fetch.columns).map { key in
      binding.collectionOfEach(key.expression).map { FetchedColumn($0, as: key.name) } ?? key
    }
    // DISTINCT needs a further step only if the fetch is grouped. Otherwise the columns are the keys, so the groups are distinct already.
    isDistinct = fetch.isDistinct && hasGroups
  }

  mutating func bind(_ fetch: EntityFetch, into result: inout BoundFetch) throws(PredicateIssue) {
    for (position, key) in keys.enumerated() {
      let isEach = hasGroups && binding.collectionOfEach(fetch.groupBy[position].expression) != nil
      if isEach { eachKeys.insert(position) }
      try bindKey(key, isEach: isEach)
    }
    let given = fetch.columns.isEmpty ? keys + [FetchedColumn(.call("count", []), as: "count")] : fetch.columns
    for column in given { columns.append((column.name, try rewritten(column.expression))) }
    hasAllColumns = true
    let having = try fetch.having.map { having throws(PredicateIssue) in try rewritten(having) }
    if let having { try binding.checkHasNoWindow(having, in: "having") }
    var order: [QueryExpression] = []
    for key in fetch.sortKeys { order.append(try rewritten(key.readExpression())) }
    var firstKeys: [QueryExpression] = []
    for key in fetch.firstOfEach?.keys ?? [] { firstKeys.append(try rewritten(key)) }
    if isDistinct {
      try checkAreShown(
        order + firstKeys, as: fetch.sortKeys.map(\.expression) + (fetch.firstOfEach?.keys ?? []))
    }

    let entity = groupEntity()
    var model = DataModel(entities: binding.model.entities + [entity])
    model.timeZone = binding.model.timeZone
    model.types = binding.model.types
    let groups = FetchBinding(entity: entity, model: model, variables: binding.variables, options: binding.options)
    var predicate: BoundPredicate?
    if let having {
      let bound = try Binder.bind(having, to: groups.root, variables: groups.variables, options: groups.options)
      predicate = bound
      notes += bound.notes
    }
    var parts = BoundFetch.RowParts(fetch)
    (parts.columns, parts.names) = (columns.map(\.expression), columns.map(\.name))
    (parts.order, parts.firstKeys) = (order, firstKeys)
    try result.bind(parts, of: fetch, to: groups)
    result.isDistinct = isDistinct
    result.notes += notes
    result.grouping = BoundGrouping(
      keyExpressions: boundKeys, eachKeys: eachKeys, aggregates: aggregates.map(\.bound), entity: entity, model: model,
      predicate: predicate)
  }

  private mutating func bindKey(_ key: FetchedColumn, isEach: Bool) throws(PredicateIssue) {
    if binding.hasAggregate(key.expression) { throw .aggregateAsKey(range: key.expression.range) }
    let bound = try binding.bind(key.expression)
    var type = bound.value.type
    if case .collection(let element) = type {
      guard isEach else { throw .collectionAsKey(type, of: key.expression, range: key.expression.range) }
      type = element
    } else if isEach, type != .any {
      throw .eachOfOne(type, range: key.expression.range)
    }
    if case .object(let name) = type, binding.model.entity(named: name)?.objectKey.isEmpty == true {
      throw .groupsWithoutKey(name, range: key.expression.range)
    }
    notes += bound.notes
    boundKeys.append(bound)
    keyNames.append(freshName(key.name))
  }

  /// Throws unless distinct rows are sorted and limited only by columns of the result.
  private func checkAreShown(_ keys: [QueryExpression], as written: [QueryExpression]) throws(PredicateIssue) {
    for (key, written) in zip(keys, written) where !columns.contains(where: { $0.expression == key }) {
      throw .distinctOrder(range: written.range)
    }
  }

  // MARK: Properties of a group

  private func freshName(_ wanted: String) -> String {
    let taken = keyNames + aggregates.map(\.name)
    var name = wanted
    var number = 2
    while taken.contains(where: { $0.hasSameScalars(as: name) }) {
      name = "\(wanted)_\(number)"
      number += 1
    }
    return name
  }

  private func groupEntity() -> Entity {
    var attributes: [Attribute] = []
    var relationships: [Relationship] = []
    for (position, (key, name)) in zip(boundKeys.map(\.value), keyNames).enumerated() {
      let column = BoundGrouping.columnName(position)
      let isEach = eachKeys.contains(position)
      let type = isEach ? key.type.elementType : key.mayBeDecimal ? .any : key.type
      if case .object(let destination) = type {
        // The column of the group contains the integer of the object's reference. The relationship refers to that column, if it differs from the
        // destination's key.
        let known = binding.model.entity(named: destination)?.key
        let referenced = known?.integerColumn == nil ? known?.referenceColumn.map { [$0] } : nil
        relationships.append(
          Relationship(
            name: name, destination: destination, inverse: nil, cardinality: .toOne,
            isOptional: isEach || key.isOptional,
            storage: .foreignKey(column), isTrusted: true, referencedColumns: referenced))
      } else {
        attributes.append(Self.attribute(name, column, type, isOptional: isEach || key.isOptional))
      }
    }
    for (position, aggregate) in aggregates.enumerated() {
      let column = BoundGrouping.columnName(boundKeys.count + position)
      attributes.append(
        Self.attribute(aggregate.name, column, aggregate.bound.type, isOptional: aggregate.bound.isOptional))
    }
    return Entity(
      name: "group of \(binding.entity.name)", table: "", key: .none, attributes: attributes,
      relationships: relationships, isReadOnly: true)
  }

  /// An attribute of the groups' entity. Each type has one fixed storage there.
  private static func attribute(_ name: String, _ column: String, _ type: QueryType, isOptional: Bool) -> Attribute {
    Attribute(
      name: name, column: column, type: type, isOptional: isOptional, storage: type == .uuid ? .uuidBytes : nil,
      isTrusted: true)
  }

  // MARK: Rewriting

  private mutating func rewritten(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    let result = rewrite(expression)
    if let issue { throw issue }
    return result
  }

  private mutating func rewritten(_ predicate: QueryPredicate) throws(PredicateIssue) -> QueryPredicate {
    let result = rewrite(predicate)
    if let issue { throw issue }
    return result
  }
}

extension GroupBinding: TreeRewriter {
  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    if issue != nil { return expression }
    if let mapped = mapped(expression) { return mapped }
    guard case .subquery(let collection, let variable, let predicate) = expression.node else {
      return expression.mapParts(&self)
    }
    let elements = rewrite(collection)
    subqueries += 1
    defer { subqueries -= 1 }
    return .subquery(elements, variable: variable, rewrite(predicate), range: expression.range)
  }

  /// Paths that start at other values than the object stay unchanged.
  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath { path }

  /// The result of ``map(_:)``, or the expression itself if ``map(_:)`` throws. After that no expression is rewritten.
  @inline(never)
  private mutating func mapped(_ expression: QueryExpression) -> QueryExpression? {
    do throws(PredicateIssue) {
      return try map(expression)
    } catch {
      issue = error
      return expression
    }
  }

  /// The expression that replaces a key, the name of a column or an aggregate in a group. Nil if the parts of the expression have to be rewritten instead.
  private mutating func map(_ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression? {
    if hasAllColumns, case .keyPath(let path) = expression.node, let column = column(of: path) {
      return column.followed(by: path.rest, range: expression.range)
    }
    if let collection = binding.collectionOfEach(expression) {
      guard keys.contains(where: { $0.expression == collection }) else { throw .eachOutside(range: expression.range) }
      return try map(collection)
    }
    if let position = keys.firstIndex(where: { $0.expression == expression }) {
      return property(keyNames[position], range: expression.range)
    }
    if subqueries == 0, let call = WindowCall(expression, binding.options.functions) {
      return try window(call, range: expression.range)
    }
    if subqueries == 0, let aggregate = try binding.aggregate(expression) {
      return try property(of: aggregate.function, aggregate.argument, expression)
    }
    switch expression.node {
    case .keyPath(let path): return try map(path, expression)
    case .evaluatedObject: throw .notGrouped("SELF", isWhole: keys.isEmpty, range: expression.range)
    default: return nil
    }
  }

  private func map(_ path: QueryKeyPath, _ expression: QueryExpression) throws(PredicateIssue) -> QueryExpression {
    if case .key(let name) = path.first, let key = keys.firstIndex(where: { $0.name.hasSameScalars(as: name) }) {
      return property(keyNames[key], path.rest, range: expression.range)
    }
    for (position, key) in keys.enumerated() {
      guard case .keyPath(let start) = key.expression.node, start.count < path.count else { continue }
      if start == QueryKeyPath(path.first, Array(path.rest.prefix(start.rest.count))) {
        return property(keyNames[position], Array(path.rest.dropFirst(start.rest.count)), range: expression.range)
      }
    }
    if let column = column(of: path) { return column.followed(by: path.rest, range: expression.range) }
    if path.rest.isEmpty, case .key("rank") = path.first, binding.entity.member(named: "rank") == nil {
      return .call("rank", [], range: expression.range)
    }
    if path.mayBeginWithEntity, case .key(let name) = path.first, binding.entity.member(named: name) == nil,
      binding.model.hasAllObjects(of: name)
    {
      return expression
    }
    try refuse(expression)
  }

  /// A window over groups. If its argument is an aggregate of objects, the window adds up the groups' aggregates: `running sum(total)` is the running
  /// sum of the groups' sums.
  private mutating func window(_ call: WindowCall, range: SourceRange) throws(PredicateIssue) -> QueryExpression {
    var keys: [QueryExpression] = []
    for key in call.keys { keys.append(try rewritten(key)) }
    func made(_ word: String, _ argument: QueryExpression?) -> QueryExpression {
      .call(word, (argument.map { [$0] } ?? []) + keys, range: range)
    }
    func running(_ name: String, _ value: QueryExpression) -> QueryExpression {
      made(call.word, call.word.hasSameScalars(as: "total") ? value : .call(name, [value], range: range))
    }
    guard let argument = call.argument else { return made(call.word, nil) }
    var (function, value): (GroupAggregate.Function, QueryExpression?) = (.sum, argument)
    switch call.word {
    case "total": break
    case "running":
      guard let aggregate = try binding.aggregate(argument), aggregate.function.isRunning else {
        throw .runningWithoutAggregate(range: argument.range)
      }
      (function, value) = aggregate
    default: return made(call.word, try rewritten(argument))
    }
    func ofObjects(_ function: GroupAggregate.Function) throws(PredicateIssue) -> QueryExpression {
      try property(
        of: function, value, value.map { .call(FetchBinding.name(of: function), [$0]) } ?? .call("count", []))
    }
    if let value, binding.hasAggregate(value) || !binding.canBind(value) {
      return running(FetchBinding.name(of: function), try rewritten(value))
    }
    switch function {
    case .average:
      let sum = running("sum", try ofObjects(.sum))
      return .binary(
        .divide, .binary(.multiply, .literal(.double(1)), sum), running("sum", try ofObjects(.countOfValues)),
        range: range)
    case .minimum, .maximum: return running(FetchBinding.name(of: function), try ofObjects(function))
    default: return running("sum", try ofObjects(function))
    }
  }

  /// The column whose name a path begins with; nil if there is none. Column names take precedence over other names. Until all columns are read, the
  /// result is nil.
  private func column(of path: QueryKeyPath) -> QueryExpression? {
    guard case .key(let name) = path.first else { return nil }
    return columns.first { $0.name.hasSameScalars(as: name) }?.expression
  }

  /// Throws an issue about a name: it is unknown, or it has no single value in a group.
  private func refuse(_ expression: QueryExpression) throws(PredicateIssue) -> Never {
    var isCollection = false
    do throws(PredicateIssue) {
      if case .collection = try binding.bind(expression).value.type { isCollection = true }
    } catch {
      let names = columns.map(\.name) + keys.map(\.name)
      guard error.has(.unknownKey), case .keyPath(let path) = expression.node, case .key(let name) = path.first,
        let near = NearestSpelling.of(name, among: names)
      else { throw error }
      throw error.suggesting(near)
    }
    if !hasGroups { throw .distinctOrder(range: expression.range) }
    throw .notGrouped(
      expression.canonicalFormat, isCollection: isCollection, isWhole: keys.isEmpty, range: expression.range)
  }

  private mutating func property(
    of function: GroupAggregate.Function, _ argument: QueryExpression?, _ expression: QueryExpression
  ) throws(PredicateIssue) -> QueryExpression {
    if let known = aggregates.first(where: { $0.expression == expression }) {
      return property(known.name, range: expression.range)
    }
    let text = expression.canonicalFormat
    let bound = try binding.bound(function, argument, notes: &notes)
    if function == .averageWithNil, bound.value?.isOptional == true, let argument {
      notes.append(.averageCountsNil(argument.canonicalFormat, range: expression.range))
    }
    let name = freshName(text)
    aggregates.append((expression, name, bound))
    return property(name, range: expression.range)
  }

  private func property(
    _ name: String, _ rest: [QueryKeyPath.Component] = [], range: SourceRange
  ) -> QueryExpression {
    .keyPath(QueryKeyPath(.key(name), rest), range: range)
  }

}
