import PredicateBinding
import PredicateModel
import PredicateSyntax

/// Statements over a sequence, in the words of the shell: conditions, groups, columns, an order, bounds.
extension Sequence {
  /// The table that a statement gives: its columns, or those of whole elements; of groups a row for each.
  ///
  /// ```swift
  /// try movies.fetch("year > $minimum group by genre show genre, count() as n, avg(rating) sort by n desc", variables: ["minimum": 1990])
  /// try movies.fetch("show distinct year / 10 * 10 as decade sort by decade limit 3")
  /// try movies.fetch("count where rating == nil")  // one row with one number
  /// ```
  ///
  /// The condition may stand alone or behind `where`, the type's name may stand before it. A statement means here what it means over a
  /// database, with the elements' order in the place of the key's: rows that no sort key tells apart keep it, groups come by their keys.
  ///
  /// The statement is the developer's own. What somebody else wrote comes first, by an entry with a policy:
  /// `try movies.filter(text: typed, policy: policy).fetch("group by genre show genre, count() as n")`.
  ///
  /// - Throws: `PredicateIssue` for what is wrong with the statement, with its place, and for what running it throws; `CancellationError` in a
  ///   cancelled task.
  /// - Complexity: linear in the elements for the condition, *n* log *n* in those for which it holds.
  public func fetch(
    _ statement: String, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    try ElementFetch(Array(self), statement, variables, options).table()
  }

  /// The elements that a statement without groups and columns gives: `try movies.fetchElements("year > 1990 sort by rating desc limit 3")`.
  ///
  /// - Throws: as ``fetch(_:variables:options:)``; kind `unsupported` for a statement that computes rows.
  public func fetchElements(
    _ statement: String, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> [Element] {
    try ElementFetch(Array(self), statement, variables, options).elements()
  }
}
