import PredicateModel
import PredicateSyntax

/// What a statement asks for.
struct ShellQuery {
  /// A column that is asked for: `lentToFriend.friendName as borrower`.
  struct Column {
    /// Its value, of an object that was found.
    let expression: QueryExpression
    /// The heading: the name behind `as`, else the text.
    let name: String
  }

  /// Which objects.
  var fetch: EntityFetch
  /// What of them; empty for all that they hold.
  var columns: [Column] = []
  /// Whether only their number is asked for.
  var isCount = false
  /// The statement as it was typed: the places of the predicate's parts are places in it.
  var text = ""
  /// What reading it noted.
  var notes: [PredicateIssue] = []

  /// A query for whole objects.
  init(_ fetch: EntityFetch) {
    self.fetch = fetch
  }
}
