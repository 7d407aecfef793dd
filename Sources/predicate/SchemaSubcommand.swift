#if SQLite
  import ArgumentParser
  import PredicatePrograms
  import PredicateShell

  struct SchemaSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "schema", abstract: "Shows what a database has: entities, attributes, relationships.",
      discussion: """
        predicate schema films.sqlite
        predicate schema --as model films.sqlite

        With --as model it is written as a model file, to be changed and given to --model. A model file may also name just what it \
        changes:

          {"format": 1, "extends": "schema", "entities": [
            {"table": "Order Details", "name": "OrderLine",
              "attributes": [{"column": "made", "name": "madeOn", "storage": "secondsSince1970"}, {"column": "x", "hidden": true}],
              "relationships": [{"was": "orderDetails", "name": "lines"},
                {"name": "author", "destination": "people", "inverse": "lines", "storage": {"foreignKey": ["made_by"]}}]}]}

        In a whole model, "numeric": true of an attribute says that its texts are in a column that SQLite takes for numbers, as one \
        that is declared STRING: a text that looks like a number is kept as one there.

        A store that Core Data made has the names of its model with a model of Xcode's: predicate --model Lending.xcdatamodeld \
        Lending.sqlite

        "guess": false in a model file turns off relationships that are made out from names of columns alone.
        """)

    @Option(name: .customLong("as"), help: "How it is written: text, or model for a model file.")
    var form: SchemaProgram.Form = .text

    @Option(
      help: ArgumentHelp("A model file: other names, other storages, more relationships.", valueName: "file"),
      completion: .file())
    var model: String?

    @Argument(help: "A SQLite file; without it, the demo database.", completion: .file())
    var database: String?

    func run() throws {
      let streams = CommandStreams()
      guard let opened = NamedDatabase.open(database, model: model, errors: streams.errors) else {
        return try streams.leave(.failure)
      }
      var program = SchemaProgram()
      program.form = form
      program.colorsOutput = streams.colorsOutput
      try streams.leave(
        program.run(
          model: opened.model, notes: opened.notes, output: streams.output, errors: streams.errors))
    }
  }

  extension SchemaProgram.Form: ExpressibleByArgument {}
#endif
