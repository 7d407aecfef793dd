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

  /// The engine for the line protocol in this build.
  enum Engines {
    /// Memory and SQLite. The fixture `movies` is the demo database, and every other fixture is a file. Without the trait `SQLite`, only memory
    /// without fixtures.
    ///
    /// If the environment variable `OPENPREDICATE_POSTGRESQL` is a URL: memory and PostgreSQL. Every fixture is a schema of the database at this URL,
    /// as `.export` writes it, and `movies` has the model of the demo database.
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
