#if PostgreSQL
  import PredicateSQL
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

  /// The `=` of a type that equates different texts. It is used to find rows by an index of the column; the bytes of the text then decide.
  enum LooseEquality {
    /// `char(n)`: ignores blanks at the end.
    case padded
    /// `citext`: ignores case. The type and its operators are in the schema of the extension, outside of the search path.
    case citext(schema: String)

    /// A test whether a column has one of some texts. If there are more than `most`, an array is used.
    func condition(_ side: PostgreSQLLowering.Operand, _ texts: [String], most: Int) -> SQLExpression {
      let bytes = side.compared.withoutCollation
      let exact = texts.map { QueryValue.string($0) }
      if texts.count == 1 {
        return .all([mayHold(side.expression, texts), .compare(.equal, bytes, .parameter(exact[0]))])
      }
      // Texts whose type the server derives from their place cannot be in an array.
      guard texts.count <= most else { return .member(bytes, of: exact) }
      return .all([mayHold(side.expression, texts), .member(bytes, of: exact)])
    }

    /// A test whether the type's own `=` finds one of some texts in a column.
    private func mayHold(_ column: SQLExpression, _ texts: [String]) -> SQLExpression {
      let constants = texts.map { QueryValue.url($0) }
      switch self {
      case .padded where texts.count == 1: return .compare(.equal, column, .parameter(constants[0]))
      case .padded: return .member(column, of: constants)
      case .citext(let schema):
        let name = schema.quoted(by: "\"")
        if texts.count == 1 {
          return .written(
            "\(column, .additive) OPERATOR(\(name).=) \(parameter: constants[0])", .comparison, type: .condition)
        }
        return .written(
          "\(column, .additive) OPERATOR(\(name).=) ANY (CAST(ARRAY[\(constants.map { .parameter($0) })] AS \(name).citext[]))",
          .comparison, type: .condition, mayBeNull: column.mayBeNull)
      }
    }
  }
#endif
