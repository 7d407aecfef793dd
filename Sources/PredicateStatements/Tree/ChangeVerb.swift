import PredicateSyntax

/// What a statement does to data: the word that begins it.
package enum ChangeVerb: String, Sendable, CaseIterable {
  /// `insert Movie title = "Alien", year = 1979`
  case insert
  /// `update Movie set lent = YES where title == "Alien"`
  case update
  /// `delete Friend where movies.@count == 0`
  case delete

  /// The verb that a token is, in any case.
  package init?(_ token: SourceToken) {
    guard let verb = Self.allCases.first(where: { token.isWord($0.rawValue) }) else { return nil }
    self = verb
  }

  /// How a statement with the verb is written.
  package var form: String {
    switch self {
    case .insert: "insert ENTITY NAME = VALUE, NAME = VALUE"
    case .update: "update ENTITY set NAME = VALUE, NAME = VALUE where PREDICATE"
    case .delete: "delete ENTITY where PREDICATE"
    }
  }
}
