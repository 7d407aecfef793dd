import PredicateSyntax

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
