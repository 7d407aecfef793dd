import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSQL
import PredicateObjects
import PredicateValues

/// A back end whose answers include the unsaved changes of an object context.
///
/// The conformance to `Sendable` is not checked: an object context belongs to one task, and its answers must stay in the same task.
package struct ChangedAnswers: QueryBackend, @unchecked Sendable {
  private let base: any QueryBackend
  private let history: ChangeHistory
  private var context: ObjectContext { history.context }

  /// Answers statements from the database `base` and the unsaved changes of `history`.
  package init(_ base: any QueryBackend, _ history: ChangeHistory) {
    self.base = base
    self.history = history
  }

  /// The model for unsaved objects: a required attribute may be nil.
  package var model: DataModel { context.modelOfObjects }

  /// Prepares a fetch for the database. If the fetch reads unsaved changes and cannot be written in SQL, it is prepared for memory.
  package func prepare(_ fetch: BoundFetch, as form: SQLFetchForm) throws -> PreparedFetch {
    do {
      return try base.prepare(fetch, as: form)
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      guard context.readsChanges(fetch) else { throw issue }
      return PreparedFetch(fetch, form, withoutSQLOver: model)
    }
  }

  /// The rows with the context's changes if the fetch reads any of them, otherwise the database's rows.
  package func run(_ fetch: PreparedFetch, _ body: ([QueryValue]) throws -> Bool) throws {
    if history.hasPendingRows { return try history.whileWritten { try base.run(fetch, body) } }
    let found = fetch.remainder?.objects ?? fetch.fetch
    guard let rows = try context.changedRows(of: found)?.rows else { return try base.run(fetch, body) }
    if fetch.remainder != nil {
      // The result of `changedRows` has all values of the objects. The statement selects some of them.
      let names = WholeObject(found.entity, in: model).names
      let places = fetch.columns.map { column in names.firstIndex { $0.hasSameScalars(as: column.name) } }
      for row in rows where try !body(places.map { $0.map { row[$0] } ?? .null }) { return }
    } else if fetch.form == .count {
      _ = try body([.integer(Int64(rows.count))])
    } else {
      for row in rows where try !body(row) { return }
    }
  }

  // MARK: As the database has it

  package func limiting<Result>(steps: Int, _ work: () throws -> Result) rethrows -> Result {
    try base.limiting(steps: steps, work)
  }

  /// How the database would run a statement.
  package func plan(of statement: SQLStatement) throws -> [PlanNode] { try base.plan(of: statement) }

  package func hasIndex(beginningWith column: String, of table: String) -> Bool {
    base.hasIndex(beginningWith: column, of: table)
  }

  package func areAlike(_ foreign: KeyColumns, _ key: KeyColumns) -> Bool { base.areAlike(foreign, key) }

  package func indexObstacle(_ comparison: QueryComparison, of attribute: Attribute) -> String? {
    base.indexObstacle(comparison, of: attribute)
  }

  /// The saved values of an attribute. Unsaved changes are ignored.
  package func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
    try base.values(of: attribute, in: entity, prefix: prefix, limit: limit)
  }

  /// The approximate number of a table's rows.
  package func approximateRowCount(ofTable name: String) throws -> Int? { try base.approximateRowCount(ofTable: name) }
}
