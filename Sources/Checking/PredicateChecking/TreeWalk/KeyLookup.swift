import PredicateSyntax

/// The facts of a profile about an expression that names a key.
enum KeyLookup {
  /// A key of the profile, or a member of one.
  case key(ProfileKey)
  /// A name that the profile does not have.
  case unknown(UnknownName)
  /// The profile has no facts about it.
  case untyped
}

/// A name that a profile does not have, and the parts of its message.
struct UnknownName {
  let code: CheckCode
  let name: String
  let range: SourceRange
  let severity: UnknownNames
  let owner: String
  let about: String?
  let candidates: [String]
  /// The word of the term that the name belongs to: `status` for `@status(name)`.
  var term: String?
}

/// A comparison of a key with constants, for the checks of values.
struct KeyComparison {
  let key: ProfileKey
  /// How the key is written.
  let name: String
  /// The place of the key.
  let range: SourceRange
  /// The operator, as it reads with the key on the left.
  let `operator`: ComparisonOperator
  /// Whether the constants are the elements of a list.
  let isList: Bool
  /// ANY, ALL or neither.
  let quantifier: Quantifier
  /// The options in brackets.
  let options: StringOptions
  let constants: [KeyConstant]
}

/// A constant that a key is compared with.
struct KeyConstant {
  let literal: QueryLiteral
  /// The place of the constant.
  let range: SourceRange

  /// The text; nil for other constants.
  var text: String? {
    if case .string(let text) = literal { text } else { nil }
  }

  /// The integer; nil for other constants.
  var integer: Int64? {
    if case .integer(let number) = literal { number } else { nil }
  }
}
