import PredicateBinding
import PredicateSyntax

/// Makes the compiler explain comparisons without a dot. The results are `Bool`, like the result of any `==` in a program: see ``QueryOperand``.
extension QueryOperand {
  /// Unavailable: the compiler shows the message for the mistake `year == 1990`.
  @available(
    *, unavailable, message: "write .== with a dot: == of two expressions is a Bool, whether they are the same"
  )
  public static func == (left: Self, right: some QueryArgumentConvertible) -> Bool { false }

  /// Unavailable: the compiler shows the message for the mistake `year != 1990`.
  @available(*, unavailable, message: "write .!= with a dot: != of two expressions is a Bool, whether they differ")
  public static func != (left: Self, right: some QueryArgumentConvertible) -> Bool { false }
}

extension QueryOperand {
  /// Deprecated, so that the compiler shows the message for the mistake `year == nil`. An unavailable one would lose to that of `Optional`.
  @available(*, deprecated, message: "to test for nil, write .isNil, or .== nil with a dot")
  public static func == (left: Self, right: _OptionalNilComparisonType) -> Bool { false }

  /// Deprecated, so that the compiler shows the message for the mistake `year != nil`.
  @available(*, deprecated, message: "write .!= nil with a dot")
  public static func != (left: Self, right: _OptionalNilComparisonType) -> Bool { false }
}

extension QueryOperand {
  /// Unavailable: the compiler shows the message for the mistake `year < 1990`.
  @available(*, unavailable, message: "write .< with a dot")
  public static func < (left: Self, right: some QueryArgumentConvertible) -> Bool { false }

  /// Unavailable: the compiler shows the message for the mistake `year <= 1990`.
  @available(*, unavailable, message: "write .<= with a dot")
  public static func <= (left: Self, right: some QueryArgumentConvertible) -> Bool { false }

  /// Unavailable: the compiler shows the message for the mistake `year > 1990`.
  @available(*, unavailable, message: "write .> with a dot")
  public static func > (left: Self, right: some QueryArgumentConvertible) -> Bool { false }

  /// Unavailable: the compiler shows the message for the mistake `year >= 1990`.
  @available(*, unavailable, message: "write .>= with a dot")
  public static func >= (left: Self, right: some QueryArgumentConvertible) -> Bool { false }
}

/// Makes the compiler explain values that cannot be arguments. Without these overloads its message is about the operators of SIMD. For `status .== .done`
/// it is then that the base of `.done` is not known.
extension QueryOperand {
  /// Unavailable: the compiler shows the message for a value that cannot be an argument.
  @available(*, unavailable, message: "conform the type to QueryArgumentConvertible, or give the enum raw values")
  @_disfavoredOverload
  public static func .== <Value>(left: Self, right: Value) -> QueryPredicate { left.isNil }

  /// Unavailable: the compiler shows the message for a value that cannot be an argument.
  @available(*, unavailable, message: "conform the type to QueryArgumentConvertible, or give the enum raw values")
  @_disfavoredOverload
  public static func .!= <Value>(left: Self, right: Value) -> QueryPredicate { left.isNil }
}

extension QueryPredicate {
  /// Unavailable: the compiler shows the message for the mistake `year > 1990 && title .== "Alien"`.
  @available(
    *, unavailable, message: "the left side is a Bool: write a comparison with a dot, as in year .> 1990 && …"
  )
  @_disfavoredOverload
  public static func && (left: Bool, right: QueryPredicate) -> QueryPredicate { right }

  /// Unavailable: the compiler shows the message for the mistake `title .== "Alien" && year > 1990`.
  @available(
    *, unavailable, message: "the right side is a Bool: write a comparison with a dot, as in … && year .> 1990"
  )
  @_disfavoredOverload
  public static func && (left: QueryPredicate, right: Bool) -> QueryPredicate { left }

  /// Unavailable: the compiler shows the message for the mistake `year > 1990 || title .== "Alien"`.
  @available(
    *, unavailable, message: "the left side is a Bool: write a comparison with a dot, as in year .> 1990 || …"
  )
  @_disfavoredOverload
  public static func || (left: Bool, right: QueryPredicate) -> QueryPredicate { right }

  /// Unavailable: the compiler shows the message for the mistake `title .== "Alien" || year > 1990`.
  @available(
    *, unavailable, message: "the right side is a Bool: write a comparison with a dot, as in … || year .> 1990"
  )
  @_disfavoredOverload
  public static func || (left: QueryPredicate, right: Bool) -> QueryPredicate { left }
}

extension Sequence {
  /// Unavailable: the compiler shows the message for the mistake `movies.filter(year == 1990)`.
  @available(
    *, unavailable,
    message: "write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool"
  )
  @_disfavoredOverload
  public func filter(_ condition: Bool) -> [Element] { [] }

  /// Unavailable: the compiler shows the message for the mistake `movies.count(where: year == 1990)`.
  @available(
    *, unavailable,
    message: "write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool"
  )
  @_disfavoredOverload
  public func count(where condition: Bool) -> Int { 0 }

  /// Unavailable: the compiler shows the message for the mistake `movies.first(where: year == 1990)`.
  @available(
    *, unavailable,
    message: "write the comparison with a dot, as in year .> 1990: without a dot, its result is a Bool"
  )
  @_disfavoredOverload
  public func first(where condition: Bool) -> Element? { nil }
}
