#if SQLite || PostgreSQL || CommandLine
  import PredicateConformance
  #if SQLite || PostgreSQL
    import PredicateDemo
    import PredicateSQLite
  #endif

  /// The engine of the line protocol in this build.
  enum Engines {
    /// Memory and SQLite; without the trait `SQLite` memory alone, without fixtures. `movies` is the demo database, every other fixture a file.
    static var own: any AdapterEngine {
      #if SQLite || PostgreSQL
        DatabaseEngine("sqlite") { try $0 == "movies" ? PredicateDatabase.demo() : PredicateDatabase.open(path: $0) }
      #else
        MemoryEngine()
      #endif
    }
  }
#endif
