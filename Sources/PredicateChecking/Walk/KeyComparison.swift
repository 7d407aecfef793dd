import PredicateSyntax

/// A key beside constants: what the checks of values look at.
struct KeyComparison {
  /// The key.
  let key: ProfileKey
  /// How the key is written.
  let name: String
  /// Where the key stands.
  let range: SourceRange
  /// The operator, as it reads with the key on the left.
  let `operator`: ComparisonOperator
  /// Whether the constants are the elements of a list.
  let isList: Bool
  /// ANY, ALL or neither.
  let quantifier: Quantifier
  /// The letters in brackets.
  let options: StringOptions
  /// The constants.
  let constants: [KeyConstant]
}
