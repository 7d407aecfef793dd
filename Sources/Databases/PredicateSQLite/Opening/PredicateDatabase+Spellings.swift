import PredicateModel
import PredicateSQL
import PredicateValues

/// The compiler shows these messages for spellings of other libraries.
extension PredicateDatabase {
  /// Unavailable: a file is opened by ``open(path:isReadOnly:model:configuration:)``.
  @available(*, unavailable, message: "write PredicateDatabase.open(path:)")
  public convenience init(path: String) throws { throw DatabaseIssue(.fileMissing, path) }

  /// Unavailable: a count is a fetch's.
  @available(*, unavailable, message: "write count(EntityFetch(entity, where: format))")
  public func count(_ entity: String, where format: QueryFormat? = nil) throws -> Int { 0 }

  /// Unavailable: the SQL of a fetch is a part of its translation.
  @available(*, unavailable, message: "write statement(for: fetch).statement.text")
  public func sql(for fetch: EntityFetch) throws -> String { "" }
}
