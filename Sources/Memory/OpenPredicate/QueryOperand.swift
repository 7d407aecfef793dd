import PredicateSyntax

/// The left side of a comparison: an expression, optionally with ANY or ALL before it.
///
/// ```swift
/// QueryExpression(property: "year") .> 1990
/// QueryExpression(property: "tags").any .== "classic"
/// ```
public protocol QueryOperand {
  /// The expression.
  var operandExpression: QueryExpression { get }

  /// The quantifier: ANY, ALL or neither.
  var operandQuantifier: Quantifier { get }
}

extension QueryExpression: QueryOperand {
  /// The expression itself.
  public var operandExpression: QueryExpression { self }

  /// No quantifier.
  public var operandQuantifier: Quantifier { .direct }

  /// The comparison must hold for at least one element: `QueryExpression(property: "tags").any .== "classic"`.
  public var any: QuantifiedExpression { QuantifiedExpression(operandExpression: self, operandQuantifier: .any) }

  /// The comparison must hold for every element: `QueryExpression(property: "marks").all .>= 3`.
  public var all: QuantifiedExpression { QuantifiedExpression(operandExpression: self, operandQuantifier: .all) }
}

/// A collection with ANY or ALL before it.
///
/// ```swift
/// QueryExpression(property: "marks").all .>= 3  // ALL marks >= 3
/// ```
public struct QuantifiedExpression: QueryOperand, Sendable {
  /// The collection.
  public let operandExpression: QueryExpression

  /// ANY or ALL.
  public let operandQuantifier: Quantifier
}

/// Comparisons, written with the operators that Swift uses for vectors.
///
/// ```swift
/// let year = QueryExpression(property: "year")
/// let nineties = year .>= 1990 && year .< 2000
/// let noir = QueryExpression(property: "genre") .== "Noir"
/// ```
///
/// Each operator has a dot, because `==` of two expressions is a `Bool` that tests whether they are the same expression. With another `==`, the
/// compiler would need half as long again to check every `==` of a program that imports this module. The same applies to `<`.
extension QueryOperand {
  /// `self operator[options] right`.
  ///
  /// - Parameters:
  ///   - operator: The operator of the comparison.
  ///   - right: The value to compare with.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`, `.diacriticInsensitive` is `[d]`.
  public func compared(
    _ operator: ComparisonOperator, _ right: some QueryArgumentConvertible, options: StringOptions = []
  ) -> QueryPredicate {
    var argument = right.queryArgument
    if case .range = argument, `operator` != .between { argument = .unrepresentable("a range, which BETWEEN takes") }
    return .comparison(
      QueryComparison(
        operandExpression, `operator`, QueryExpression(value: argument), quantifier: operandQuantifier,
        options: options))
  }

  /// `left == right`.
  public static func .== (left: Self, right: some QueryArgumentConvertible) -> QueryPredicate {
    left.compared(.equal, right)
  }

  /// `left != right`.
  public static func .!= (left: Self, right: some QueryArgumentConvertible) -> QueryPredicate {
    left.compared(.notEqual, right)
  }

  /// `left == right`, with the raw value of an enum: `QueryExpression(property: "genre") .== Genre.noir`.
  @_disfavoredOverload
  public static func .== <Value: RawRepresentable>(left: Self, right: Value) -> QueryPredicate
  where Value.RawValue: QueryArgumentConvertible {
    left.compared(.equal, right.rawValue)
  }

  /// `left != right`, with the raw value of an enum.
  @_disfavoredOverload
  public static func .!= <Value: RawRepresentable>(left: Self, right: Value) -> QueryPredicate
  where Value.RawValue: QueryArgumentConvertible {
    left.compared(.notEqual, right.rawValue)
  }

  /// `left == nil`.
  public static func .== (left: Self, right: _OptionalNilComparisonType) -> QueryPredicate { left.isNil }

  /// `left != nil`.
  public static func .!= (left: Self, right: _OptionalNilComparisonType) -> QueryPredicate {
    left.compared(.notEqual, QueryLiteral.null)
  }

  /// `left < right`.
  public static func .< (left: Self, right: some QueryArgumentConvertible) -> QueryPredicate {
    left.compared(.lessThan, right)
  }

  /// `left <= right`.
  public static func .<= (left: Self, right: some QueryArgumentConvertible) -> QueryPredicate {
    left.compared(.lessThanOrEqual, right)
  }

  /// `left > right`.
  public static func .> (left: Self, right: some QueryArgumentConvertible) -> QueryPredicate {
    left.compared(.greaterThan, right)
  }

  /// `left >= right`.
  public static func .>= (left: Self, right: some QueryArgumentConvertible) -> QueryPredicate {
    left.compared(.greaterThanOrEqual, right)
  }

  /// `self == nil`.
  public var isNil: QueryPredicate { compared(.equal, QueryLiteral.null) }

  /// `self == right`, with options.
  ///
  /// - Parameters:
  ///   - right: The value to compare with.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`.
  public func isEqual(to right: some QueryArgumentConvertible, options: StringOptions = []) -> QueryPredicate {
    compared(.equal, right, options: options)
  }

