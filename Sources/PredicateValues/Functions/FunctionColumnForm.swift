import PredicateSyntax

/// What a function of the language does to numbers and strings, for an engine that works on columns of them. It says the same as the function's
/// body.
package enum FunctionColumnForm: Sendable {
  /// The length of a string in UTF-16 units.
  case length
  /// The string that the function makes of a string.
  case text(@Sendable (String) -> String)
  /// The moment of the run.
  case moment
  /// A number without its sign.
  case magnitude
  /// A number with the other sign.
  case negation
  /// A function of doubles, NaN for nil; of integers too, unless it leaves them as they are.
  case double(@Sendable (Double) -> Double, keepsIntegers: Bool)
  /// ``ValueArithmetic/modulus(_:by:)``.
  case remainder
  /// What an operator of collections makes of a collection's elements.
  case fold(CollectionOperator)
  /// An operator of arithmetic. A date counts as its seconds.
  case operation(BinaryOperator)
}
