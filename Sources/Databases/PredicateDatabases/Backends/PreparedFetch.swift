import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQL

/// A column, and the form of its values by a sample of its rows. A statement that relies on it returns wrong rows if other values are added.
package struct ReliedColumn: Sendable {
  package let read: SQLColumnRead
  /// The form that all of its values have; nil if only their class matters.
  package let form: String?
  /// Whether all values may be read once more to show that it still holds.
  package let mayReadAll: Bool

  package init(_ read: SQLColumnRead, form: String?, mayReadAll: Bool) {
    self.read = read
    self.form = form
    self.mayReadAll = mayReadAll
  }
}

/// A fetch that is translated, once. It can run more than once.
package struct PreparedFetch: Sendable {
  package let fetch: BoundFetch
  /// Whether rows are wanted, keys, or their number.
  package let form: SQLFetchForm
  /// Nil for a back end without SQL.
  package let statement: SQLStatement?
  /// The columns of the rows of ``QueryBackend/run(_:_:)``.
  package let columns: [SQLResultColumn]
  /// The part of the fetch that memory applies to the objects of ``QueryBackend/run(_:_:)``; nil if these are the rows of the fetch.
  package let remainder: FetchRemainder?
  /// The columns whose values the statement relies on, by a sample of the rows.
  package let reliedColumns: [ReliedColumn]
  /// The functions and limits that it was bound with.
  package let options: BindingOptions
  /// Counts the steps, and ends the fetch when they are used up; nil if no part of it is untrusted text.
  package let policy: QueryPolicy?

  /// A fetch with the statement that was made of it.
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

  /// A fetch whose rows come without SQL.
  package init(_ fetch: BoundFetch, _ form: SQLFetchForm, withoutSQLOver model: DataModel) {
    let names = fetch.columns.isEmpty ? WholeObject(fetch.entity, in: model).names : fetch.columns.map(\.name)
    self.init(fetch, form, nil, columns: names.map { SQLResultColumn(name: $0, content: .value(.any)) })
  }

  /// The names of the columns of the fetch.
  package var columnNames: [String] {
    remainder == nil || fetch.columns.isEmpty ? columns.map(\.name) : fetch.columns.map(\.name)
  }
}
