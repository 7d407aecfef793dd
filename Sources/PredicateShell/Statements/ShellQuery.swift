import PredicateModel
import PredicateSyntax

/// What a statement asks for.
struct ShellQuery {
  /// Which rows, and what of them.
  var fetch: EntityFetch
  /// Whether only their number is asked for.
  var isCount = false
  /// The statement as it was typed: the places of the parts are places in it.
  var text = ""
  /// What reading it noted.
  var notes: [PredicateIssue] = []

  /// A query for whole objects.
  init(_ fetch: EntityFetch) {
    self.fetch = fetch
  }
}
