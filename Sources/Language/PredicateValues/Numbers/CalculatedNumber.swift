import PredicateSyntax

/// A type of numbers that operators calculate with: 64-bit integers or doubles.
///
/// An operation returns nil where the type has no number for the result. ``ValueArithmetic`` then calculates with doubles.
public protocol CalculatedNumber: Comparable, BitwiseCopyable, Sendable {
  /// A sum of such numbers, as far as it has come.
  associatedtype Sum: RunningSum<Self>

  /// The sum of nothing.
  static var zero: Self { get }

  /// The double that is closest to it.
  var nearestDouble: Double { get }

  /// The number itself; nil for NaN, which is nil in the language.
  var withoutNaN: Self? { get }

  /// The number with the other sign.
  var negated: Self? { get }

  /// The number without its sign.
  var withoutSign: Self? { get }

  /// What an operator makes of it and another number, which is no divisor of 0.
  func applying(_ operation: NumberOperation, _ other: Self) -> Self?
}

/// A sum that needs few words, and says when these cannot hold it.
public protocol RunningSum<Number>: BitwiseCopyable {
  /// The numbers that are added.
  associatedtype Number

  /// The sum of nothing.
  init()

  /// Adds a number. False where the sum cannot be held then.
  mutating func add(_ number: Number) -> Bool

  /// The sum of all.
  var sum: Number { get }
}

/// A sum of integers as long as it is one.
public struct IntegerSum: RunningSum {
  /// The sum of all.
  public var sum: Int64 = 0

  /// The sum of nothing.
  @inlinable @inline(__always)
  public init() {}

  /// Adds an integer. False where the sum overflows.
  @inlinable @inline(__always)
  public mutating func add(_ number: Int64) -> Bool {
    let (value, overflows) = sum.addingReportingOverflow(number)
    sum = value
    return !overflows
  }
}

extension Int64: CalculatedNumber {
  /// Sums end where they overflow.
  public typealias Sum = IntegerSum

  /// As a double, rounded where it has more than 53 bits.
  @inlinable @inline(__always)
  public var nearestDouble: Double { Double(self) }

  /// Every integer is a number.
  @inlinable @inline(__always)
  public var withoutNaN: Int64? { self }

  /// Nil of the smallest one.
  @inlinable @inline(__always)
  public var negated: Int64? { self == .min ? nil : -self }

  /// Nil of the smallest one.
  @inlinable @inline(__always)
  public var withoutSign: Int64? { self == .min ? nil : abs(self) }

  /// Quotients lose their fraction. Nil for what overflows, but the remainder of the smallest one by -1 is 0.
  @inlinable @inline(__always)
  public func applying(_ operation: NumberOperation, _ other: Int64) -> Int64? {
    let (value, overflows): (Int64, Bool) =
      switch operation {
      case .add: addingReportingOverflow(other)
      case .subtract: subtractingReportingOverflow(other)
      case .multiply: multipliedReportingOverflow(by: other)
      case .divide: dividedReportingOverflow(by: other)
      case .remainder: (other == -1 ? 0 : self % other, false)
      }
    return overflows ? nil : value
  }
}

extension Double: CalculatedNumber {
  /// Sums are exact.
  public typealias Sum = DoublePair

  /// The number itself.
  @inlinable @inline(__always)
  public var nearestDouble: Double { self }

  /// Nil for NaN.
  @inlinable @inline(__always)
  public var withoutNaN: Double? { isNaN ? nil : self }

  /// The number with the other sign. The negative of 0 is -0.
  @inlinable @inline(__always)
  public var negated: Double? { -self }

  /// The magnitude.
  @inlinable @inline(__always)
  public var withoutSign: Double? { magnitude }

  /// Never nil; NaN where there is no number.
  @inlinable @inline(__always)
  public func applying(_ operation: NumberOperation, _ other: Double) -> Double? {
    switch operation {
    case .add: self + other
    case .subtract: self - other
    case .multiply: self * other
    case .divide: self / other
    case .remainder: truncatingRemainder(dividingBy: other)
    }
  }
}

/// What is calculated of two numbers of one type, for single values and for columns of them.
public enum NumberOperation: Sendable {
  /// `a + b`.
  case add
  /// `a - b`.
  case subtract
  /// `a * b`.
  case multiply
  /// `a / b`.
  case divide
  /// The remainder of a division, with the sign of the dividend.
  case remainder

  /// Nil for operators that are none of numbers.
  public init?(_ op: BinaryOperator) {
    switch op {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    default: return nil
    }
  }

  /// Whether the result is nil where the second number is 0.
  @inlinable
  public var divides: Bool { self == .divide || self == .remainder }
}
