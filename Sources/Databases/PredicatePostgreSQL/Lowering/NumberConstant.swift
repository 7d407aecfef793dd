#if PostgreSQL
  import PredicateValues

  /// A number of a predicate, and its position among the numbers that a column can hold.
  enum NumberConstant {
    case integer(Int64)
    case double(Double)
    case decimal(QueryDecimal)

    /// Nil for every other value. A boolean is 0 or 1.
    init?(_ value: QueryValue) {
      switch value {
      case .boolean(let value): self = .integer(value ? 1 : 0)
      case .integer(let value): self = .integer(value)
      case .double(let value) where !value.isNaN: self = .double(value)
      case .decimal(let value): self = .decimal(value)
      default: return nil
      }
    }

    /// The position among whole numbers of 64 bits.
    enum Place {
      case below
      case at(Int64)
      /// Between this number and the next one.
      case after(Int64)
      case above
    }

    var place: Place {
      switch self {
      case .integer(let value): return .at(value)
      case .double(let value):
        if value < -0x1p63 { return .below }
        if value >= 0x1p63 { return .above }
        let floor = value.rounded(.down)
        return floor == value ? .at(Int64(floor)) : .after(Int64(floor))
      case .decimal(let value):
        if let whole = value.wholeValue { return .at(whole) }
        guard let part = value.wholePart else { return value.isNegative ? .below : .above }
        guard value.exponent < 0 else { return value.isNegative ? .below : .above }
        if value.isNegative, part == .min { return .below }
        return .after(value.isNegative ? part - 1 : part)
      }
    }

    var nearestDouble: Double {
      switch self {
      case .integer(let value): Double(value)
      case .double(let value): value
      case .decimal(let value): value.nearestDouble
      }
    }

    /// The order of a whole number relative to this number.
    func order(of number: Int64) -> ValueOrder {
      switch self {
      case .integer(let value): ValueOrder(number, value)
      case .double(let value): NumberOrder.compare(number, value) ?? .equal
      case .decimal(let value): QueryDecimal(number).order(value)
      }
    }

    /// The order of a double relative to this number.
    func order(of number: Double) -> ValueOrder {
      switch self {
      case .integer(let value): (NumberOrder.compare(value, number) ?? .equal).reversed
      case .double(let value): NumberOrder.compare(number, value) ?? .equal
      case .decimal(let value): (NumberOrder.compare(value, number) ?? .equal).reversed
      }
    }

    /// The number, if arithmetic with it is that of decimals; nil for doubles.
    var exactDecimal: QueryDecimal? {
      switch self {
      case .integer(let value): QueryDecimal(value)
      case .decimal(let value): value
      case .double: nil
      }
    }

    /// The number as a decimal for a comparison with decimals: a double with a fraction is the decimal of its shortest text. Nil for numbers that no
    /// decimal represents.
    var decimal: QueryDecimal? {
      switch self {
      case .integer(let value): QueryDecimal(value)
      case .decimal(let value): value
      case .double(let value):
        if let whole = Int64(exactly: value) {
          QueryDecimal(whole)
        } else {
          abs(value) < 0x1p63 ? QueryDecimal("\(value)") : nil
        }
      }
    }
  }
#endif
