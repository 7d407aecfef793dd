import PredicateBinding
import PredicateModel
import PredicateValues

/// Properties of dates beside constants: `lentOn.year == 2025`. No index finds what a function gives. It finds the dates that can have the
/// property, beside which the property itself is asked for.
extension SQLPlanner {
  /// The dates that a comparison of their property with a constant can hold of; nil where no index finds them.
  mutating func dates(
    _ comparison: CoreComparison, _ value: CoreValue, _ constant: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard let bound = constant.constantValue else { return nil }
    switch comparison {
    case .equal, .same: return try dates(value, from: bound, to: bound)
    case .less, .lessOrEqual: return try dates(value, from: nil, to: bound)
    case .greater, .greaterOrEqual: return try dates(value, from: bound, to: nil)
    }
  }

  /// The dates whose property can be between two constants; nil where no index finds them.
  mutating func dates(
    _ value: CoreValue, from least: QueryValue?, to greatest: QueryValue?
  ) throws(PredicateIssue) -> SQLExpression? {
    guard case .call(let function, let arguments) = value.node, let date = arguments.first,
      case .attribute(.variable(let number), let member) = date.node, let entity = variables[number]?.entity,
      let attribute = entity.attribute(named: member.name), attribute.type == .date,
      indexes.begin(with: attribute.column, of: entity.table),
      let property = DateProperty(functionNamed: function.name)
    else { return nil }
    let (low, high) = property.dates(from: least, to: greatest)
    func constant(_ seconds: Double) -> CoreValue { .constant(.date(seconds), range: value.range) }
    switch (low, high) {
    case (nil, nil): return nil
    case (let low?, nil): return try compare(.greaterOrEqual, date, constant(low))
    case (nil, let high?): return try compare(.lessOrEqual, date, constant(high))
    case (let low?, let high?): return try between(date, constant(low), constant(high))
    }
  }
}
