import PredicateDatabases
import PredicateSQLite

extension ObjectContext {
  /// A context over a database of any kind. Nil if objects cannot be kept in a database of its kind: only SQLite can keep them.
  package convenience init?(over database: any QueryDatabase) throws {
    guard let database = database as? PredicateDatabase else { return nil }
    try self.init(database)
  }
}
