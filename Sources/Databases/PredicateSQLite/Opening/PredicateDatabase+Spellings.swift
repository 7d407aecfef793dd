import PredicateModel
import PredicateSQL
import PredicateValues

/// Declarations with the names that other libraries use. The compiler shows their messages.
extension PredicateDatabase {
  /// Unavailable: ``open(path:isReadOnly:model:configuration:)`` opens a file.
  @available(*, unavailable, message: "write PredicateDatabase.open(path:)")
  public convenience init(path: String) throws { throw DatabaseIssue(.fileMissing, path) }

  /// Unavailable: pass a fetch to count.
  @available(*, unavailable, message: "write count(EntityFetch(entity, where: format))")
  public func count(_ entity: String, where format: QueryFormat? = nil) throws -> Int { 0 }

  /// Unavailable: the SQL is a part of the fetch's translation.
  @available(*, unavailable, message: "write statement(for: fetch).statement.text")
  public func sql(for fetch: EntityFetch) throws -> String { "" }
}
