#if Commands
  import Foundation
  import PredicateConformance
  #if Databases
    import PredicateShell
  #endif

  /// The engine for the line protocol in this build.
  enum Engines {
    /// Memory and a kind of database (`NamedDatabase.fixtures`). In a build without databases, only memory without fixtures.
    ///
    /// - Throws: The reason why this build cannot open the databases that the environment names.
    static func own() throws -> any AdapterEngine {
      #if Databases
        let fixtures = try NamedDatabase.fixtures(ProcessInfo.processInfo.environment)
        return DatabaseEngine(fixtures.name, open: fixtures.open)
      #else
        return MemoryEngine()
      #endif
    }
  }
#endif
