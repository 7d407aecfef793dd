#if SQLite || PostgreSQL || CommandLine
  import Foundation
  import PredicateConformance
  #if SQLite || PostgreSQL
    import PredicateDemo
    import PredicateSQLite
  #endif
  #if PostgreSQL
    import PredicatePostgreSQL
  #endif

  /// The engine of the line protocol in this build.
  enum Engines {
    /// Memory and SQLite; without the trait `SQLite` memory alone, without fixtures. `movies` is the demo database, every other fixture a file.
    ///
    /// With `OPENPREDICATE_POSTGRESQL` in the environment, memory and PostgreSQL: every fixture is a schema of the database of that URL, as `.export`
    /// writes one, and `movies` has the model of the demo database.
    static var own: any AdapterEngine {
      #if PostgreSQL
        if let target = ProcessInfo.processInfo.environment["OPENPREDICATE_POSTGRESQL"] {
          return DatabaseEngine("postgresql") { fixture in
            let model = fixture == "movies" ? try PredicateDatabase.demo().model : nil
            return try PostgreSQLDatabase(connection: target, schema: fixture, file: model.map { .whole($0) })
          }
        }
      #endif
      #if SQLite || PostgreSQL
        return DatabaseEngine("sqlite") {
          try $0 == "movies" ? PredicateDatabase.demo() : PredicateDatabase.open(path: $0)
        }
      #else
        return MemoryEngine()
      #endif
    }
  }
#endif
