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
