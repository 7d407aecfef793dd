import PredicateBinding
import PredicateSyntax

/// The compiler shows these messages for comparisons without a dot. The results are `Bool`, as those of all `==` of a program: see ``QueryOperand``.
extension QueryOperand {
  /// Unavailable: the compiler shows its message for the slip `year == 1990`.
  @available(
    *, unavailable, message: "write .== with a dot: == of two expressions is a Bool, whether they are the same"
  )
  public static func == (left: Self, right: some QueryArgumentConvertible) -> Bool { false }

  /// Unavailable: the compiler shows its message for the slip `year != 1990`.
  @available(*, unavailable, message: "write .!= with a dot: != of two expressions is a Bool, whether they differ")
  public static func != (left: Self, right: some QueryArgumentConvertible) -> Bool { false }
}

extension Sequence {
  /// Unavailable: the compiler shows its message for the slip `movies.filter(year == 1990)`.
  @available(
    *, unavailable, message: "write .== with a dot: == of two expressions is a Bool, whether they are the same"
  )
  @_disfavoredOverload
  public func filter(_ condition: Bool) -> [Element] { [] }

  /// Unavailable: the compiler shows its message for the slip `movies.count(where: year == 1990)`.
  @available(
    *, unavailable, message: "write .== with a dot: == of two expressions is a Bool, whether they are the same"
  )
  @_disfavoredOverload
  public func count(where condition: Bool) -> Int { 0 }

  /// Unavailable: the compiler shows its message for the slip `movies.first(where: year == 1990)`.
  @available(
    *, unavailable, message: "write .== with a dot: == of two expressions is a Bool, whether they are the same"
  )
  @_disfavoredOverload
  public func first(where condition: Bool) -> Element? { nil }
}
