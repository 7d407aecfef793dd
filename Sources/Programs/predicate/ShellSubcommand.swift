#if Databases
  import ArgumentParser
  import PredicateOutput
  import PredicateCommands
  import PredicateShell

  struct ShellSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "shell", _superCommandName: "predicate",
      abstract: "Runs statements on a database. This is the default command.",
      discussion: """
        predicate films.sqlite
        predicate -e 'Movie where year > 1990 sort by rating desc limit 3 show title, rating'
        predicate --mode csv -e 'lent == YES' > lent.csv
        predicate postgresql://ann@db.example.org/shop -e 'Film where year > 1990'
        echo 'count genre == "Noir"' | predicate

        The option -e passes a statement. Without -e, a terminal shows a prompt; otherwise the statements come from \
        standard input. Without a terminal, the first error ends the run with status 1.
        Only .commit saves changes: predicate --write films.sqlite -e 'delete Tag where movies.@count == 0' -e .commit
        """)

    @Option(
      name: .customShort("e"), parsing: .unconditionalSingleValue,
      help: ArgumentHelp("Runs a statement and ends. May be repeated.", valueName: "statement"))
    var statements: [String] = []

    @Option(
      help: "The format of answers: \(OutputMode.allCases.map(\.rawValue).joined(separator: ", ")). Default: table.")
    var mode: OutputMode?

    @Option(
      help: ArgumentHelp(
        "A model file for the database. `predicate schema --help` describes such files.", valueName: "file"),
      completion: .file())
    var model: String?

    @Flag(help: "Opens the database for reading and writing, for insert, update, delete and .import.")
    var write = false

    @Flag(
      help:
        "Changes objects without asking. Without this option and without a terminal, a statement changes at most 100 objects."
    )
    var yes = false

    @Flag(
      name: .customLong("dry-run"),
      help: "Shows which objects insert, update and delete would change, with plans and counts, and saves nothing.")
    var isTrial = false

    @Flag var databaseOptions: [DatabaseFlag] = []

    @Argument(
      help: "\(NamedDatabase.nouns). Default: the demo database of friends who lend films.",
      completion: .file())
    var database: String?

    @Argument(help: .hidden)
    var rest: [String] = []

    func validate() throws {
      guard let word = rest.first else { return }
      throw ValidationError(
        "Unexpected argument '\(word)'. A statement comes after -e: predicate \(database ?? "") -e '\(word)'")
    }

    func run() throws {
      let streams = CommandStreams()
      guard
        let opened = NamedDatabase.open(
          database, model: model, isReadOnly: !write && !isTrial, options: Set(databaseOptions.map(\.description)),
          errors: streams.errors)
      else {
        return try streams.leave(ProgramStatus.failure)
      }
      throw ExitCode(
        ShellProgram.run(
          database: opened,
          options: ShellOptions(statements: statements, mode: mode, agreesToChanges: yes, isTrial: isTrial)))
    }
  }

  /// An option that only databases of some kinds understand.
  struct DatabaseFlag: EnumerableFlag, CustomStringConvertible {
    /// The name without dashes.
    let description: String

    static var allCases: [DatabaseFlag] { NamedDatabase.options().map { DatabaseFlag(description: $0.name) } }

    static func name(for flag: DatabaseFlag) -> NameSpecification { .customLong(flag.description) }

    static func help(for flag: DatabaseFlag) -> ArgumentHelp? {
      NamedDatabase.options().first { $0.name == flag.description }.map { ArgumentHelp($0.help) }
    }
  }

  extension OutputMode: ExpressibleByArgument {}
#endif
