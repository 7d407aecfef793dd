import ArgumentParser
import PredicateShell

struct SQLCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sql", abstract: "Shows the SQL that a format string runs, and what is bound to it.",
    usage: "predicate sql [DATABASE] --entity ENTITY FORMAT",
    discussion: """
      predicate sql --entity Movie 'lentToFriend.friendName BEGINSWITH "A"'
      predicate sql films.sqlite --entity Movie 'year > 1990'
      """)

  @Option(help: "The entity whose objects are asked for.")
  var entity: String

  @Option(help: ArgumentHelp("A model file for the database: predicate schema --help explains.", valueName: "file"))
  var model: String?

  @Argument(
    help: "A SQLite file, without which it is the demo database, and a format string.", completion: .file())
  var databaseAndFormat: [String]

  func validate() throws {
    guard databaseAndFormat.count <= 2 else {
      throw ValidationError("Expected a database and a format string, found \(databaseAndFormat.count) arguments.")
    }
  }

  func run() throws {
    let streams = CommandStreams()
    var status = ProgramStatus.failure
    let path = databaseAndFormat.count == 2 ? databaseAndFormat.first : nil
    if let format = databaseAndFormat.last,
      let database = NamedDatabase.open(path, model: model, errors: streams.errors)
    {
      var program = SQLProgram()
      program.colorsOutput = streams.colorsOutput
      program.colorsErrors = streams.colorsErrors
      status = program.run(
        format: format, entity: entity, database: database, output: streams.output, errors: streams.errors)
    }
    try streams.leave(status)
  }
}
