#if Commands
  import ArgumentParser
  import PredicateConformance
  import PredicateLibrary
  import PredicateCommands
  import PredicateOutput

  struct ConformanceSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "conformance", abstract: "Runs the test suite of the language on this or another implementation.",
      discussion: """
        predicate conformance --suite Grammar/suite --filter like
        predicate conformance --suite Grammar/suite --filter nil --adapter 'predicate adapter' --report nil.md
        predicate conformance --rung 1 --adapter 'predicate adapter'

        A rung is a step of the suite. A rung is climbed if all of its required cases are right. Without --adapter this \
        implementation runs in the same process.

        The status is 1 if a required case went wrong, and 2 if there is no result. There is no result if the suite \
        cannot be read, if the adapter ends before its first answer, or if no case could be judged.
        """)

    @Option(help: ArgumentHelp("Starts the adapter of an implementation.", valueName: "command"))
    var adapter: String?

    @Option(
      help: ArgumentHelp(
        "The folder of the suite. Default: Grammar/suite in this folder or in a folder above it.", valueName: "dir"),
      completion: .directory)
    var suite: String?

    @Option(help: ArgumentHelp("Runs only cases whose topic/id or rule contains this text.", valueName: "text"))
    var filter = ""

    @Option(help: ArgumentHelp("Runs only the case with this id. May be repeated.", valueName: "id"))
    var only: [String] = []

    @Option(help: ArgumentHelp("The expected behaviour: open or apple.", valueName: "dialect"))
    var dialect = "open"

    @Option(
      help: ArgumentHelp(
        "Runs only cases that need nothing except core and this capability. May be repeated.", valueName: "capability"))
    var capability: [String] = []

    @Option(help: ArgumentHelp("Runs only the cases of a rung, 1 to 5. May be repeated.", valueName: "number"))
    var rung: [Int] = []

    @Option(
      help: ArgumentHelp("Writes a report: a file .md, .json or .html. May be repeated.", valueName: "file"),
      completion: .file())
    var report: [String] = []

    @Option(
      help: ArgumentHelp(
        "The number of seconds after which a missing answer of the adapter is an error.", valueName: "seconds"))
    var timeout = 5.0

    func run() throws {
      var program = ConformanceProgram(engine: try Engines.own())
      program.adapter = adapter
      program.suite = suite
      program.selection.filter = filter
      program.selection.ids = Set(only)
      guard let dialect = ConformanceDialect(rawValue: dialect) else {
        throw ValidationError("There is no dialect \"\(dialect)\": the dialects are open and apple.")
      }
      program.selection.dialect = dialect
      if !capability.isEmpty { program.selection.capabilities = Set(capability + ["core"]) }
      if let other = rung.first(where: { !(1...5).contains($0) }) {
        throw ValidationError("There is no rung \(other): the ladder has the rungs 1 to 5.")
      }
      program.selection.rungs = Set(rung)
      program.reports = report
      program.timeout = timeout
      let streams = CommandStreams()
      try streams.leave(program.run(output: streams.output, errors: streams.errors))
    }
  }

  struct AdapterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "adapter",
      abstract:
        "Connects this implementation with a runner of the test suite, by lines of JSON on standard input and output.",
      discussion: """
        echo '{"op": "parse", "format": "year > 1990"}' | predicate adapter

        The adapter has the operations that Grammar/PROTOCOL.md in OpenPredicate's repository describes. The adapter \
        also has the operations of the library (library.check, library.format, …). Documentation/languages/library.md \
        in the repository describes these operations.
        """)

    private static let operations = LibraryOperation.allCases.map { operation in
      AdapterOperation("library." + operation.rawValue, input: operation.input) { predicate, input, options in
        operation.answer(to: predicate, input: input, options: options)
      }
    }

    func run() throws {
      let streams = CommandStreams()
      let program = AdapterProgram(engine: try Engines.own(), operations: Self.operations)
      try streams.leave(program.run(errors: streams.errors))
    }
  }
#endif
