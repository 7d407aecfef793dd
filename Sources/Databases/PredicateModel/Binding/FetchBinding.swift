import PredicateBinding
import PredicateValues

/// The context for binding the parts of one fetch.
struct FetchBinding {
  let entity: Entity
  let model: DataModel
  let variables: QueryVariables
  let options: BindingOptions

  /// The root type: an object of the entity.
  var root: RootType { .entity(entity.name, model) }

  /// Binds a value of an object.
  func bind(_ expression: QueryExpression) throws(PredicateIssue) -> BoundExpression {
    try Binder.bind(expression, to: root, variables: variables, options: options)
  }

  /// Whether the rows of a fetch are groups. Distinct values are groups without aggregates.
  func isGrouped(_ fetch: EntityFetch) throws(PredicateIssue) -> Bool {
    if !fetch.groupBy.isEmpty || (fetch.isDistinct && !fetch.columns.isEmpty) { return true }
    return fetch.columns.contains { hasAggregate($0.expression) } || fetch.having.map(hasAggregate) ?? false
  }

  func hasAggregate(_ expression: QueryExpression) -> Bool {
    var finder = AggregateFinder(binding: self)
    expression.walk(&finder)
    return finder.found
  }

  func hasAggregate(_ predicate: QueryPredicate) -> Bool {
    var finder = AggregateFinder(binding: self)
    predicate.walk(&finder)
    return finder.found
  }

  // MARK: Windows

  /// Throws an issue for three uses of windows: in a clause that runs before windows are computed (WHERE, GROUP BY), over distinct rows, and for
  /// `each` without groups.
  func checkWindows(of fetch: EntityFetch) throws(PredicateIssue) {
    if let predicate = fetch.predicate { try checkHasNoWindow(predicate, in: "where") }
    for key in fetch.groupBy { try checkHasNoWindow(key.expression) { .windowInCondition("group by", range: $0) } }
    if fetch.groupBy.isEmpty {
      let keys = fetch.sortKeys.map(\.expression) + (fetch.firstOfEach?.keys ?? [])
      for expression in fetch.columns.map(\.expression) + keys {
        var finder = CallFinder { collectionOfEach($0) != nil }
        expression.walk(&finder)
        if let found = finder.found { throw .eachOutside(range: found.range) }
      }
    }
    guard fetch.isDistinct else { return }
    for column in fetch.columns { try checkHasNoWindow(column.expression) { .windowOfDistinctRows(range: $0) } }
  }

  func checkHasNoWindow(_ predicate: QueryPredicate, in clause: String) throws(PredicateIssue) {
    var finder = CallFinder { WindowCall($0, options.functions) != nil }
    predicate.walk(&finder)
    if let found = finder.found { throw .windowInCondition(clause, range: found.range) }
  }

  private func checkHasNoWindow(
    _ expression: QueryExpression, _ issue: (SourceRange) -> PredicateIssue
  ) throws(PredicateIssue) {
    var finder = CallFinder { WindowCall($0, options.functions) != nil }
    expression.walk(&finder)
    if let found = finder.found { throw issue(found.range) }
  }

  /// The collection of `each tags.name`. Nil for any other expression, and if the application added a function with that name.
  func collectionOfEach(_ expression: QueryExpression) -> QueryExpression? {
    guard case .call(let name, let arguments) = expression.node, arguments.count == 1,
      Self.bare(name).hasSameScalars(as: "each"), options.functions.definition(named: name) == nil
    else { return nil }
    return arguments[0]
  }

  /// Whether an expression can be bound as a value of an object.
  func canBind(_ expression: QueryExpression) -> Bool { (try? bind(expression)) != nil }

  /// Whether a name is that of a property or of an entity.
  func hasMeaning(_ name: String) -> Bool {
    entity.member(named: name) != nil || model.member(named: name, of: entity.name) != nil
      || model.hasAllObjects(of: name)
  }

  // MARK: Aggregates

  /// The aggregate that an expression calls; nil if it does not call one. A function over a collection of the object is not an aggregate.
  func aggregate(
    _ expression: QueryExpression
  ) throws(PredicateIssue) -> (function: GroupAggregate.Function, argument: QueryExpression?)? {
    switch expression.node {
    case .keyPath(let path):
      guard case .collectionOperator(let name) = path.first else { return nil }
      return try aggregate(operator: name, path.rest, range: expression.range)
    case .call(let name, let arguments):
      if let statistic = try statistic(named: name, arguments) { return statistic }
      guard let function = Self.function(named: name) else { return nil }
      guard let argument = arguments.first else { return function == .countOfValues ? (.count, nil) : nil }
      guard arguments.count == 1 else { return nil }
      if function == .countOfValues, let value = try distinctValue(argument) { return (.countOfDistinctValues, value) }
      return isCollection(argument) ? nil : (function, argument)
    default: return nil
    }
  }

  private func aggregate(
    operator name: String, _ rest: [QueryKeyPath.Component], range: SourceRange
  ) throws(PredicateIssue) -> (function: GroupAggregate.Function, argument: QueryExpression?)? {
    guard let op = CollectionOperator(name: name) else { throw .unknownGroupOperator(name, range: range) }
    let function: GroupAggregate.Function
    switch op {
    case .count: return (.count, nil)
    case .sum: function = .sum
    case .avg: function = .averageWithNil
    case .min: function = .minimum
    case .max: function = .maximum
    default: throw .unknownGroupOperator(name, range: range)
    }
    guard let first = rest.first else { throw .groupOperatorWithoutKey(name, range: range) }
    return (function, .keyPath(QueryKeyPath(first, Array(rest.dropFirst())), range: range))
  }

