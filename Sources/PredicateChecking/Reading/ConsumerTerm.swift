import PredicateSyntax

/// A part of a predicate's text that the language does not have and a consumer does.
package struct ConsumerTerm {
  /// The kinds of parts.
  package enum Kind {
    /// `@status(device.model.family)`.
    case named(word: String, name: String)
    /// `@Status(x)`, `@statsu(x)`: a word that the consumer does not have.
    case unknown(word: String)
    /// A function of `$time`: `$time.today(-1)`.
    case time
    /// A text without quotes: `*.pdf`.
    case bareText(String)
    /// `*` or `**` in the place of an attribute: any attribute.
    case anyAttribute
    /// `%NAME%`.
    case percentName(isQuoted: Bool)
  }

  /// What it is.
  package let kind: Kind
  /// Where it stands.
  package let range: SourceRange
  /// How it is written.
  package let original: String
  /// What the parser reads in its place, of the same length.
  package let masked: String
}
