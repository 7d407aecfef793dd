import PredicateBinding
import PredicateValues

/// `@sum`, `@avg`, `@min`, `@max` over a value of each element.
extension SQLPlanner {
  mutating func aggregate(
    _ op: CollectionOperator, _ range: CoreRange, _ element: CoreValue, of value: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch op {
    case .count: return try count(range)
    case .sum, .avg: return try sum(op == .sum ? .sum : .average, range, element)
    case .min, .max:
      if value.type == .uuid || value.type == .data || SQLValueTag(value.type) != nil { break }
      throw .unsupportedInSQL("@\(op.rawValue) of \(value.type.description)", range: value.range)
    default: throw .unsupportedInSQL("@\(op.rawValue)", range: value.range)
    }
    guard let open = try open(range) else { return .null }
    let each = try self.value(element).comparedByScalars
    let function: SQLFunction = op == .min ? .minimum : .maximum
    let best = select([.function(function, [each], mayBeNull: true)], open, where: open.condition)
    return .scalar(best, mayBeNull: true)
  }

  /// Doubles are added in the order of the keys, so that every engine rounds alike; whole numbers add up the same in any order.
  private mutating func sum(
    _ function: SQLFunction, _ range: CoreRange, _ element: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    guard element.type != .decimal, element.type != .any else {
      throw .unsupportedInSQL("A sum of \(element.type.description)", range: element.range)
    }
    guard let open = try open(range) else { return .integer(0) }
    let each = try value(element)
    let sum: SQLSelect
    if element.type == .double {
      let order = try order(of: range)
      var rows = select([each], open, where: open.condition)
      rows.order = order
      rows.columnName = Self.summand
      let scope = openScope()
      let number = try add(.select(rows), to: scope)
      let column = SQLExpression.column(Self.summand, of: number, mayBeNull: true)
      sum = SQLSelect(columns: [.function(function, [column], mayBeNull: true)], sources: scopes[scope].sources)
    } else {
      sum = select([.function(function, [each], mayBeNull: false)], open, where: open.condition)
    }
    // Infinities of both signs have no sum.
    return try whereStarted(range, .scalar(sum, mayBeNull: element.type == .double))
  }

  private static let summand = "value"

  /// The order in which memory finds the elements: each step by the key of its objects.
  private mutating func order(of range: CoreRange) throws(PredicateIssue) -> [SQLOrder] {
    var order: [SQLOrder] = []
    for step in range.steps {
      guard case .relationship = step.source else { continue }
      order.append(
        SQLOrder(expression: try identity(of: .variable(step.variable), range: .none), isAscending: true))
    }
    return order
  }
}
