import Foundation
import PredicateBinding
import PredicateReference

/// The Swift types whose numbers the engine loads.
enum NumberTypes {
  /// Calls the visitor with the column for a type; nil for types that are not loaded as numbers.
  @inline(__always)
  static func visit<Visitor: NumberTypeVisitor>(_ type: any Any.Type, _ visitor: Visitor) -> Visitor.Result? {
    let wrapped = (type as? any OptionalReference.Type)?.wrapped
    let isOptional = wrapped != nil
    // A switch over the types lets the compiler specialise the visitor for each type.
    return switch wrapped ?? type {
    case is Int.Type: visit(IntegerColumn<Int>.self, isOptional, visitor)
    case is Int8.Type: visit(IntegerColumn<Int8>.self, isOptional, visitor)
    case is Int16.Type: visit(IntegerColumn<Int16>.self, isOptional, visitor)
    case is Int32.Type: visit(IntegerColumn<Int32>.self, isOptional, visitor)
    case is Int64.Type: visit(IntegerColumn<Int64>.self, isOptional, visitor)
    case is UInt.Type: visit(IntegerColumn<UInt>.self, isOptional, visitor)
    case is UInt8.Type: visit(IntegerColumn<UInt8>.self, isOptional, visitor)
    case is UInt16.Type: visit(IntegerColumn<UInt16>.self, isOptional, visitor)
    case is UInt32.Type: visit(IntegerColumn<UInt32>.self, isOptional, visitor)
    case is UInt64.Type: visit(IntegerColumn<UInt64>.self, isOptional, visitor)
    case is Bool.Type: visit(BooleanColumn.self, isOptional, visitor)
    case is Double.Type: visit(DoubleColumn<Double>.self, isOptional, visitor)
    case is Float.Type: visit(DoubleColumn<Float>.self, isOptional, visitor)
    case is CGFloat.Type: visit(DoubleColumn<CGFloat>.self, isOptional, visitor)
    case is Date.Type: visit(DateColumn.self, isOptional, visitor)
    default: nil
    }
  }

  /// Calls the visitor with a column, or with the column of optionals of its values.
  @inline(__always)
  static func visit<Column: StoredColumn & NumberColumn, Visitor: NumberTypeVisitor>(
    _ column: Column.Type, _ isOptional: Bool, _ visitor: Visitor
  ) -> Visitor.Result {
    isOptional ? visitor.visit(OptionalColumn<Column>.self) : visitor.visit(column)
  }
}

/// Receives the column for a Swift type.
protocol NumberTypeVisitor {
  associatedtype Result
  func visit<Column: NumberColumn>(_ column: Column.Type) -> Result
}

/// A comparison of a number with a constant.
typealias NumberBound = (comparison: CoreComparison, constant: QueryValue)

/// The numbers that pass a comparison with a constant: all numbers from `low` to `high`. There are none if `low` is greater. The least and the greatest
/// number of the type are no bounds.
struct NumberBounds<Number: ColumnNumber>: ValueSet {
  var low = Number.least
  var high = Number.greatest

  var isEmpty: Bool { low > high }

  @inline(__always)
  func contains(_ number: Number) -> Bool { (number >= low ? 1 : 0) & (number <= high ? 1 : 0) != 0 }

  /// The numbers within all of the given bounds. Nil if one of the bounds is unknown.
  static func intersection(_ all: some Sequence<NumberBounds?>) -> NumberBounds? {
    var found = NumberBounds()
    for next in all {
      guard let next else { return nil }
      found = NumberBounds(low: max(found.low, next.low), high: min(found.high, next.high))
    }
    return found
  }
}

