#if Commands
  import Foundation
  import PredicateConformance
  #if Databases
    import PredicateShell
  #endif

  /// The engine for the line protocol in this build.
  enum Engines {
    /// Memory and a kind of database (``NamedDatabase/fixtures(_:)``). In a build without databases, only memory without fixtures.
    static var own: any AdapterEngine {
      #if Databases
        let fixtures = NamedDatabase.fixtures(ProcessInfo.processInfo.environment)
        return DatabaseEngine(fixtures.name, open: fixtures.open)
      #else
        return MemoryEngine()
      #endif
    }
  }
#endif
