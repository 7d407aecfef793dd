#if SQLite || CommandLine
  import ArgumentParser
  import PredicateChecking
  import PredicatePrograms

  struct DiffSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "diff", abstract: "Compares two predicates by the records that they hold of: who gains, who loses.",
      usage: "predicate diff [OPTIONS] OLD NEW --facts FILE ...",
      discussion: """
        predicate diff --profile munki 'os_vers_major == 14' 'os_vers_major >= 14' --facts facts
        predicate diff 'year > 1990' 'year >= 1990' --facts movies.json --id title --output ndjson

        A line with + is a record that only the new predicate holds of, one with - a record that only the old one holds of. Facts are \
        read as by `predicate match`. The status is 0 where both predicates hold of the same records, 1 where they do not, 2 where a \
        predicate or a file cannot be read or a predicate fails on a record.
        """)

    @Option(help: "What takes the predicates: a name that `predicate profile` lists, or a file.")
    var profile = "foundation"

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp("Files and folders of records; - is standard input.", valueName: "file"), completion: .file())
    var facts: [String] = []

    @OptionGroup var answers: AnswerOptions

    @Argument(help: "The old predicate and the new one.")
    var words: [String] = []

    private var arguments: FactArguments { FactArguments(predicates: words, facts: facts) }

    func validate() throws {
      guard arguments.predicates.count == 2 else {
        throw ValidationError("Expected two predicates, found \(arguments.predicates.count).")
      }
      guard !arguments.facts.isEmpty else { throw ValidationError("Expected files of records behind --facts.") }
    }

    func run() throws {
      let streams = CommandStreams()
      let program = DiffProgram(try ProfileOption.profile(profile), try answers.settings(for: streams))
      let status = program.run(
        arguments.predicates[0], arguments.predicates[1], facts: arguments.facts, output: streams.output,
        errors: streams.errors)
      streams.flush()
      if status != .alike { throw ExitCode(status.rawValue) }
    }
  }
#endif
