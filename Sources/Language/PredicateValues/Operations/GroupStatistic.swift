/// A statistic of a group's values, other than counts, sums and extremes. The order of the values does not matter, and nils are left out. Without
/// values each statistic is nil.
///
/// ```swift
/// try GroupStatistic.median.value(of: [1, .null, 4])  // .double(2.5)
/// ```
package enum GroupStatistic: Sendable, Hashable {
  /// The middle number. For an even count it is the mean of the two middle numbers.
  case median
  /// The most frequent value. Among equally frequent values it is the least.
  case mode
  /// The standard deviation. The values are the whole population, not a sample.
  case standardDeviation
  /// The variance. The values are the whole population, not a sample.
  case variance
  /// The number below which a fraction of the numbers is, interpolated.
  case percentile(Double)
  /// The texts in ascending order with a separator between them. If `isDistinct` is true, each text occurs once.
  case joined(separator: String, isDistinct: Bool)

  /// The statistic with this name in statements. Nil for statistics that need an argument.
  package init?(named name: String) {
    switch name {
    case "median": self = .median
    case "mode": self = .mode
    case "stddev": self = .standardDeviation
    case "variance": self = .variance
    default: return nil
    }
  }

  /// The name in statements.
  package var name: String {
    switch self {
    case .median: "median"
    case .mode: "mode"
    case .standardDeviation: "stddev"
    case .variance: "variance"
    case .percentile: "percentile"
    case .joined: "groupConcat"
    }
  }

  /// The type of the result for values of a type.
  package func resultType(of type: QueryType) -> QueryType {
    switch self {
    case .mode: type
    case .joined: .string
    default: .double
    }
  }

  /// Computes the statistic. Throws an issue of kind `type` for values that the statistic does not take.
  package func value(of values: [QueryValue]) throws(PredicateIssue) -> QueryValue {
    let values = values.filter { !$0.withoutNaN.isNull }
    switch self {
    case .mode: return try Aggregation.extreme(Aggregation.modes(values), .less, for: name)
    case .joined(let separator, let isDistinct):
      var texts: [String] = []
      for value in isDistinct ? values.distinctValues() : values {
        guard case .string(let text) = value else {
          throw .functionArgument(name, expected: "strings", found: value.typeDescription)
        }
        texts.append(text)
      }
      if texts.isEmpty { return .null }
      return .string(texts.sorted { StringSearch.order($0, $1) == .less }.joined(separator: separator))
    case .median, .standardDeviation, .variance, .percentile:
      let numbers = try Aggregation.numbers(values) { .functionArgument(name, expected: "numbers", found: $0) }
      return switch self {
      case .standardDeviation: Aggregation.standardDeviation(numbers)
      case .variance: Aggregation.variance(numbers)
      case .percentile(let fraction): Aggregation.percentile(numbers, at: fraction)
      default: Aggregation.median(numbers)
      }
    }
  }
}
