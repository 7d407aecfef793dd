import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQL

/// A column whose values have the same written form in a sample of rows. A statement that relies on this form returns wrong rows if other values are
/// added later.
package struct ReliedColumn: Sendable {
  package let read: SQLColumnRead
  /// The written form of all values; nil if only their storage class matters.
  package let form: String?
  /// Whether checking the form may read all values of the column again.
  package let mayReadAll: Bool

  package init(_ read: SQLColumnRead, form: String?, mayReadAll: Bool) {
    self.read = read
    self.form = form
    self.mayReadAll = mayReadAll
  }
}

/// A fetch that has been translated once and can run several times.
package struct PreparedFetch: Sendable {
  package let fetch: BoundFetch
  /// Whether the fetch returns rows, keys, or the number of rows.
  package let form: SQLFetchForm
  /// The SQL; nil for a back end without SQL.
  package let statement: SQLStatement?
  /// The columns of the rows that ``QueryBackend/run(_:_:)`` passes.
  package let columns: [SQLResultColumn]
  /// The part of the fetch that memory applies to the objects of ``QueryBackend/run(_:_:)``. Nil if that function already passes the rows of the fetch.
  package let remainder: FetchRemainder?
  /// The columns for which the statement relies on the form that a sample shows.
  package let reliedColumns: [ReliedColumn]
  /// The functions and limits that the fetch was bound with.
  package let options: BindingOptions
  /// The policy that counts steps and ends the fetch when they are used up; nil if no part of the fetch is untrusted text.
  package let policy: QueryPolicy?

  /// A fetch with the statement that was translated from it.
  package init(
    _ fetch: BoundFetch, _ form: SQLFetchForm, _ statement: SQLStatement?, columns: [SQLResultColumn],
    remainder: FetchRemainder? = nil, reliedColumns: [ReliedColumn] = [], options: BindingOptions = BindingOptions(),
    policy: QueryPolicy? = nil
  ) {
    self.fetch = fetch
    self.form = form
    self.statement = statement
    self.columns = columns
    self.remainder = remainder
    self.reliedColumns = reliedColumns
    self.options = options
    self.policy = policy
  }

  package init(
    _ fetch: BoundFetch, _ form: SQLFetchForm, _ translation: SQLTranslation, reliedColumns: [ReliedColumn] = [],
    options: BindingOptions = BindingOptions(), policy: QueryPolicy? = nil
  ) {
    self.init(
      fetch, form, translation.statement, columns: translation.columns, remainder: translation.remainder,
      reliedColumns: reliedColumns, options: options, policy: policy)
  }

  /// A fetch for a back end that finds rows without SQL.
  package init(_ fetch: BoundFetch, _ form: SQLFetchForm, withoutSQLOver model: DataModel) {
    let names = fetch.columns.isEmpty ? WholeObject(fetch.entity, in: model).names : fetch.columns.map(\.name)
    self.init(fetch, form, nil, columns: names.map { SQLResultColumn(name: $0, content: .value(.any)) })
  }

  /// The SQL. Throws if the fetch was prepared by a database without SQL.
  ///
  /// - Parameter name: The database that runs it.
  package func statement(of name: String) throws -> SQLStatement {
    guard let statement else {
      throw DatabaseIssue(
        .failed,
        "the database “\(name)” cannot run the fetch of \(fetch.entity.name), because it did not prepare the fetch")
    }
    return statement
  }

  /// The names of the columns of the fetch.
  package var columnNames: [String] {
    remainder == nil || fetch.columns.isEmpty ? columns.map(\.name) : fetch.columns.map(\.name)
  }
}