  /// `self BEGINSWITH right`.
  ///
  /// - Parameters:
  ///   - right: The value to compare with.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`.
  public func beginsWith(_ right: some QueryArgumentConvertible, options: StringOptions = []) -> QueryPredicate {
    compared(.beginsWith, right, options: options)
  }

  /// `self ENDSWITH right`.
  ///
  /// - Parameters:
  ///   - right: The value to compare with.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`.
  public func endsWith(_ right: some QueryArgumentConvertible, options: StringOptions = []) -> QueryPredicate {
    compared(.endsWith, right, options: options)
  }

  /// `self CONTAINS right`: `right` is a part of a string, or an element of a collection.
  ///
  /// - Parameters:
  ///   - right: The value to compare with.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`.
  public func contains(_ right: some QueryArgumentConvertible, options: StringOptions = []) -> QueryPredicate {
    compared(.contains, right, options: options)
  }

  /// `self LIKE pattern`: in the pattern, `?` stands for one character and `*` for any number of characters.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, or an expression that gives one.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`.
  public func like(_ pattern: some QueryArgumentConvertible, options: StringOptions = []) -> QueryPredicate {
    compared(.like, pattern, options: options)
  }

  /// `self MATCHES pattern`: a regular expression matches the whole string.
  ///
  /// - Parameters:
  ///   - pattern: The pattern, or an expression that gives one.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`.
  public func matches(_ pattern: some QueryArgumentConvertible, options: StringOptions = []) -> QueryPredicate {
    compared(.matches, pattern, options: options)
  }

  /// `self IN collection`. For a range it is BETWEEN: `year.isIn(1990...1999)` and `year.isIn(1990..<2000)` are `year BETWEEN {1990, 1999}`.
  ///
  /// - Parameters:
  ///   - collection: The collection, or an expression that gives one.
  ///   - options: How strings are compared: `.caseInsensitive` is `[c]`.
  public func isIn(_ collection: some QueryArgumentConvertible, options: StringOptions = []) -> QueryPredicate {
    if case .range = collection.queryArgument { return compared(.between, collection, options: options) }
    return compared(.in, collection, options: options)
  }

  /// `self IN collection`, with the raw values of enums: `genre.isIn([Genre.noir, .drama])`.
  @_disfavoredOverload
  public func isIn<Value: RawRepresentable>(_ values: some Sequence<Value>) -> QueryPredicate
  where Value.RawValue: QueryArgumentConvertible {
    isIn(QueryArgument.array(values.map(\.rawValue.queryArgument)))
  }

  /// `self >= low`: `year.isIn(1990...)`.
  public func isIn<Bound: QueryArgumentConvertible>(_ range: PartialRangeFrom<Bound>) -> QueryPredicate {
    compared(.greaterThanOrEqual, range.lowerBound)
  }

  /// `self <= high`: `year.isIn(...1999)`.
  public func isIn<Bound: QueryArgumentConvertible>(_ range: PartialRangeThrough<Bound>) -> QueryPredicate {
    compared(.lessThanOrEqual, range.upperBound)
  }

  /// `self < high`: `lentOn.isIn(..<today)`.
  public func isIn<Bound: QueryArgumentConvertible>(_ range: PartialRangeUpTo<Bound>) -> QueryPredicate {
    compared(.lessThan, range.upperBound)
  }

  /// `self BETWEEN {low, high}`. Both bounds are included.
  ///
  /// - Parameters:
  ///   - low: The least value.
  ///   - high: The greatest value.
  public func isBetween(
    _ low: some QueryArgumentConvertible, _ high: some QueryArgumentConvertible
  ) -> QueryPredicate {
    compared(.between, QueryArgument.array([low.queryArgument, high.queryArgument]))
  }
}

extension QueryExpression {
  /// `self >= low AND self < high`: `lentOn.isIn(today..<tomorrow)`.
  ///
  /// The expression is evaluated twice. ANY and ALL do not have this function, because the two comparisons could be true for different elements.
  @_disfavoredOverload
  public func isIn<Bound: QueryArgumentConvertible>(_ range: Range<Bound>) -> QueryPredicate {
    .and([compared(.greaterThanOrEqual, range.lowerBound), compared(.lessThan, range.upperBound)])
  }
}

/// Arithmetic of expressions.
extension QueryExpression {
  /// `left + right`.
  public static func + (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.add, left, QueryExpression(value: right))
  }

  /// `left - right`.
  public static func - (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.subtract, left, QueryExpression(value: right))
  }

  /// `left * right`.
  public static func * (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.multiply, left, QueryExpression(value: right))
  }

  /// `left / right`. Two integers give an integer.
  public static func / (left: QueryExpression, right: some QueryArgumentConvertible) -> QueryExpression {
    .binary(.divide, left, QueryExpression(value: right))
  }

  /// `-operand`.
  public static prefix func - (operand: QueryExpression) -> QueryExpression { .negate(operand) }
}
