import Foundation
import PredicateValues

/// The oracle's own operations on single values.
enum OracleValue {
  enum Number {
    case integer(Int64)
    case double(Double)

    var double: Double {
      switch self {
      case .integer(let value): Double(value)
      case .double(let value): value
      }
    }
  }

  static func number(_ value: QueryValue) -> Number? {
    switch value {
    case .boolean(let value): .integer(value ? 1 : 0)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    default: nil
    }
  }

  static func equal(_ a: QueryValue, _ b: QueryValue) -> Bool {
    if a.isNull || b.isNull { return a.isNull && b.isNull }
    if let x = reference(a), let y = reference(b) { return x.key == y.key && x.entity == y.entity }
    return order(a, b) == 0
  }

  private static func reference(_ value: QueryValue) -> ObjectReference? {
    switch value {
    case .object(let object): object.reference
    case .reference(let reference): reference
    default: nil
    }
  }

  /// -1 if the first value is less, 0 if both are equal, 1 if it is greater; nil for values without an order.
  static func order(_ a: QueryValue, _ b: QueryValue) -> Int? {
    if let x = number(a), let y = number(b) {
      if case .integer(let i) = x, case .integer(let j) = y { return i < j ? -1 : i > j ? 1 : 0 }
      return x.double < y.double ? -1 : x.double > y.double ? 1 : x.double == y.double ? 0 : nil
    }
    switch (a, b) {
    case (.string(let x), .string(let y)):
      let p = x.unicodeScalars.map(\.value)
      let q = y.unicodeScalars.map(\.value)
      return p == q ? 0 : p.lexicographicallyPrecedes(q) ? -1 : 1
    case (.date(let x), .date(let y)):
      return x < y ? -1 : x > y ? 1 : 0
    default:
      return nil
    }
  }

  static func arithmetic(_ op: BinaryOperator, _ a: Number, _ b: Number) throws -> QueryValue {
    if case .integer(let x) = a, case .integer(let y) = b {
      switch op {
      case .divide: return y == 0 ? .null : x == .min && y == -1 ? .double(-Double(x)) : .integer(x / y)
      case .add: return overflow(x.addingReportingOverflow(y), Double(x) + Double(y))
      case .subtract: return overflow(x.subtractingReportingOverflow(y), Double(x) - Double(y))
      case .multiply: return overflow(x.multipliedReportingOverflow(by: y), Double(x) * Double(y))
      case .power: return real(pow(Double(x), Double(y)))
      default: throw Oracle.Unknown(description: "\(op)")
      }
    }
    let x = a.double
    let y = b.double
    switch op {
    case .add: return real(x + y)
    case .subtract: return real(x - y)
    case .multiply: return real(x * y)
    case .divide: return y == 0 ? .null : real(x / y)
    case .power: return real(pow(x, y))
    default: throw Oracle.Unknown(description: "\(op)")
    }
  }

  private static func overflow(
    _ result: (partialValue: Int64, overflow: Bool), _ wide: Double
  ) -> QueryValue {
    result.overflow ? .double(wide) : .integer(result.partialValue)
  }

  private static func real(_ value: Double) -> QueryValue {
    value.isNaN ? .null : .double(value)
  }
}
