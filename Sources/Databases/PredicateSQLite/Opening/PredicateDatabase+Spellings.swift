import PredicateModel
import PredicateSQL
import PredicateValues

/// Declarations with the names that other libraries use. The compiler shows their messages.
extension PredicateDatabase {
  /// Unavailable: ``open(path:isReadOnly:model:configuration:)`` opens a file.
  @available(*, unavailable, message: "write PredicateDatabase.open(path:)")
  public convenience init(path: String) throws { throw DatabaseIssue(.fileMissing, path) }

  /// Unavailable: a fetch has the entity's name.
  @available(
    *, unavailable,
    message:
      "write fetch(EntityFetch(\"Movie\", where: \"year > 1990\"), as: Movie.self), or Movie.filter(matching:in:)"
  )
  public func fetch<Record: Decodable>(
    _ type: Record.Type, _ format: QueryFormat? = nil, sortedBy sortKeys: QuerySortKey..., limit: Int? = nil
  ) throws -> [Record] { [] }

  /// Unavailable: a fetch is a value, and a session runs the text of a statement.
  @available(
    *, unavailable,
    message:
      "write fetch(EntityFetch(\"Movie\", where: \"year > 1990\", sortedBy: [\"title\"], limit: 10), as: Movie.self)"
  )
  @_disfavoredOverload
  public func fetch<Record: Decodable>(_ statement: QueryFormat, as type: Record.Type) throws -> [Record] { [] }

  /// Unavailable: a fetch is a value, and a session runs the text of a statement.
  @available(
    *, unavailable,
    message:
      "write fetch(EntityFetch(\"Movie\", columns: [\"genre\", FetchedColumn(\"count()\", as: \"n\")], groupBy: [\"genre\"]))"
  )
  @_disfavoredOverload
  public func fetch(_ statement: QueryFormat) throws -> ResultTable { ResultTable(columns: [], rows: []) }

  /// Unavailable: the records have a type.
  @available(
    *, unavailable, message: "write records(Movie.self, fetch), with the type of the records in the place of Movie"
  )
  public func records(_ fetch: EntityFetch) throws -> [EntityFetch] { [] }

  /// Unavailable: pass a fetch to count.
  @available(*, unavailable, message: "write count(EntityFetch(entity, where: format))")
  public func count(_ entity: String, where format: QueryFormat? = nil) throws -> Int { 0 }

  /// Unavailable: a fetch has a limit.
  @available(*, unavailable, message: "write fetch(EntityFetch(\"Movie\", where: \"year > 1990\", limit: 1)).first")
  public func first(_ fetch: EntityFetch) throws -> ResultTable.Row? { nil }

  /// Unavailable: the SQL is a part of the fetch's translation.
  @available(*, unavailable, message: "write statement(for: fetch).statement.text")
  public func sql(for fetch: EntityFetch) throws -> String { "" }
}
