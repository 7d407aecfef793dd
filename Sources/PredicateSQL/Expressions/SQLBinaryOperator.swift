/// The operators between two expressions.
enum SQLBinaryOperator: Sendable {
  case equal
  case notEqual
  case less
  case lessOrEqual
  case greater
  case greaterOrEqual
  /// Equal or both NULL; never NULL itself.
  case same
  /// The opposite of `same`.
  case different
  case add
  case subtract
  case multiply
  case divide
  /// Two texts as one.
  case concatenate
}
