import PredicateBinding
import PredicateValues

/// `@sum`, `@avg`, `@min`, `@max` over a value of each element.
extension SQLPlanner {
  mutating func aggregate(
    _ op: CollectionOperator, _ range: CoreRange, _ element: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch op {
    case .count: return try count(range)
    case .sum, .avg: return try sum(op == .sum ? .sum : .average, range, element)
    default: break
    }
    let function: SQLFunction = op == .min ? .minimum : .maximum
    if let extreme = try extreme(function, range, element) { return extreme }
    let groups = try grouped(range, element) { _, each in .function(function, [each.comparedByScalars], mayBeNull: true)
    }
    if let groups { return groups }
    guard let open = try open(range) else { return .null }
    let each = try self.value(element).comparedByScalars
    let best = select([.function(function, [each], mayBeNull: true)], open, where: open.condition)
    return .scalar(best, mayBeNull: true)
  }

  /// Doubles are added in the order of the keys, so that every engine rounds alike; whole numbers add up the same in any order.
  private mutating func sum(
    _ function: SQLFunction, _ range: CoreRange, _ element: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    let none = function == .sum ? SQLExpression.integer(0) : .cast(.integer(0), .real)
    let groups = try grouped(range, element, ofNone: none) { planner, each throws(PredicateIssue) in
      guard planner.mayBeFraction(element) else { return .function(function, [each], mayBeNull: false) }
      return planner.sum(function, each, of: element.type, inOrderOf: try planner.place(in: range))
    }
    if let groups { return try whereStarted(range, groups) }
    guard let open = try open(range) else { return .integer(0) }
    let each = try value(element)
    let mayBeFraction = mayBeFraction(element)
    let sum: SQLSelect
    if mayBeFraction, element.type != .double, range.steps.count == 1, let variable = range.steps.first?.variable,
      variables[variable]?.entity?.key.referenceColumn != nil, variables[variable]?.orderPlace == nil
    {
      // Fractions are not expected: the function puts values in order where it meets one.
      let key = try identity(of: .variable(variable), range: element.range)
      sum = select([self.sum(function, each, of: element.type, inOrderOf: key)], open, where: open.condition)
    } else if mayBeFraction {
      let order = try order(of: range)
      var rows = select([each], open, where: open.condition)
      rows.order = order
      rows.columnName = Self.summand
      let scope = openScope()
      let number = try add(.select(rows), to: scope)
      let column = SQLExpression.column(Self.summand, of: number, mayBeNull: true)
      sum = SQLSelect(
        columns: [self.sum(function, column, of: element.type, inOrderOf: nil)], sources: scopes[scope].sources)
    } else {
      sum = select([.function(function, [each], mayBeNull: false)], open, where: open.condition)
    }
    // Infinities of both signs have no sum.
    return try whereStarted(range, .scalar(sum, mayBeNull: mayBeFraction))
  }

  /// A sum or a mean of numbers that may be fractions, added in the order of their keys; without keys, in the order in which they come.
  func sum(
    _ function: SQLFunction, _ term: SQLExpression, of type: QueryType, inOrderOf key: SQLExpression?
  ) -> SQLExpression {
    guard type == .double else { return .function(function, [term] + (key.map { [$0] } ?? []), mayBeNull: true) }
    return .function(function, [.name(SQLValueTag.double.rawValue), term, key ?? .integer(0)], mayBeNull: true)
  }

  /// What an element is put in order by before its value is added: its integer, or the rank of the keys of all steps.
  private mutating func place(in range: CoreRange) throws(PredicateIssue) -> SQLExpression? {
    if range.steps.count == 1, let variable = range.steps.first?.variable,
      variables[variable]?.entity?.key.referenceColumn != nil, variables[variable]?.orderPlace == nil
    {
      return try identity(of: .variable(variable), range: .none)
    }
    let keys = try order(of: range).map(\.expression)
    guard !keys.isEmpty else { return nil }
    let tags = String(repeating: SQLValueTag.stored.rawValue, count: keys.count)
    return .function(.rank, [.name(tags)] + keys, mayBeNull: false)
  }

  /// Whether a value can be a number that is not whole: of a column of whole numbers that no schema holds to them, too.
  func mayBeFraction(_ value: CoreValue) -> Bool {
    if value.type == .double { return true }
    switch value.node {
    case .constant, .null, .count: return false
    case .attribute(let row, let member):
      guard let attribute = try? entity(of: row).attribute(named: member.name) else { return true }
      return !attribute.isTrusted || attribute.storage == .dynamic
    case .arithmetic(_, let left, let right): return mayBeFraction(left) || mayBeFraction(right)
    case .negate(let operand): return mayBeFraction(operand)
    case .choose(_, let first, let second): return mayBeFraction(first) || mayBeFraction(second)
    case .call(_, let arguments): return arguments.contains { $0.type.family == .number && mayBeFraction($0) }
    default: return true
    }
  }

  private static let summand = "value"

  /// The order in which memory finds the elements: each step by the places of its objects in an ordered relationship and by their keys, or
  /// by the places of its values.
  mutating func order(of range: CoreRange, isAscending: Bool = true) throws(PredicateIssue) -> [SQLOrder] {
    var order: [SQLOrder] = []
    for step in range.steps {
      guard let variable = variables[step.variable] else { continue }
      var keys: [SQLExpression] = []
      if let entity = variable.entity {
        if entity.key.integerColumn == nil, entity.key.referenceColumn != nil {
          keys = [try identity(of: .variable(step.variable), range: .none)]
        } else if !entity.key.columns.isEmpty {
          keys = Self.byScalars(try keyColumns(of: .variable(step.variable)), entity)
        }
      } else if let place = variable.element?.place {
        keys = [place]
      }
      if let place = variable.orderPlace { keys.insert(place, at: 0) }
      order += keys.map { SQLOrder(expression: $0.comparedByScalars, isAscending: isAscending) }
    }
    return order
  }
}
