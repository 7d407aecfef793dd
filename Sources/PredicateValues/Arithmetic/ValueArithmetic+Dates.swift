extension ValueArithmetic {
  /// `+` and `-` of dates and of texts; nil for every other pair, which is one of numbers or a mistake.
  static func sum(
    _ operator: BinaryOperator, _ a: QueryValue, _ b: QueryValue
  ) throws(PredicateIssue) -> QueryValue? {
    switch (`operator`, a, b) {
    case (.add, .string(let first), .string(let second)): .string(first + second)
    case (.subtract, .date(let later), .date(let earlier)): QueryValue(nilForNaN: later - earlier)
    case (.add, .date(let date), _): moved(date, by: try number(b).double)
    case (.add, _, .date(let date)): moved(date, by: try number(a).double)
    case (.subtract, .date(let date), _): moved(date, by: -(try number(b).double))
    default: nil
    }
  }

  private static func moved(_ date: Double, by seconds: Double) -> QueryValue {
    QueryValue.date(date + seconds).withoutNaN
  }

  /// The type of `+` and `-` where an operand is a date or a text, or may be one; nil where the pair is a mistake. Of two numbers it is not
  /// asked.
  static func sumType(_ operator: BinaryOperator, _ a: QueryType, _ b: QueryType) -> QueryType? {
    switch (`operator`, a, b) {
    case (.add, .string, .string), (.add, .string, .any), (.add, .any, .string): .string
    case (.subtract, .date, .date), (.subtract, .any, .date): .double
    case (.subtract, .date, .any): .any
    case (_, .date, _): b.isNumeric ? .date : nil
    case (.add, _, .date): a.isNumeric ? .date : nil
    case (_, .any, _): b.isNumeric ? .any : nil
    case (.add, _, .any): a.isNumeric ? .any : nil
    case (.subtract, _, .any): a.isNumeric ? promoted([a, b]) : nil
    default: nil
    }
  }
}
