import Foundation
import PredicateBinding
import PredicateReference

/// The Swift types whose numbers the engine loads.
enum NumberTypes {
  /// Whether a type holds floating point numbers, which may be NaN.
  static func isDouble(_ type: any Any.Type) -> Bool {
    type == Date.self || type is any BinaryFloatingPoint.Type
  }

  /// Calls the visitor with the column for a type; nil for types that are not loaded as numbers.
  @inline(__always)
  static func visit<Visitor: NumberTypeVisitor>(_ type: any Any.Type, _ visitor: Visitor) -> Visitor.Result? {
    let wrapped = (type as? any OptionalReference.Type)?.wrapped
    let isOptional = wrapped != nil
    // A switch over the types lets the compiler specialise the visitor for each type.
    return switch wrapped ?? type {
    case is Int.Type: visit(IntegerSource<Int>.self, isOptional, visitor)
    case is Int8.Type: visit(IntegerSource<Int8>.self, isOptional, visitor)
    case is Int16.Type: visit(IntegerSource<Int16>.self, isOptional, visitor)
    case is Int32.Type: visit(IntegerSource<Int32>.self, isOptional, visitor)
    case is Int64.Type: visit(IntegerSource<Int64>.self, isOptional, visitor)
    case is UInt.Type: visit(IntegerSource<UInt>.self, isOptional, visitor)
    case is UInt8.Type: visit(IntegerSource<UInt8>.self, isOptional, visitor)
    case is UInt16.Type: visit(IntegerSource<UInt16>.self, isOptional, visitor)
    case is UInt32.Type: visit(IntegerSource<UInt32>.self, isOptional, visitor)
    case is UInt64.Type: visit(IntegerSource<UInt64>.self, isOptional, visitor)
    case is Bool.Type: visit(BooleanSource.self, isOptional, visitor)
    case is Double.Type: visit(DoubleSource<Double>.self, isOptional, visitor)
    case is Float.Type: visit(DoubleSource<Float>.self, isOptional, visitor)
    case is CGFloat.Type: visit(DoubleSource<CGFloat>.self, isOptional, visitor)
    case is Date.Type: visit(DateSource.self, isOptional, visitor)
    default: nil
    }
  }

  /// Calls the visitor with the type of the column that holds the source's values: `OptionalColumn` for optional values, otherwise `StoredColumn`.
  @inline(__always)
  static func visit<Source: NumberSource, Visitor: NumberTypeVisitor>(
    _: Source.Type, _ isOptional: Bool, _ visitor: Visitor
  ) -> Visitor.Result {
    isOptional ? visitor.visit(OptionalColumn<Source>.self) : visitor.visit(StoredColumn<Source>.self)
  }
}

/// Receives the column for a Swift type.
protocol NumberTypeVisitor {
  associatedtype Result
  func visit<Column: NumberColumn>(_ column: Column.Type) -> Result
}

/// The types whose values consist only of their bytes, without references. Copying the bytes of such a value copies the value.
enum PlainTypes {
  /// The size of such a type in bytes; nil for other types.
  static func size(of type: any Any.Type) -> Int? {
    let size = TypeReflection.size(of: type)
    // A value of one byte contains no reference, because an address does not fit into a byte.
    return size == 1 || isPlain(type) ? size : nil
  }

  private static func isPlain(_ type: any Any.Type) -> Bool {
    let wrapped = (type as? any OptionalReference.Type)?.wrapped ?? type
    if wrapped == UUID.self || wrapped == Decimal.self { return true }
    return NumberTypes.visit(type, NumberMark()) ?? false
  }
}

private struct NumberMark: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> Bool { true }
}

/// A comparison of a number with a constant.
typealias NumberBound = (comparison: CoreComparison, constant: QueryValue)

/// The numbers that pass a comparison with a constant: all numbers between two bounds, or none.
struct NumberBounds<Number: Comparable & Sendable>: Sendable {
  /// The lower bound; nil if there is none.
  var low: Number?
  /// The upper bound; nil if there is none.
  var high: Number?
  var isEmpty = false

  static var none: NumberBounds { NumberBounds(isEmpty: true) }

  /// The numbers within all of the given bounds. Nil if one of the bounds is unknown.
  static func intersection(_ all: some Sequence<NumberBounds?>) -> NumberBounds? {
    var found = NumberBounds()
    for next in all {
      guard let next else { return nil }
      if let low = next.low { found.low = max(found.low ?? low, low) }
      if let high = next.high { found.high = min(found.high ?? high, high) }
      found.isEmpty = found.isEmpty || next.isEmpty
    }
    if let low = found.low, let high = found.high, low > high { return NumberBounds.none }
    return found
  }
}

extension NumberBounds {
  /// The numbers that pass a comparison with `number`. `below` and `above` are its neighbours, or nil if there are none.
  fileprivate init(_ comparison: CoreComparison, _ number: Number, below: Number?, above: Number?) {
    switch comparison {
    case .equal, .same: self.init(low: number, high: number)
    case .less: self.init(high: below, isEmpty: below == nil)
    case .lessOrEqual: self.init(high: number)
    case .greater: self.init(low: above, isEmpty: above == nil)
    case .greaterOrEqual: self.init(low: number)
    }
  }
}

