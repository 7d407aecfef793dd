import PredicateSyntax

/// A clause of a statement: the words that begin it, in the order in which statements are printed.
package enum ClauseKind: String, Sendable, CaseIterable {
  /// `where PREDICATE`: always the first.
  case `where`
  /// `group by KEY, KEY as NAME`
  case group
  /// `having PREDICATE`
  case having
  /// `show [distinct] VALUE, VALUE as NAME`
  case show
  /// `sort by KEY desc, KEY[cd]`
  case sort
  /// `first NUMBER of each KEY, KEY`
  case first
  /// `limit NUMBER`
  case limit
  /// `offset NUMBER`
  case offset

  /// The word that begins the clause.
  package var word: String { rawValue }

  /// Whether the word `by` follows.
  package var takesBy: Bool { self == .group || self == .sort }

  /// How the clause begins: `sort by`.
  package var words: String { takesBy ? word + " by" : word }

  /// The clauses that may stand in any order, each once.
  package static let unordered = allCases.filter { $0 != .where }

  /// The words that begin clauses.
  package static let allWords = allCases.map(\.word)

  /// The clause that a token begins.
  package init?(_ token: SourceToken) {
    guard let kind = Self.allCases.first(where: { token.isWord($0.word) }) else { return nil }
    self = kind
  }
}
