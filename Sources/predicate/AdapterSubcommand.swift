#if SQLite || CommandLine
  import ArgumentParser
  import PredicateConformance
  import PredicatePrograms

  struct AdapterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "adapter", abstract: "Answers the line protocol: JSON, one object a line, on the standard streams.",
      discussion: """
        echo '{"op": "parse", "format": "year > 1990"}' | predicate adapter
        """)

    func run() throws {
      try CommandStreams().leave(AdapterProgram(engine: Engines.own).run())
    }
  }
#endif
