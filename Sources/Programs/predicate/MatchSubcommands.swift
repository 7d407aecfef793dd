#if SQLite || CommandLine
  import ArgumentParser
  import PredicateChecking
  import PredicateCommands

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

    @OptionGroup var source: FactOptions

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

    private var arguments: FactArguments { FactArguments(predicates: words, facts: source.facts) }

    func validate() throws {
      guard !arguments.predicates.isEmpty || !predicates.isEmpty else {
        throw ValidationError("Expected a predicate, or --predicates with a file.")
      }
      guard !arguments.facts.isEmpty else { throw ValidationError("Expected files of records behind --facts.") }
    }

    func run() throws {
      let streams = CommandStreams()
      var program = MatchProgram(try ProfileOption.profile(source.profile), try answers.settings())
      program.places = places
      try streams.leave(
        program.run(
          arguments.predicates, predicateFiles: predicates, facts: arguments.facts, output: streams.output,
          errors: streams.errors))
    }
  }

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

    @OptionGroup var source: FactOptions

    @OptionGroup var answers: AnswerOptions

    @Argument(help: "The old predicate and the new one.")
    var words: [String] = []

    private var arguments: FactArguments { FactArguments(predicates: words, facts: source.facts) }

    func validate() throws {
      guard arguments.predicates.count == 2 else {
        throw ValidationError("Expected two predicates, found \(arguments.predicates.count).")
      }
      guard !arguments.facts.isEmpty else { throw ValidationError("Expected files of records behind --facts.") }
    }

    func run() throws {
      let streams = CommandStreams()
      let program = DiffProgram(try ProfileOption.profile(source.profile), try answers.settings())
      try streams.leave(
        program.run(
          arguments.predicates[0], arguments.predicates[1], facts: arguments.facts, output: streams.output,
          errors: streams.errors))
    }
  }

  /// What `match` and `diff` read.
  struct FactOptions: ParsableArguments {
    @Option(help: "What takes the predicates: a name that `predicate profile` lists, or a file.")
    var profile = "foundation"

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp("Files and folders of records; - is standard input.", valueName: "file"), completion: .file())
    var facts: [String] = []
  }

  /// The options that `match` and `diff` share.
  struct AnswerOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Shows why the predicates hold of this record or not; may stand several times.", valueName: "record"))
    var why: [String] = []

    @Option(help: ArgumentHelp("The key whose value is what a record is called.", valueName: "key"))
    var id: String?

    @Flag(name: [.customShort("c"), .long], help: "Only the number of records.")
    var count = false

    @Option(help: ArgumentHelp("The value of a $variable; may stand several times.", valueName: "name=value"))
    var variable: [String] = []

    @Option(help: "How answers are written: text, json or ndjson.")
    var output = AnswerFormat.text

    func validate() throws {
      if count, !why.isEmpty { throw ValidationError("Expected --count or --why, found both.") }
      _ = try settings()
    }

    /// The settings of a program.
    func settings() throws -> AnswerSettings {
      var settings = AnswerSettings()
      settings.format = output
      settings.variables = try VariableOption.values(variable)
      settings.idKey = id
      settings.explained = why
      settings.isCounting = count
      return settings
    }
  }

  extension AnswerFormat: ExpressibleByArgument {}
#endif
