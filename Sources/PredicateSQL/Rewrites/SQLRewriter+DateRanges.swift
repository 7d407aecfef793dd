import PredicateModel
import PredicateValues

/// Properties of dates beside constants: `lentOn.year == 2025`. No index finds what a function gives. It finds the dates that can have the
/// property, beside which the property itself is asked for.
extension SQLRewriter {
  /// The dates that can have the property which is compared; nil where no index finds them.
  func dateRange(beside comparison: SQLComparison) -> SQLExpression? {
    guard rewrites.contains(.dateRanges), case .function(.call, let arguments) = comparison.value.node,
      let bounds = comparison.bounds, arguments.count > 2,
      case .name(let name) = arguments[0].node, let property = DateProperty(functionNamed: name),
      case let date = arguments[2], let read = date.read, read.isOfVariable, read.attribute.type == .date
    else { return nil }
    /// A bound as a value of the property: dates are bound as seconds.
    func bound(_ constant: QueryValue?) -> QueryValue? {
      if property.type == .date, case .double(let seconds)? = constant { .date(seconds) } else { constant }
    }
    let (low, high) = property.dates(from: bound(bounds.least), to: bound(bounds.greatest))
    switch (low, high) {
    case (nil, nil): return nil
    case (let low?, nil): return .compare(.greaterOrEqual, date, .parameter(.double(low)))
    case (nil, let high?): return .compare(.lessOrEqual, date, .parameter(.double(high)))
    case (let low?, let high?): return .between(date, .parameter(.double(low)), .parameter(.double(high)))
    }
  }
}
