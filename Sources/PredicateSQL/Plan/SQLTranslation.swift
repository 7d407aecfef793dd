import PredicateValues

/// A fetch in SQL.
public struct SQLTranslation: Sendable {
  /// What SQLite runs.
  public let statement: SQLStatement
  /// What its columns are.
  public let columns: [SQLResultColumn]
  /// What is worth knowing about how the predicate was read.
  public let notes: [PredicateIssue]
}