  /// The value `x` of the argument `distinct x`; nil for any other argument. Over a collection, `distinct` is a function of the language.
  private func distinctValue(_ argument: QueryExpression) throws(PredicateIssue) -> QueryExpression? {
    guard case .call(let name, let values) = argument.node, values.count == 1,
      options.functions.definition(named: name)?.name == "distinct:"
    else { return nil }
    return isCollection(values[0]) ? nil : values[0]
  }

  /// Whether an expression gives a collection; false if it cannot be bound. Binding it later reports the reason.
  private func isCollection(_ expression: QueryExpression) -> Bool {
    if case .collection? = try? bind(expression).value.type { true } else { false }
  }

  /// `median(x)`, `percentile(x, 0.9)` or `groupConcat(x, ", ")` as an aggregate of a group; nil for any other call.
  private func statistic(
    named name: String, _ arguments: [QueryExpression]
  ) throws(PredicateIssue) -> (function: GroupAggregate.Function, argument: QueryExpression?)? {
    guard let first = arguments.first, !isCollection(first) else { return nil }
    let statistic: GroupStatistic
    switch (Self.bare(name), arguments.count) {
    case ("percentile", 2), ("percentile:at:", 2):
      guard let fraction = try number(arguments[1]), (0...1).contains(fraction) else {
        throw .aggregateConstant(
          "percentile", "a fraction from 0 to 1", "percentile(x, 0.95)", range: arguments[1].range)
      }
      statistic = .percentile(fraction)
    case ("groupconcat", 1...2), ("groupconcat:separator:", 2):
      guard let separator = arguments.count == 1 ? ", " : try text(arguments[1]) else {
        throw .aggregateConstant("groupConcat", "a text", "groupConcat(x, \" / \")", range: arguments[1].range)
      }
      let distinct = try distinctValue(first)
      return (.statistic(.joined(separator: separator, isDistinct: distinct != nil)), distinct ?? first)
    case (let bare, 1):
      guard let known = GroupStatistic(named: bare) else { return nil }
      statistic = known
    default: return nil
    }
    return (.statistic(statistic), first)
  }

  private func number(_ expression: QueryExpression) throws(PredicateIssue) -> Double? {
    guard let constant = try bind(expression).value.constantValue, constant.type.family == .number,
      case .double(let number) = try ValueCast.cast(constant, to: .double)
    else { return nil }
    return number
  }

  private func text(_ expression: QueryExpression) throws(PredicateIssue) -> String? {
    if case .string(let text)? = try bind(expression).value.constantValue { text } else { nil }
  }

  /// A function's name in lower case without the colon of a single argument.
  static func bare(_ name: String) -> String {
    let isSelector = name.utf8.count { $0 == UInt8(ascii: ":") } > 1
    return (name.hasSuffix(":") && !isSelector ? String(name.dropLast()) : name).lowercased()
  }

  private static func function(named name: String) -> GroupAggregate.Function? {
    switch bare(name) {
    case "count": .countOfValues
    case "sum": .sum
    case "avg", "average": .average
    case "min": .minimum
    case "max": .maximum
    default: nil
    }
  }

  static func name(of function: GroupAggregate.Function) -> String {
    switch function {
    case .count, .countOfValues, .countOfDistinctValues: "count"
    case .sum: "sum"
    case .average: "avg"
    case .averageWithNil: "@avg"
    case .minimum: "min"
    case .maximum: "max"
    case .statistic(let statistic): statistic.name
    }
  }

  /// An aggregate with its value bound and its type checked.
  func bound(
    _ function: GroupAggregate.Function, _ argument: QueryExpression?, notes: inout [PredicateIssue]
  ) throws(PredicateIssue) -> GroupAggregate {
    guard let argument else { return GroupAggregate(function: function, expression: nil) }
    if hasAggregate(argument) { throw .aggregateInAggregate(range: argument.range) }
    let bound = try bind(argument)
    notes += bound.notes
    let value = bound.value
    let name = Self.name(of: function)
    if case .collection = value.type { throw .collectionInAggregate(name, value.type, range: argument.range) }
    switch function {
    case .sum, .average, .averageWithNil, .statistic(.median), .statistic(.standardDeviation), .statistic(.variance),
      .statistic(.percentile):
      guard value.type == .any || value.type.family == .number else {
        throw .aggregateOfOtherType(name, "numbers", found: value.type, range: argument.range)
      }
    case .statistic(.joined):
      guard value.type == .any || value.type == .string else {
        throw .aggregateOfOtherType(name, "texts", found: value.type, range: argument.range)
      }
    case .minimum, .maximum, .statistic(.mode):
      switch value.type.family {
      case .object, .dictionary:
        throw .aggregateOfOtherType(name, "values that have an order", found: value.type, range: argument.range)
      default: break
      }
    case .count, .countOfValues, .countOfDistinctValues: break
    }
    return GroupAggregate(function: function, expression: bound)
  }
}

/// Finds an aggregate. Conditions of SUBQUERYs are skipped, because names have other meanings in them.
private struct AggregateFinder: PredicateVisitor {
  let binding: FetchBinding
  var found = false

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if found { return false }
    if case .subquery(let collection, _, _) = expression.node {
      collection.walk(&self)
      return false
    }
    // The aggregate inside a window (`running sum(x)`) is computed over rows, so the fetch does not become grouped.
    if let call = WindowCall(expression, binding.options.functions), call.word.hasSameScalars(as: "running"),
      case .call(_, let arguments)? = call.argument?.node
    {
      for value in arguments + call.keys { value.walk(&self) }
      return false
    }
    // An invalid aggregate is ignored here. Binding the expression reports it.
    do throws(PredicateIssue) { found = try binding.aggregate(expression) != nil } catch { found = true }
    return !found
  }
}
