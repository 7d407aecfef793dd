#if SQLite || CommandLine
  import ArgumentParser
  import PredicateConformance
  import PredicateLibrary
  import PredicatePrograms

  struct AdapterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "adapter", abstract: "Answers the line protocol: JSON, one object a line, on the standard streams.",
      discussion: """
        echo '{"op": "parse", "format": "year > 1990"}' | predicate adapter

        Beside the operations of Grammar/PROTOCOL.md it has those of the library, with
        "options" as they have them: library.check, library.format, library.holds and
        library.explain of a "record", library.matches in "lines".
        """)

    /// The functions of the library.
    private static let operations = LibraryOperation.allCases.map { operation in
      AdapterOperation("library." + operation.rawValue, input: operation.input) { predicate, input, options in
        operation.answer(to: predicate, input: input, options: options)
      }
    }

    func run() throws {
      try CommandStreams().leave(AdapterProgram(engine: Engines.own, operations: Self.operations).run())
    }
  }
#endif
