#if SQLite || CommandLine
  import ArgumentParser
  import PredicateChecking
  import PredicatePrograms

  struct MatchSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "match", abstract: "Tries predicates against facts: which machines, events or objects match.",
      usage: "predicate match [OPTIONS] [PREDICATE ...] --facts FILE ...",
      discussion: """
        predicate match --profile munki --facts facts/*.plist 'machine_type == "laptop" AND os_vers BEGINSWITH "14"'
        predicate match --profile munki --facts facts --why mac-01 'machine_type == "laptop"'
        predicate match --profile munki --predicates manifests --facts facts
        predicate match 'year > 1990' 'genre == "Noir"' --facts movies.json --id title

        Facts are property lists in XML or binary, JSON and YAML: one record a file, which is called as the file is, or a list of \
        records. A folder stands for the files in it. One predicate gives the names of its records, several give a table. The \
        predicate stands in front, or behind the files. A key that a record does not have is nil; a key that no record \
        has is told. The status is 0 where a record matches, 1 where none does, 2 where a predicate or a file cannot be read or a \
        predicate fails on a record.
        """)

    @Option(help: "What takes the predicates: a name that `predicate profile` lists, or a file.")
    var profile = "foundation"

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp("Files and folders of records; - is standard input.", valueName: "file"), completion: .file())
    var facts: [String] = []

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp(
        "Files and folders in which predicates are found, as `predicate check` finds them.", valueName: "file"),
      completion: .file())
    var predicates: [String] = []

    @Option(
      name: .customLong("at"),
      help: ArgumentHelp(
        "Where predicates lie in files, in the place of the profile's places; may stand several times.",
        valueName: "place"))
    var places: [String] = []

    @OptionGroup var answers: AnswerOptions

    @Argument(help: "Predicates.")
    var words: [String] = []

    private var arguments: FactArguments { FactArguments(predicates: words, facts: facts) }

    func validate() throws {
      guard !arguments.predicates.isEmpty || !predicates.isEmpty else {
        throw ValidationError("Expected a predicate, or --predicates with a file.")
      }
      guard !arguments.facts.isEmpty else { throw ValidationError("Expected files of records behind --facts.") }
    }

    func run() throws {
      let streams = CommandStreams()
      var program = MatchProgram(try ProfileOption.profile(profile), try answers.settings(for: streams))
      program.places = places
      let status = program.run(
        arguments.predicates, predicateFiles: predicates, facts: arguments.facts, output: streams.output,
        errors: streams.errors)
      streams.flush()
      if status != .found { throw ExitCode(status.rawValue) }
    }
  }
#endif
