#if Databases
  import ArgumentParser
  import PredicateOutput
  import PredicateCommands
  import PredicateShell
  import PredicateWeb

  struct SQLSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "sql", abstract: "Shows the SQL of a statement of the shell, with its bound values.",
      usage: "predicate sql [DATABASE] [--entity ENTITY] STATEMENT",
      discussion: """
        predicate sql 'Movie where lentToFriend.friendName BEGINSWITH "A" sort by year'
        predicate sql films.sqlite --entity Movie 'year > 1990'
        """)

    @Option(
      help: ArgumentHelp(
        "The entity, if the statement is a predicate alone. Default: the first entity.", valueName: "entity"))
    var entity: String?

    @Option(
      help: ArgumentHelp(
        "A model file for the database. `predicate schema --help` describes such files.", valueName: "file"))
    var model: String?

    @Argument(
      help: "\(NamedDatabase.nouns) (default: the demo database), and a statement.", completion: .file())
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
        status = SQLProgram.run(
          statement: statement, entity: entity, database: database, output: streams.output, errors: streams.errors)
      }
      try streams.leave(status)
    }
  }

  struct SchemaSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema", abstract: "Shows the entities, attributes and relationships of a database.",
      discussion: """
        predicate schema films.sqlite
        predicate schema --as model films.sqlite

        --as model writes a model file, which can be changed and given to --model. A model file may also contain only \
        changes:

          {"format": 1, "extends": "schema", "entities": [
            {"table": "Order Details", "name": "OrderLine",
              "attributes": [{"column": "made", "name": "madeOn", "storage": "secondsSince1970"}, {"column": "x", "hidden": true}],
              "relationships": [{"was": "orderDetails", "name": "lines"},
                {"name": "author", "destination": "people", "inverse": "lines", "storage": {"foreignKey": ["made_by"]}}]}]}

        \(NamedDatabase.help(separator: "\n\n", \.modelFiles))

        "guess": false in a model file turns off relationships that are guessed from names of columns.
        """)

    @Option(
      name: .customLong("as"),
      help: ArgumentHelp("The format of the output: text, or model for a model file.", valueName: "format"))
    var form: SchemaProgram.Form = .text

    @Option(
      help: ArgumentHelp("A model file with other names, other storages or more relationships.", valueName: "file"),
      completion: .file())
    var model: String?

    @Argument(help: "\(NamedDatabase.nouns). Default: the demo database.", completion: .file())
    var database: String?

    func run() throws {
      let streams = CommandStreams()
      guard let opened = NamedDatabase.open(database, model: model, errors: streams.errors) else {
        return try streams.leave(ProgramStatus.failure)
      }
      try streams.leave(
        SchemaProgram.run(
          model: opened.model, notes: opened.notes, form: form, output: streams.output, errors: streams.errors))
    }
  }

  extension SchemaProgram.Form: ExpressibleByArgument {}

  struct DemoSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "demo", abstract: "Writes the demo database, or a generated database of any size, to a file.",
      discussion: """
        predicate demo movies.sqlite
        predicate demo --movies 1000 --seed 7 --force movies.sqlite

        Without --movies, the command writes the demo database of the shell, with 200 real films. With --movies, the \
        command invents films from a seed. A database of invented films has 12 friends, 15 tags and 300 loans for \
        every 200 films.
        """)

    @Option(help: ArgumentHelp("The number of films.", valueName: "number"))
    var movies: Int?

    @Option(help: ArgumentHelp("A number. The same number gives the same films.", valueName: "number"))
    var seed: UInt64 = 1

    @Flag(help: "Replaces an existing file.")
    var force = false

    @Argument(help: "The file to write.", completion: .file())
    var file: String

    func validate() throws {
      guard let movies, !(0...DemoProgram.mostMovies).contains(movies) else { return }
      throw ValidationError("Expected 0 to \(DemoProgram.mostMovies) movies, found \(movies).")
    }

    func run() throws {
      var program = DemoProgram(movies: movies, seed: seed, replaces: force)
      let streams = CommandStreams()
      program.showsProgress = streams.errorsAreSeen
      try streams.leave(program.run(path: file, output: streams.output, errors: streams.errors))
    }
  }

  struct WebSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "web", abstract: "Shows a database on a read-only page in the browser.",
      discussion: """
        predicate web films.sqlite
        predicate web postgresql://ann@db.example.org/shop

        Prints an address to open in a browser. Only programs on this machine can reach the server, because it listens at 127.0.0.1. \
        The address contains a token, and the server refuses requests from other sites. The page works without a network.

        The page accepts the statements of the shell, except insert, update, delete and commands. A statement ends \
        after 20 seconds.
        """)

    @Option(help: ArgumentHelp("The port of the server. 0 chooses a free port.", valueName: "number"))
    var port: UInt16 = 0

    @Option(
      help: ArgumentHelp(
        "A model file for the database. `predicate schema --help` describes such files.", valueName: "file"),
      completion: .file())
    var model: String?

    @Argument(
      help: "\(NamedDatabase.nouns). Default: the demo database.", completion: .file())
    var database: String?

    func run() throws {
      let streams = CommandStreams()
      guard let opened = NamedDatabase.open(database, model: model, errors: streams.errors) else {
        return try streams.leave(ProgramStatus.failure)
      }
      try streams.leave(
        WebProgram.run(database: opened, port: port, output: streams.output, errors: streams.errors))
    }
  }
#endif
