import PredicateSyntax

/// A type of numbers for arithmetic: 64-bit integers or doubles.
///
/// An operation returns nil if the type cannot represent the result. ``ValueArithmetic`` then computes with doubles.
public protocol CalculatedNumber: Comparable, BitwiseCopyable, Sendable {
  /// A running sum of such numbers.
  associatedtype Sum: RunningSum<Self>

  /// Zero, the sum of no numbers.
  static var zero: Self { get }

  /// The double that is closest to the number.
  var nearestDouble: Double { get }

  /// The number itself, or nil for NaN.
  var withoutNaN: Self? { get }

  /// The negative number; nil if the type cannot represent it.
  var negated: Self? { get }

  /// The absolute value; nil if the type cannot represent it.
  var withoutSign: Self? { get }

  /// The result of an operator for this number and another one; nil if the type cannot represent it. A divisor must not be 0.
  func applying(_ operation: NumberOperation, _ other: Self) -> Self?
}

/// A running sum of fixed size, which reports when it cannot hold the exact sum any more.
public protocol RunningSum<Number>: BitwiseCopyable {
  /// The type of the summands.
  associatedtype Number

  /// The sum of no numbers.
  init()

  /// Adds a number. Returns false if the sum can no longer be represented.
  mutating func add(_ number: Number) -> Bool

  /// The sum of all numbers.
  var sum: Number { get }
}

/// A sum of integers that fits Int64.
public struct IntegerSum: RunningSum {
  /// The sum of all integers.
  public var sum: Int64 = 0

  /// A sum of no integers.
  @inlinable @inline(__always)
  public init() {}

  /// Adds an integer. Returns false if the sum overflows.
  @inlinable @inline(__always)
  public mutating func add(_ number: Int64) -> Bool {
    let (value, overflows) = sum.addingReportingOverflow(number)
    sum = value
    return !overflows
  }
}

extension Int64: CalculatedNumber {
  /// The sum of integers fails if it overflows.
  public typealias Sum = IntegerSum

  /// The nearest double; rounded if the integer has more than 53 bits.
  @inlinable @inline(__always)
  public var nearestDouble: Double { Double(self) }

  /// The integer itself: no integer is NaN.
  @inlinable @inline(__always)
  public var withoutNaN: Int64? { self }

  /// The negative integer; nil for the smallest one.
  @inlinable @inline(__always)
  public var negated: Int64? { self == .min ? nil : -self }

  /// The absolute value; nil for the smallest integer.
  @inlinable @inline(__always)
  public var withoutSign: Int64? { self == .min ? nil : abs(self) }

  /// The result of an operator; nil if it overflows. Quotients lose their fraction. The remainder of the smallest integer divided by -1 is 0.
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
  /// Sums of doubles are exact.
  public typealias Sum = DoublePair

  /// The number itself.
  @inlinable @inline(__always)
  public var nearestDouble: Double { self }

  /// The number itself; nil for NaN.
  @inlinable @inline(__always)
  public var withoutNaN: Double? { isNaN ? nil : self }

  /// The negative number. The negative of 0 is -0.
  @inlinable @inline(__always)
  public var negated: Double? { -self }

  /// The magnitude.
  @inlinable @inline(__always)
  public var withoutSign: Double? { magnitude }

  /// The result of an operator, never nil. An undefined result is NaN.
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

/// The operations on two numbers of one type, for single values and for columns.
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

  /// Nil for operators that do not compute numbers.
  public init?(_ op: BinaryOperator) {
    switch op {
    case .add: self = .add
    case .subtract: self = .subtract
    case .multiply: self = .multiply
    case .divide: self = .divide
    default: return nil
    }
  }

  /// Whether the result is nil if the second number is 0.
  @inlinable
  public var divides: Bool { self == .divide || self == .remainder }
}