extension NumberBounds {
  /// The numbers that pass a comparison with `number`. `below` and `above` are its neighbours, or nil if there are none.
  fileprivate init(_ comparison: CoreComparison, _ number: Number, below: Number?, above: Number?) {
    let none = NumberBounds(low: .greatest, high: .least)
    switch comparison {
    case .equal, .same: self.init(low: number, high: number)
    case .less: self = below.map { NumberBounds(high: $0) } ?? none
    case .lessOrEqual: self.init(high: number)
    case .greater: self = above.map { NumberBounds(low: $0) } ?? none
    case .greaterOrEqual: self.init(low: number)
    }
  }
}

extension Int64 {
  /// The integers that pass. Nil for a constant of another family, for a double from 2⁶² on, and for the least and the greatest Int64. These two are
  /// not bounds, and columns read integers beyond Int64 as the greatest one.
  static func bounds(_ comparison: CoreComparison, _ constant: QueryValue) -> NumberBounds<Int64>? {
    switch constant {
    case .integer(.min), .integer(.max): nil
    case .integer(let value): NumberBounds(comparison, value, below: value - 1, above: value + 1)
    case .boolean(let truth): bounds(comparison, .integer(truth ? 1 : 0))
    case .double(let value) where value.magnitude < 0x1p62: bounds(comparison, broken: value)
    default: nil
    }
  }

  private static func bounds(_ comparison: CoreComparison, broken value: Double) -> NumberBounds<Int64>? {
    let whole = Int64(value.rounded(.down))
    if value == Double(whole) { return bounds(comparison, .integer(whole)) }
    switch comparison {
    case .equal, .same: return NumberBounds(low: whole + 1, high: whole)
    case .less, .lessOrEqual: return NumberBounds(high: whole)
    case .greater, .greaterOrEqual: return NumberBounds(low: whole + 1)
    }
  }
}

extension Double {
  /// The doubles that pass. Nil for a constant of another family, for NaN, and for an integer beyond 2⁵³.
  static func bounds(_ comparison: CoreComparison, _ constant: QueryValue) -> NumberBounds<Double>? {
    switch constant {
    case .double(let value) where !value.isNaN, .date(let value) where !value.isNaN:
      NumberBounds(
        comparison, value, below: value == -.infinity ? nil : value.nextDown,
        above: value == .infinity ? nil : value.nextUp)
    case .boolean(let truth): bounds(comparison, .double(truth ? 1 : 0))
    case .integer(let value) where value.magnitude <= 1 << 53: bounds(comparison, .double(Double(value)))
    default: nil
    }
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
    guard case .arithmetic = value.node,
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
    if range.low > .least { bounds.append((.greaterOrEqual, .integer(range.low))) }
    if range.high < .greatest { bounds.append((.lessOrEqual, .integer(range.high))) }
  }
}

extension NumberBounds<Int64> {
  /// The numbers whose results of an operation with a constant are within the bounds. Nil for other operations, and for great constants and bounds.
  fileprivate func solved(_ op: BinaryOperator, _ constant: Int64) -> NumberBounds? {
    guard constant.magnitude <= 1 << 20, low == .least || low.magnitude <= 1 << 40,
      high == .greatest || high.magnitude <= 1 << 40
    else { return nil }
    func solved(_ low: (Int64) -> Int64, _ high: (Int64) -> Int64) -> NumberBounds {
      NumberBounds(
        low: self.low == .least ? .least : low(self.low), high: self.high == .greatest ? .greatest : high(self.high))
    }
    switch op {
    case .add: return solved({ $0 - constant }, { $0 - constant })
    case .subtract: return solved({ $0 + constant }, { $0 + constant })
    case .multiply where constant > 0:
      return solved({ $0 / constant + ($0 % constant > 0 ? 1 : 0) }, { $0 / constant - ($0 % constant < 0 ? 1 : 0) })
    case .divide where constant > 0:
      // A quotient is rounded toward 0.
      return solved({ $0 * constant - ($0 > 0 ? 0 : constant - 1) }, { $0 * constant + ($0 < 0 ? 0 : constant - 1) })
    default: return nil
    }
  }
}
