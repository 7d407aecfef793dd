/// A value of the number family. Booleans are the integers 0 and 1.
enum NumberValue: Sendable {
  case integer(Int64)
  case double(Double)
  indirect case decimal(QueryDecimal)

  /// The number that a value is; nil for a value of another family.
  @inline(__always)
  init?(_ value: QueryValue) {
    switch value {
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .double(value)
    case .boolean(let value): self = .integer(value ? 1 : 0)
    case .decimal(let value): self = .decimal(value)
    default: return nil
    }
  }

  /// The nearest double.
  var double: Double {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.nearestDouble
    }
  }

  /// The whole part, if it fits Int64.
  var wholePart: Int64? {
    switch self {
    case .integer(let value): value
    case .double(let value): value >= -0x1p63 && value < 0x1p63 ? Int64(value) : nil
    case .decimal(let value): value.wholePart
    }
  }

  /// The decimal of the same value; nil if there is none. A double gives the decimal of its shortest text.
  var decimal: QueryDecimal? {
    switch self {
    case .integer(let value): QueryDecimal(value)
    case .double(let value): value.isFinite ? QueryDecimal(value.description) : nil
    case .decimal(let value): value
    }
  }
}

extension QueryValue {
  /// A double; nil for NaN.
  init(nilForNaN value: Double) { self = value.isNaN ? .null : .double(value) }

  /// Whether the value is NaN, which counts as nil.
  var isNaN: Bool {
    switch self {
    case .double(let value), .date(let value): value.isNaN
    default: false
    }
  }

  /// The value, or nil if it is NaN. The language has no NaN, but numbers and dates of a caller may be NaN.
  ///
  /// ```swift
  /// QueryValue.double(.nan).withoutNaN  // .null
  /// QueryValue.double(1.5).withoutNaN   // .double(1.5)
  /// ```
  public var withoutNaN: QueryValue {
    switch self {
    case .double(let value) where value.isNaN: .null
    case .date(let value) where value.isNaN: .null
    default: self
    }
  }
}
