import PredicateSyntax

/// The operators between values, at run time.
///
/// A nil operand gives nil before types are checked. Booleans are the integers 1 and 0. Two integers give an integer, or a double if the sum, difference or
/// product does not fit Int64. An integer and a decimal give an exact decimal. A double with any number gives a double. Division by zero and NaN give nil.
///
/// There are three extensions, which Apple's systems lack. A date and a number of seconds give a date by `+` and `-`. Two dates give the seconds between them
/// by `-`. Two texts give one text by `+`.
///
/// ```swift
/// try ValueArithmetic.apply(.divide, .integer(7), .integer(2))         // .integer(3)
/// try ValueArithmetic.apply(.divide, .integer(7), .integer(0))         // .null
/// try ValueArithmetic.apply(.add, .integer(.max), .integer(1))         // .double(0x1p63)
/// try ValueArithmetic.apply(.add, .date(0), .integer(60))              // .date(60)
/// try ValueArithmetic.apply(.add, .string("1"), .integer(1))           // throws number-expected
/// ```
public enum ValueArithmetic {
  /// `a operator b`. Throws kind `type` if ``resultType(_:_:_:)`` is nil for the types.
  public static func apply(
    _ operator: BinaryOperator, _ a: QueryValue, _ b: QueryValue
  ) throws(PredicateIssue) -> QueryValue {
    let a = a.withoutNaN
    let b = b.withoutNaN
    if a.isNull || b.isNull { return .null }
    switch `operator` {
    case .union, .intersect, .minus:
      return .set(combine(`operator`, try members(a, `operator`), try members(b, `operator`)))
    default:
      break
    }
    if let result = try sum(`operator`, a, b) { return result }
    let left = try number(a)
    let right = try number(b)
    if `operator`.isBitwise {
      guard let x = left.wholePart, let y = right.wholePart else { return .null }
      return .integer(bits(`operator`, x, y))
    }
    if `operator` == .power { return QueryValue(nilForNaN: power(left.double, right.double)) }
    return NumberOperation(`operator`).map { calculate($0, left, right) } ?? .null
  }

  /// `x ** y` for doubles. The result may be NaN, which the caller replaces by nil. A square is computed as a product, in a tenth of the time.
  package static func power(_ x: Double, _ y: Double) -> Double { y == 2 ? x * x : SystemLibrary.power(x, y) }

  /// `-a`. The negative of the smallest Int64 is a double. Throws kind `type` if the value is not a number.
  ///
  /// ```swift
  /// try ValueArithmetic.negate(.integer(3))  // .integer(-3)
  /// ```
  public static func negate(_ value: QueryValue) throws(PredicateIssue) -> QueryValue {
    let value = value.withoutNaN
    if value.isNull { return .null }
    switch try number(value) {
    case .integer(let whole): return whole.negated.map { .integer($0) } ?? .double(0x1p63)
    case .double(let double): return .double(-double)
    case .decimal(let decimal): return .decimal(decimal.negated)
    }
  }

  /// The remainder of a division, with the sign of the dividend: `modulus:by:(-7, 3)` is -1. `.null` for a divisor of zero, and for an operand that
  /// is nil or NaN.
  ///
  /// ```swift
  /// try ValueArithmetic.modulus(.integer(-7), by: .integer(3))  // .integer(-1)
  /// ```
  public static func modulus(_ a: QueryValue, by b: QueryValue) throws(PredicateIssue) -> QueryValue {
    let a = a.withoutNaN
    let b = b.withoutNaN
    if a.isNull || b.isNull { return .null }
    return calculate(.remainder, try number(a), try number(b))
  }

  private static func calculate(_ operation: NumberOperation, _ left: NumberValue, _ right: NumberValue) -> QueryValue {
    switch (left, right) {
    case (.integer(let x), .integer(let y)):
      if operation.divides && y == 0 { return .null }
      return x.applying(operation, y).map { .integer($0) } ?? doubles(operation, Double(x), Double(y))
    case (.double, _), (_, .double): return doubles(operation, left.double, right.double)
    default: return decimals(operation, left, right)
    }
  }

  private static func doubles(_ operation: NumberOperation, _ x: Double, _ y: Double) -> QueryValue {
    if operation.divides && y == 0 { return .null }
    return x.applying(operation, y).map { QueryValue(nilForNaN: $0) } ?? .null
  }

  /// The result of an operation with a decimal: exact if it has few enough digits for a decimal, otherwise computed with doubles.
  private static func decimals(_ operation: NumberOperation, _ left: NumberValue, _ right: NumberValue) -> QueryValue {
    if let x = left.decimal, let y = right.decimal {
      let result: QueryDecimal?
      switch operation {
      case .add: result = x.adding(y)
      case .subtract: result = x.subtracting(y)
      case .multiply: result = x.multiplied(by: y)
      case .divide: result = x.divided(by: y)
      case .remainder: result = x.remainder(dividingBy: y)
      }
      if let result { return .decimal(result) }
    }
    return doubles(operation, left.double, right.double)
  }

  /// The number that a value is. Throws an issue of kind `type` for a value of another family.
  static func number(_ value: QueryValue) throws(PredicateIssue) -> NumberValue {
    guard let number = NumberValue(value) else {
      var hint: String?
      if case .string = value { hint = "to convert a text to a number, write CAST(x, 'NSNumber')" }
      throw .numberExpected(by: "arithmetic", found: value.typeDescription, hint: hint)
    }
    return number
  }
}

