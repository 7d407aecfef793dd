import PredicateBinding
import PredicateValues

/// `@sum`, `@avg`, `@min`, `@max` over a value of each element.
extension SQLPlanner {
  package mutating func aggregate(
    _ op: CollectionOperator, _ range: CoreRange, _ element: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch op {
    case .count: return try count(range)
    case .sum, .avg: return try fold(SQLFold(.sum(isAverage: op == .avg), of: element), over: range)
    default: return try fold(SQLFold(.extreme(isLeast: op == .min), of: element), over: range)
    }
  }

  /// A value over all elements of a range; NULL if the range has no start.
  package mutating func fold(_ fold: SQLFold, over range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    let lowering = lowering
    let none = fold.none
    var value = try lowering.fold(fold, over: range, in: &self)
    if value == nil {
      guard let open = try open(range) else { return none ?? .null }
      let found = try self.value(of: fold, over: range)
      value = .scalar(select([found], open, where: open.condition), mayBeNull: found.mayBeNull)
    }
    guard let value else { return .null }
    return none == nil ? value : try whereStarted(range, value)
  }

  /// The value over all rows of a SELECT of a range's elements.
  package mutating func value(of fold: SQLFold, over range: CoreRange) throws(PredicateIssue) -> SQLExpression {
    guard let element = fold.element else { return .function(.count, [], mayBeNull: false) }
    let term = try value(element)
    switch fold.kind {
    case .count: return .function(.count, [term], mayBeNull: false)
    case .extreme(let isLeast):
      return .function(isLeast ? .minimum : .maximum, [term.comparedByScalars], mayBeNull: true)
    case .sum(let isAverage): return try sum(isAverage: isAverage, term, of: element)
    }
  }

  /// A sum or a mean of the rows of a SELECT, from the term of one row.
  package mutating func sum(
    isAverage: Bool, _ term: SQLExpression, of value: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    let type = mayBeFraction(value) ? value.type : nil
    return try exact(.sum(isAverage: isAverage, term, fractionsOf: type), range: value.range)
  }

  /// Whether a value can be a number with a fraction. A column of whole numbers can hold fractions if the schema does not enforce the type.
  package func mayBeFraction(_ value: CoreValue) -> Bool {
    if value.type == .double { return true }
    switch value.node {
    case .constant, .null, .count: return false
    case .attribute(let row, let member):
      guard let attribute = try? entity(of: row).attribute(named: member.name) else { return true }
      return !attribute.isTrusted || lowering.type(ofColumn: attribute) == .stored
    case .arithmetic(_, let left, let right): return mayBeFraction(left) || mayBeFraction(right)
    case .negate(let operand): return mayBeFraction(operand)
    case .choose(_, let first, let second): return mayBeFraction(first) || mayBeFraction(second)
    case .call(_, let arguments): return arguments.contains { $0.type.family == .number && mayBeFraction($0) }
    default: return true
    }
  }

  /// The order in which memory visits the elements of a range with these variables. Each step is ordered by its objects' positions in an ordered
  /// relationship and then by their keys, or by the positions of its values.
  package mutating func order(of variables: [Int], isAscending: Bool = true) throws(PredicateIssue) -> [SQLOrder] {
    var order: [SQLOrder] = []
    for number in variables {
      guard let variable = self.variables[number] else { continue }
      var keys: [SQLExpression] = []
      if let entity = variable.entity {
        if entity.key.integerColumn == nil, entity.key.referenceColumn != nil {
          keys = [try identity(of: .variable(number), range: .none)]
        } else if !entity.key.columns.isEmpty {
          keys = byScalars(try keyColumns(of: .variable(number)), entity)
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

extension CoreRange {
  package var variables: [Int] { steps.map(\.variable) }
}
