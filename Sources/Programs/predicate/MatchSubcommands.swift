#if Commands
  import ArgumentParser
  import PredicateChecking
  import PredicateCommands

  /// The error of a command line without `--facts`.
  private let missingFacts = "The option --facts is missing. It names the files of records."

  struct MatchSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "match",
      abstract:
        "Evaluates predicates on records, such as the facts of many machines, and shows the records that match.",
      usage: "predicate match [OPTIONS] [PREDICATE ...] --facts FILE ...",
      discussion: """
        predicate match --profile munki --facts facts/*.plist 'machine_type == "laptop" AND os_vers BEGINSWITH "14"'
        predicate match --profile munki --facts facts --why mac-01 'machine_type == "laptop"'
        predicate match --profile munki --predicates manifests --facts facts
        predicate match 'year > 1990' 'genre == "Noir"' --facts movies.json --id title

        Facts are files in property list (XML or binary), JSON or YAML. A file contains one record, or a list of \
        records. A single record is shown under the name of its file. If FILE is a folder, the command reads all \
        files in it. The predicate comes before or after the files.

        For one predicate, the names of the matching records are printed. For several predicates, a table is printed. \
        A key that a record does not have is nil. The command reports a key that no record has.

        The status is 0 if a record matches, 1 if none does, and 2 if there was an error. An error is a predicate or a \
        file that cannot be read, or a predicate that fails on a record.
        """)

    @OptionGroup var source: FactOptions

    @Option(
      parsing: .upToNextOption,
      help: ArgumentHelp(
        "Files and folders with predicates, as `predicate check` reads them.", valueName: "file"),
      completion: .file())
    var predicates: [String] = []

    @Option(
      name: .customLong("at"),
      help: ArgumentHelp(
        "Places of predicates in files, instead of the profile's places. May be repeated.",
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
      guard !arguments.facts.isEmpty else { throw ValidationError(missingFacts) }
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
      commandName: "diff", abstract: "Shows the records that match only one of two predicates.",
      usage: "predicate diff [OPTIONS] OLD NEW --facts FILE ...",
      discussion: """
        predicate diff --profile munki 'os_vers_major == 14' 'os_vers_major >= 14' --facts facts
        predicate diff 'year > 1990' 'year >= 1990' --facts movies.json --id title --output ndjson

        A line with + is a record that only the new predicate matches. A line with - is a record that only the old \
        predicate matches. The command reads facts in the same way as `predicate match`.

        The status is 0 if both predicates match the same records, 1 if they do not, and 2 if there was an error. An \
        error is a predicate or a file that cannot be read, or a predicate that fails on a record.
        """)

    @OptionGroup var source: FactOptions

    @OptionGroup var answers: AnswerOptions

    @Argument(help: "The old predicate and the new predicate.")
    var words: [String] = []

    private var arguments: FactArguments { FactArguments(predicates: words, facts: source.facts) }

    func validate() throws {
      guard arguments.predicates.count == 2 else {
        throw ValidationError("Expected two predicates, found \(arguments.predicates.count).")
      }
      guard !arguments.facts.isEmpty else { throw ValidationError(missingFacts) }
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

  /// The input of `match` and `diff`.
  struct FactOptions: ParsableArguments {
    @Option(
      help: "The profile of the program that reads the predicates: a name that `predicate profile` lists, or a file.")
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
        "Shows why the predicates match this record or not. May be repeated.", valueName: "record"))
    var why: [String] = []

    @Option(help: ArgumentHelp("The key whose value is the name of a record.", valueName: "key"))
    var id: String?

    @Flag(name: [.customShort("c"), .long], help: "Prints only the number of records.")
    var count = false

    @Option(help: ArgumentHelp("The value of a $variable. May be repeated.", valueName: "name=value"))
    var variable: [String] = []

    @Option(help: "The format of answers: text, json or ndjson.")
    var output = AnswerFormat.text

    func validate() throws {
      if count, !why.isEmpty { throw ValidationError("Expected --count or --why, found both.") }
      _ = try settings()
    }

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
