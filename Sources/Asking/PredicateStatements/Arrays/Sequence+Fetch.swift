import PredicateBinding
import PredicateModel
import PredicateSyntax

/// Statements over a sequence, as in the shell: conditions, groups, columns, an order, limit and offset.
extension Sequence {
  /// The table of a statement. It has the statement's columns, otherwise the members of the elements. A statement with groups gives a row for each
  /// group.
  ///
  /// ```swift
  /// import PredicateStatements
  ///
  /// try movies.fetch("year > \(minimum) group by genre show genre, count() as n, avg(rating) sort by n desc")
  /// try movies.fetch("show distinct year / 10 * 10 as decade sort by decade limit 3")
  /// try movies.fetch("count where rating == nil")  // one row with one number
  /// ```
  ///
  /// The word `where` and the type's name before the condition are optional. A statement has the same meaning as for a database. Only rows that
  /// compare equal have another order: they keep the order of the elements. Groups are ordered by their keys.
  ///
  /// A statement has no policy. For untrusted text, a method with a policy must filter the elements first: `try movies.filter(text: typed, policy:
  /// policy).fetch("group by genre show genre, count() as n")`.
  ///
  /// - Parameters:
  ///   - statement: The statement; interpolations are arguments.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: `PredicateIssue` for mistakes in the statement, with their ranges, and for failures while it runs. `CancellationError` in a cancelled
  ///   task.
  /// - Complexity: Linear in the number of elements for the condition, and *n* log *n* in the number of elements that meet it.
  public func fetch(
    _ statement: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    try ElementFetch(Array(self), statement, variables, options).table()
  }

  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, first write filter(text:policy:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public func fetch(_ text: String) throws -> ResultTable { try fetch(QueryFormat(raw: text)) }

  /// Unavailable: a statement has no policy.
  @available(
    *, unavailable,
    message:
      "a policy can be used only for a condition. Write filter(text: typed, policy: policy).fetch(statement), with a statement of the application"
  )
  public func fetch(text: String, policy: QueryPolicy, variables: QueryVariables = [:]) throws -> ResultTable {
    try fetch(QueryFormat(raw: text))
  }

  /// The rows of a statement as values of a type, whose coding keys are the names of the columns.
  ///
  /// ```swift
  /// struct GenreCount: Decodable { var genre: String, n: Int }
  /// try movies.fetch("group by genre show genre, count() as n", as: GenreCount.self)
  /// ```
  ///
  /// - Throws: as ``fetch(_:variables:options:)``, and `DecodingError` for rows that the type cannot read.
  public func fetch<Row: Decodable>(
    _ statement: QueryFormat, as type: Row.Type, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Row] {
    try fetch(statement, variables: variables, options: options).decoded(as: type)
  }

  /// The elements of a statement without groups and columns: `try movies.fetchElements("year > 1990 sort by rating desc limit 3")`.
  ///
  /// - Parameters:
  ///   - statement: The statement; interpolations are arguments.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The errors of ``fetch(_:variables:options:)``, and an issue of kind `unsupported` for a statement that computes rows.
  public func fetchElements(
    _ statement: QueryFormat, variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
  ) throws -> [Element] {
    try ElementFetch(Array(self), statement, variables, options).elements()
  }
}
