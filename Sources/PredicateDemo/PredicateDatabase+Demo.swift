import GRDB
import PredicateSQLite

extension PredicateDatabase {
  /// The demo database, new and in memory.
  ///
  /// ```swift
  /// try PredicateDatabase.demo().count(EntityFetch("Movie"))  // 200
  /// ```
  ///
  /// - Throws: ``DatabaseIssue`` where SQLite cannot make it.
  public static func demo(
    configuration: Configuration = PredicateDatabase.defaultConfiguration
  ) throws(DatabaseIssue) -> PredicateDatabase {
    try PredicateDatabase(
      name: "demo", queue: DemoDatabase.makeQueue(configuration: configuration), file: .whole(DemoDatabase.model))
  }
}
