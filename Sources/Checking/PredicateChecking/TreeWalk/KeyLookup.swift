import PredicateSyntax

/// The result of looking up an expression that names a key in a profile.
enum KeyLookup {
  /// A key of the profile, or a member of one.
  case key(ProfileKey)
  /// A name that the profile does not have.
  case unknown(UnknownName)
  /// The profile has no facts about the expression.
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
  /// The term that the name belongs to: `status` for `@status(name)`.
  var term: String?
}

/// A comparison of a key with constants, for the checks of values.
struct KeyComparison {
  let key: ProfileKey
  /// How the key is written.
  let name: String
  /// The range of the key.
  let range: SourceRange
  /// The operator. It is reversed if the key was written on the right.
  let `operator`: ComparisonOperator
  /// Whether the constants are written as a list.
  let isList: Bool
  /// ANY or ALL; `direct` for neither.
  let quantifier: Quantifier
  /// The options in brackets.
  let options: StringOptions
  let constants: [KeyConstant]
}

/// A constant that a key is compared with.
struct KeyConstant {
  let literal: QueryLiteral
  /// The range of the constant.
  let range: SourceRange

  /// The constant as a text; nil for other types.
  var text: String? {
    if case .string(let text) = literal { text } else { nil }
  }

  /// The constant as an integer; nil for other types.
  var integer: Int64? {
    if case .integer(let number) = literal { number } else { nil }
  }
}
