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
  /// Where the statement begins in ``text``: behind the command that it is an argument of.
  var start = 0
  /// Where the entity is left out; nil where it is written.
  var implied: ImpliedEntity?
  /// What reading it noted.
  var notes: [PredicateIssue] = []

  /// A query for whole objects.
  init(_ fetch: EntityFetch) {
    self.fetch = fetch
  }
}