extension ValueArithmetic {
  /// The operators on the bits of two integers.
  ///
  /// A shift by 64 or more gives 0 (-1 for a negative number shifted right), and a shift by a negative count shifts in the other direction, as in SQLite. The
  /// caller has cut off fractions; for numbers beyond Int64 the result is nil without this call.
  package static func bits(_ operator: BinaryOperator, _ x: Int64, _ y: Int64) -> Int64 {
    switch `operator` {
    case .bitwiseOr: x | y
    case .bitwiseXor: x ^ y
    case .bitwiseAnd: x & y
    case .shiftLeft: x << y
    default: x >> y
    }
  }
}

extension BinaryOperator {
  /// Whether the operator works on the bits of integers.
  package var isBitwise: Bool {
    switch self {
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight: true
    default: false
    }
  }
}

extension ValueArithmetic {
  /// The result of `+` and `-` with dates and texts. Nil for all other operands: two numbers, or a pair that the caller refuses.
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

  /// The type of `+` and `-` if an operand is or may be a date or a text; nil if the operands cannot be added. The caller handles two numbers itself.
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

extension ValueArithmetic {
  /// The elements of a collection, or the values of a dictionary. Throws kind `type` for other values.
  static func members(
    _ value: QueryValue, _ operator: BinaryOperator
  ) throws(PredicateIssue) -> [QueryValue] {
    switch value {
    case .array(let elements), .set(let elements): return elements
    case .dictionary(let dictionary): return dictionary.values
    default: throw .collectionExpected(by: `operator`, found: value.typeDescription)
    }
  }

  /// The distinct elements of a union, an intersection or a difference. The elements of the left side are first. Linear.
  static func combine(_ operator: BinaryOperator, _ left: [QueryValue], _ right: [QueryValue]) -> [QueryValue] {
    if `operator` == .union { return (left + right).distinctValues() }
    let others = Set(right.map(ValueKey.init))
    return left.distinctValues().filter { others.contains(ValueKey($0)) == (`operator` == .intersect) }
  }
}

extension ValueArithmetic {
  /// The type of an operator's result for operands of these types; nil if the operator does not take them. The binder and the function table use it.
  ///
  /// An integer result beyond Int64 is a double at run time. `a + b` has the type `any` if one operand has the type `any` and the other is a number:
  /// the first operand may be a date.
  ///
  /// ```swift
  /// ValueArithmetic.resultType(.divide, .integer, .integer)  // .integer
  /// ValueArithmetic.resultType(.power, .integer, .any)       // .double
  /// ValueArithmetic.resultType(.subtract, .date, .date)      // .double
  /// ValueArithmetic.resultType(.add, .string, .integer)      // nil
  /// ```
  public static func resultType(_ operator: BinaryOperator, _ a: QueryType, _ b: QueryType) -> QueryType? {
    switch `operator` {
    case .union, .intersect, .minus:
      return a.isCollectionLike && b.isCollectionLike ? .collection(a.elementType.joined(with: b.elementType)) : nil
    case .power:
      return a.isNumeric && b.isNumeric ? .double : nil
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight:
      return a.isNumeric && b.isNumeric ? .integer : nil
    case .add, .subtract:
      return a.family == .number && b.family == .number ? promoted([a, b]) : sumType(`operator`, a, b)
    case .multiply, .divide:
      return a.isNumeric && b.isNumeric ? promoted([a, b]) : nil
    }
  }

  /// The type of a number computed from numbers of these types: the first of `double`, `any` and `decimal` that is among them, otherwise `integer`.
  static func promoted(_ types: [QueryType]) -> QueryType {
    if types.contains(.double) { return .double }
    if types.contains(.any) { return .any }
    return types.contains(.decimal) ? .decimal : .integer
  }
}

extension QueryType {
  /// Whether a value of the type may be a number.
  ///
  /// True for `any`, because the type is known only at run time.
  public var isNumeric: Bool { self == .any || family == .number }

  /// Whether a value of the type may be an array, a set or a dictionary.
  var isCollectionLike: Bool { self == .any || family == .collection || family == .dictionary }

  /// The type of a collection's elements; `any` if it is unknown.
  ///
  /// ```swift
  /// QueryType.collection(.string).elementType  // .string
  /// ```
  public var elementType: QueryType {
    if case .collection(let element) = self { element } else { .any }
  }
}

extension QueryType {
  /// The type of a value that has one of two types. Examples are the results of TERNARY, and the elements of a list.
  ///
  /// Numbers join as arithmetic promotes them, collections by their elements. Types that have nothing in common (two families, two entities) give
  /// `any`.
  ///
  /// ```swift
  /// QueryType.integer.joined(with: .double)                            // .double
  /// QueryType.collection(.integer).joined(with: .collection(.string))  // .collection(.any)
  /// QueryType.string.joined(with: .integer)                            // .any
  /// ```
  public func joined(with other: QueryType) -> QueryType {
    if self == other { return self }
    if case (.collection(let a), .collection(let b)) = (self, other) { return .collection(a.joined(with: b)) }
    return family == .number && other.family == .number ? ValueArithmetic.promoted([self, other]) : .any
  }
}
