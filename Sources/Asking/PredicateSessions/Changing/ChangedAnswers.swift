import PredicateModel
import PredicateSQL
import PredicateObjects
import PredicateValues

/// The answers of a database with changes that are not saved.
///
/// It is `Sendable` in word only: an object context belongs to one task, and so do its answers.
package struct ChangedAnswers: QueryBackend, @unchecked Sendable {
  private let base: any QueryBackend
  private let context: ObjectContext

  /// The answers of the database that the changes will be saved in.
  package init(_ base: any QueryBackend, _ history: ChangeHistory) {
    self.base = base
    context = history.context
  }

  // MARK: With the changes

  /// The rows of a fetch, as the context has them.
  public func fetch(_ fetch: EntityFetch, variables: QueryVariables) throws -> ResultTable {
    try context.rows(fetch, variables: variables)
  }

  /// How many rows a fetch gives, whatever its limit.
  public func count(_ fetch: EntityFetch, variables: QueryVariables) throws -> Int {
    try context.count(fetch.counted, variables: variables)
  }

  // MARK: As the database has it

  /// The entities and what they have.
  public var model: DataModel { base.model }

  /// What would run when all is saved.
  public func sql(for fetch: EntityFetch, variables: QueryVariables, form: SQLFetchForm) throws -> SQLStatement {
    try base.sql(for: fetch, variables: variables, form: form)
  }

  /// How the database would run a statement.
  public func plan(of statement: SQLStatement) throws -> [PlanStep] { try base.plan(of: statement) }

  /// Whether an index begins with a column.
  public func hasIndex(beginningWith column: String, of table: String) -> Bool {
    base.hasIndex(beginningWith: column, of: table)
  }

  /// The values of an attribute that are saved.
  public func values(of attribute: String, in entity: String, prefix: String, limit: Int) throws -> [QueryValue] {
    try base.values(of: attribute, in: entity, prefix: prefix, limit: limit)
  }

  /// About how many rows a table has.
  public func approximateRowCount(ofTable name: String) throws -> Int? { try base.approximateRowCount(ofTable: name) }
}
