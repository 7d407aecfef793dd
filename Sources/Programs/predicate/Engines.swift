#if SQLite || CommandLine
  import PredicateConformance

  /// What answers the line protocol in this build.
  enum Engines {
    /// Memory and SQLite; without the trait `SQLite` memory alone, without fixtures.
    static var own: any AdapterEngine {
      #if SQLite
        DatabaseEngine()
      #else
        MemoryEngine()
      #endif
    }
  }
#endif
