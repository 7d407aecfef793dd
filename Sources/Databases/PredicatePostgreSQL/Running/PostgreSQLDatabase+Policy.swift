#if PostgreSQL
  import PredicateBinding
  import PredicateDatabases
  import PredicateModel
  import PredicateDocuments
  import PredicateSQL
  import PredicateValues

  /// Fetches with untrusted text from a search field, a request, or a saved filter.
  ///
  /// The application writes the fetch: its entity, its columns, its own predicate, its limit. The text adds a condition and an order, which may read
  /// only what the policy allows. Memory counts the steps of its part. The server counts no steps: a statement is not run if the server expects more
  /// work than the policy allows (``checkWork(of:by:)``), and `statement_timeout` ends a statement that takes longer than expected.
  ///
  /// ```swift
  /// let policy = QueryPolicy().allowing(.except("email"), ofEntity: "Friend").allowing(.all, ofEntity: "Movie")
  /// let keys = try database.keys(EntityFetch("Movie", limit: 50), text: typed, policy: policy)
  /// ```
  ///
  /// All of these functions throw the errors of parsing and binding, kind `unsupported` for parts that the policy excludes, kind `limit` for a
  /// predicate that is too long, too large or takes too many steps, and ``DatabaseIssue``.
  extension PostgreSQLDatabase {
    /// The keys of the objects of a fetch that also meet the text's condition. They are in the given order, then in the fetch's.
    ///
    /// ```swift
    /// try database.keys(EntityFetch("Movie"), text: typed, policy: policy)
    /// ```
    ///
    /// - Parameters:
    ///   - fetch: The entity with its condition, order, columns and limits.
    ///   - text: A condition; nil for all objects.
    ///   - order: Sort keys from untrusted input, such as `year desc, title`; nil for none. The policy limits and checks them.
    ///   - policy: The names that the text may read, the rule that each object must meet, and the limits.
    ///   - variables: Values for the `$variables` of the predicate.
    ///   - options: The functions, limits and time zone that the predicate is bound with.
    /// - Throws: The issues of the text, `unknown-key` for a name that the policy hides, kind `limit`, `policy-rule`; a `DatabaseIssue`.
    public func keys(
      _ fetch: EntityFetch, text: String?, order: String? = nil, policy: QueryPolicy,
      variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
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
      variables: QueryVariables = [:], options: BindingOptions = BindingOptions()
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
      _ fetch: EntityFetch, _ text: String?, _ order: String?, _ policy: QueryPolicy,
      _ variables: QueryVariables, _ options: BindingOptions, _ form: SQLFetchForm
    ) throws(PredicateIssue) -> PreparedFetch {
      let bound = try BoundFetch(
        fetch, text: text, order: order, policy: policy, model: model, variables: variables, options: options)
      return try prepare(bound, as: form, options, countedBy: policy)
    }

    /// Throws if the server expects a statement to take more steps than a policy allows.
    ///
    /// One step of the policy is assumed to be one operator for one row, which costs 0.0025 in the server's units (`cpu_operator_cost`).
    func checkWork(of statement: SQLStatement, by policy: QueryPolicy) throws {
      let cost =
        switch try explained(statement)?["Total Cost"] {
        case .double(let cost)?: cost
        case .integer(let cost)?: Double(cost)
        default: 0.0
        }
      if cost > Double(policy.work) * 0.0025 { throw PredicateIssue.tooMuchWork }
    }
  }
#endif
