#if SQLite
  import ArgumentParser
  import PredicateOutput
  import PredicatePrograms
  import PredicateShell

  struct SQLSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sql", abstract: "Shows the SQL that a statement of the shell runs, and what is bound to it.",
      usage: "predicate sql [DATABASE] [--entity ENTITY] STATEMENT",
      discussion: """
        predicate sql 'Movie where lentToFriend.friendName BEGINSWITH "A" sort by year'
        predicate sql films.sqlite --entity Movie 'year > 1990'
        """)

    @Option(help: "The entity whose objects a bare predicate asks for; else the first one.")
    var entity: String?

    @Option(help: ArgumentHelp("A model file for the database: predicate schema --help explains.", valueName: "file"))
    var model: String?

    @Argument(
      help: "A SQLite file, without which it is the demo database, and a statement.", completion: .file())
    var databaseAndStatement: [String]

    func validate() throws {
      guard databaseAndStatement.count <= 2 else {
        throw ValidationError("Expected a database and a statement, found \(databaseAndStatement.count) arguments.")
      }
    }

    func run() throws {
      let streams = CommandStreams()
      var status = ProgramStatus.failure
      let path = databaseAndStatement.count == 2 ? databaseAndStatement.first : nil
      if let statement = databaseAndStatement.last,
        let database = NamedDatabase.open(path, model: model, errors: streams.errors)
      {
        var program = SQLProgram()
        program.colorsOutput = streams.colorsOutput
        program.colorsErrors = streams.colorsErrors
        status = program.run(
          statement: statement, entity: entity, database: database, output: streams.output, errors: streams.errors)
      }
      try streams.leave(status)
    }
  }
#endif
