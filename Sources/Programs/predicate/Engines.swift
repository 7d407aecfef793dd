#if SQLite || CommandLine
  import PredicateConformance
  #if SQLite
    import PredicateDemo
    import PredicateSQLite
  #endif

  /// What answers the line protocol in this build.
  enum Engines {
    /// Memory and SQLite; without the trait `SQLite` memory alone, without fixtures. `movies` is the demo database, every other fixture a file.
    static var own: any AdapterEngine {
      #if SQLite
        DatabaseEngine("sqlite") { try $0 == "movies" ? PredicateDatabase.demo() : PredicateDatabase.open(path: $0) }
      #else
        MemoryEngine()
      #endif
    }
  }
#endif
