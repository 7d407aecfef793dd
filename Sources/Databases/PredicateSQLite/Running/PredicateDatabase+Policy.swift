import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateSQL
import PredicateValues

/// Fetches with untrusted text from a search field, a request, or a saved filter of another user.
///
/// The application writes the fetch: its entity, its columns, its own predicate, its limit. The text adds a condition and an order, which may read
/// only what the policy allows. The steps of SQLite and of the Swift functions are counted. The statement ends when the policy's steps are used up.
///
/// ```swift
/// let policy = QueryPolicy().allowing(.except("email"), ofEntity: "Friend").allowing(.all, ofEntity: "Movie")
/// let keys = try database.keys(EntityFetch("Movie", limit: 50), text: typed, order: "year desc, title", policy: policy)
/// ```
///
/// All of these functions throw errors of parsing and binding, kind `unsupported` for parts that the policy excludes or SQL cannot express, kind
/// `limit` for a predicate that is too long, too large or takes too many steps, and ``DatabaseIssue``.
extension PredicateDatabase {
  /// The keys of the objects of a fetch that also meet the text's condition. They are in the given order, then in the fetch's.
  ///
  /// ```swift
  /// try database.keys(EntityFetch("Movie"), text: typed, policy: policy)
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - text: A condition; nil for all objects.
  ///   - order: Sort keys from untrusted text, such as `year desc, title`; nil for the fetch's own order alone. The policy checks each key.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`; a `DatabaseIssue`.
  public func keys(
    _ fetch: EntityFetch, text: String?, order: String? = nil, policy: QueryPolicy,
    variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Int64] {
    try integers(prepare(fetch, text, order, policy, variables, options, .keys))
  }

  /// The rows of a fetch for objects that also meet the text's condition. The columns are those of the fetch; without columns, all members of an
  /// object.
  ///
  /// ```swift
  /// try database.fetch(EntityFetch("Movie"), text: typed, policy: policy)
  /// ```
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - text: A condition from untrusted input; nil for all objects.
  ///   - order: Sort keys from untrusted input, such as `year desc, title`.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`; a `DatabaseIssue`.
  public func fetch(
    _ fetch: EntityFetch, text: String?, order: String? = nil, policy: QueryPolicy,
    variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> ResultTable {
    try rows(prepare(fetch, text, order, policy, variables, options, .rows))
  }

  /// The number of objects of a fetch that also meet the text's condition: `try database.count(EntityFetch("Movie"), text: typed, policy: policy)`.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - text: A condition from untrusted input; nil for all objects.
  ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`; a `DatabaseIssue`.
  public func count(
    _ fetch: EntityFetch, text: String?, policy: QueryPolicy, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> Int {
    try number(prepare(fetch, text, nil, policy, variables, options, .count))
  }

  private func prepare(
    _ fetch: EntityFetch, _ text: String?, _ order: String?, _ policy: QueryPolicy, _ variables: QueryVariables,
    _ options: BindingOptions, _ form: SQLFetchForm
  ) throws(PredicateIssue) -> PreparedFetch {
    let bound = try BoundFetch(
      fetch, text: text, order: order, policy: policy, model: model, variables: variables, options: options)
    return try prepare(bound, as: form, options: options, countedBy: policy)
  }
}
