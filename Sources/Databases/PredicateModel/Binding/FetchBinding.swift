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

  // MARK: Aggregates

  /// The aggregate that an expression is; nil if it is none. A function over a collection that an object has is not an aggregate.
  func aggregate(
    _ expression: QueryExpression
  ) throws(PredicateIssue) -> (function: GroupAggregate.Function, argument: QueryExpression?)? {
    switch expression.node {
    case .keyPath(let path):
      guard case .collectionOperator(let name) = path.first else { return nil }
      return try aggregate(operator: name, path.rest, range: expression.range)
    case .call(let name, let arguments):
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

  private static func function(named name: String) -> GroupAggregate.Function? {
    let bare = name.hasSuffix(":") ? String(name.dropLast()) : name
    return switch bare.lowercased() {
    case "count": .countOfValues
    case "sum": .sum
    case "avg", "average": .average
    case "min": .minimum
    case "max": .maximum
    default: nil
    }
  }

  private static func name(of function: GroupAggregate.Function) -> String {
    switch function {
    case .count, .countOfValues, .countOfDistinctValues: "count"
    case .sum: "sum"
    case .average: "avg"
    case .averageWithNil: "@avg"
    case .minimum: "min"
    case .maximum: "max"
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
    case .sum, .average, .averageWithNil:
      guard value.type == .any || value.type.family == .number else {
        throw .aggregateOfOtherType(name, "numbers", found: value.type, range: argument.range)
      }
    case .minimum, .maximum:
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

/// Finds an aggregate outside of the conditions of SUBQUERYs, whose names have other meanings.
private struct AggregateFinder: PredicateVisitor {
  let binding: FetchBinding
  var found = false

  mutating func visit(_ expression: QueryExpression) -> Bool {
    if found { return false }
    if case .subquery(let collection, _, _) = expression.node {
      collection.walk(&self)
      return false
    }
    // Binding the expression reports an invalid aggregate.
    do throws(PredicateIssue) { found = try binding.aggregate(expression) != nil } catch { found = true }
    return !found
  }
}