extension Int64 {
  /// The integers that pass. Nil for a constant of another family, and for a double from 2⁶² on.
  static func bounds(_ comparison: CoreComparison, _ constant: QueryValue) -> NumberBounds<Int64>? {
    switch constant {
    case .integer(let value): NumberBounds(comparison, whole: value)
    case .boolean(let value): NumberBounds(comparison, whole: value ? 1 : 0)
    case .double(let value): NumberBounds(comparison, broken: value)
    default: nil
    }
  }
}

extension NumberBounds<Int64> {
  fileprivate init(_ comparison: CoreComparison, whole value: Int64) {
    self.init(comparison, value, below: value == .min ? nil : value - 1, above: value == .max ? nil : value + 1)
  }

  fileprivate init?(_ comparison: CoreComparison, broken value: Double) {
    guard value > -0x1p62, value < 0x1p62 else { return nil }
    let whole = value.rounded(.down)
    if value == whole {
      self.init(comparison, whole: Int64(whole))
      return
    }
    switch comparison {
    case .equal, .same: self = .none
    case .less, .lessOrEqual: self.init(high: Int64(whole))
    case .greater, .greaterOrEqual: self.init(low: Int64(whole) + 1)
    }
  }
}

extension Double {
  /// The doubles that pass. Nil for a constant of another family, and for an integer beyond 2⁵³.
  static func bounds(_ comparison: CoreComparison, _ constant: QueryValue) -> NumberBounds<Double>? {
    switch constant {
    case .double(let value), .date(let value): NumberBounds(comparison, number: value)
    case .boolean(let value): NumberBounds(comparison, number: value ? 1 : 0)
    case .integer(let value): value.magnitude <= 1 << 53 ? NumberBounds(comparison, number: Double(value)) : nil
    default: nil
    }
  }
}

extension NumberBounds<Double> {
  fileprivate init(_ comparison: CoreComparison, number value: Double) {
    self.init(
      comparison, value, below: value == -.infinity ? nil : value.nextDown,
      above: value == .infinity ? nil : value.nextUp)
  }
}

/// Comparisons of `n * 2 + 1` with constants, solved for the integer `n`: `year * 2 + 1 > 3990` is `year >= 1995`.
///
/// The arithmetic has one or two of the operations `+`, `-`, `*` and `/` with constants up to 2²⁰, and the bounds are at most 2⁴⁰. An operation that
/// overflows gives a double from 2⁶³ on. After the other operation this is still 2⁴³ or more, so its sign alone decides, as for an integer.
struct SolvedArithmetic {
  let operand: CoreValue
  private(set) var bounds: [NumberBound] = []

  /// Nil for other arithmetic, and for values without arithmetic.
  init?(_ value: CoreValue, _ given: [NumberBound]) {
    guard case .arithmetic = value.node, given.allSatisfy({ Self.isSmall($0.constant) }),
      var range = NumberBounds.intersection(given.lazy.map { Int64.bounds($0, $1) })
    else { return nil }
    var value = value
    for _ in 0..<2 {
      guard case .arithmetic(let op, let left, let right) = value.node else { break }
      let isConstantLeft = (op == .add || op == .multiply) && left.constantValue != nil
      value = isConstantLeft ? right : left
      guard case .integer(let constant)? = (isConstantLeft ? left : right).constantValue, value.type == .integer,
        let solved = range.solved(op, constant)
      else { return nil }
      range = solved
    }
    if case .arithmetic = value.node { return nil }
    operand = value
    // No integer is less than the least one.
    if range.isEmpty { bounds.append((.less, .integer(.min))) }
    if let low = range.low { bounds.append((.greaterOrEqual, .integer(low))) }
    if let high = range.high { bounds.append((.lessOrEqual, .integer(high))) }
  }

  /// Whether a constant is a number within the greatest bounds. No integer is above the greatest one, but a result that overflows is.
  private static func isSmall(_ constant: QueryValue) -> Bool {
    switch constant {
    case .integer(let number): number.magnitude <= NumberBounds<Int64>.greatestSolved
    case .double(let number): number.magnitude <= Double(NumberBounds<Int64>.greatestSolved)
    default: false
    }
  }
}

extension NumberBounds<Int64> {
  /// The greatest bound, and the greatest constant of a comparison, of ``SolvedArithmetic``.
  fileprivate static let greatestSolved: UInt64 = 1 << 40

  /// The numbers whose results of an operation with a constant are within the bounds. Nil for other operations, and for great constants and bounds.
  fileprivate func solved(_ op: BinaryOperator, _ constant: Int64) -> NumberBounds? {
    guard constant.magnitude <= 1 << 20,
      max(UInt64(low?.magnitude ?? 0), UInt64(high?.magnitude ?? 0)) <= Self.greatestSolved
    else { return nil }
    var solved = self
    switch op {
    case .add: (solved.low, solved.high) = (low.map { $0 - constant }, high.map { $0 - constant })
    case .subtract: (solved.low, solved.high) = (low.map { $0 + constant }, high.map { $0 + constant })
    case .multiply where constant > 0:
      solved.low = low.map { $0 / constant + ($0 % constant > 0 ? 1 : 0) }
      solved.high = high.map { $0 / constant - ($0 % constant < 0 ? 1 : 0) }
    case .divide where constant > 0:
      // A quotient is rounded toward 0.
      solved.low = low.map { $0 * constant - ($0 > 0 ? 0 : constant - 1) }
      solved.high = high.map { $0 * constant + ($0 < 0 ? 0 : constant - 1) }
    default: return nil
    }
    return solved
  }
}
