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
