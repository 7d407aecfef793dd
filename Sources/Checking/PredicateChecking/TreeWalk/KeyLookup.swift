import PredicateSyntax

/// What a profile knows of an expression that names a key.
enum KeyLookup {
  /// A key of the profile, or a member of one.
  case key(ProfileKey)
  /// A name that the profile does not have.
  case unknown(UnknownName)
  /// Nothing is known of it.
  case untyped
}

/// A name that a profile does not have, and what is to be said of it.
struct UnknownName {
  let code: CheckCode
  let name: String
  let range: SourceRange
  let severity: UnknownNames
  let owner: String
  let about: String?
  let candidates: [String]
  /// The word of the term whose name it is: `status` of `@status(name)`.
  var term: String?
}

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

/// A constant that a key is compared with.
struct KeyConstant {
  /// The value.
  let literal: QueryLiteral
  /// Where it stands.
  let range: SourceRange

  /// The text, where it is one.
  var text: String? {
    if case .string(let text) = literal { text } else { nil }
  }

  /// The integer, where it is one.
  var integer: Int64? {
    if case .integer(let number) = literal { number } else { nil }
  }
}
