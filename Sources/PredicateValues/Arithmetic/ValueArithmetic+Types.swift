extension ValueArithmetic {
  /// The type that an operator gives for operands of these types; nil where it cannot take them.
  ///
  /// An integer may still come out as a double where Int64 cannot hold it. With an operand of which nothing is known
  /// the result of `+ - * /` is of any type too.
  public static func resultType(_ operator: BinaryOperator, _ a: QueryType, _ b: QueryType) -> QueryType? {
    switch `operator` {
    case .union, .intersect, .minus:
      return a.isCollectionLike && b.isCollectionLike ? .collection(Self.common(a.elementType, b.elementType)) : nil
    case .power:
      return a.isNumeric && b.isNumeric ? .double : nil
    case .bitwiseOr, .bitwiseXor, .bitwiseAnd, .shiftLeft, .shiftRight:
      return a.isNumeric && b.isNumeric ? .integer : nil
    case .add, .subtract, .multiply, .divide:
      return a.isNumeric && b.isNumeric ? Self.promoted([a, b]) : nil
    }
  }

  /// The type of a number that is made of numbers of these types: double before decimal before integer; booleans are
  /// integers.
  static func promoted(_ types: [QueryType]) -> QueryType {
    if types.contains(.double) { return .double }
    if types.contains(.any) { return .any }
    return types.contains(.decimal) ? .decimal : .integer
  }

  /// The type of a value that is of one type or the other.
  static func common(_ a: QueryType, _ b: QueryType) -> QueryType {
    if a == b { return a }
    return a.family == .number && b.family == .number ? promoted([a, b]) : .any
  }
}

extension QueryType {
  /// Whether a value of the type may be a number.
  public var isNumeric: Bool { self == .any || family == .number }

  /// Whether a value of the type may be an array, a set or a dictionary.
  var isCollectionLike: Bool { self == .any || family == .collection || family == .dictionary }

  /// The type of a collection's elements; any where nothing is known.
  public var elementType: QueryType {
    if case .collection(let element) = self { element } else { .any }
  }
}
