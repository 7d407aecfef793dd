#if Commands
  import ArgumentParser
  import PredicateCommands

  struct ModelSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "model", abstract: "Checks, shows or draws a file that describes a data model.",
      discussion: """
        predicate model check lending.model.json
        predicate model show lending.model.json
        predicate model diagram --as dot lending.model.json > lending.dot
        predicate model check Lending.xcdatamodeld

        check lists the mistakes of the file, each with its line and column. The status is 1 if there is a mistake, \
        and 2 if the file cannot be read. predicate schema --as model writes the model file of a database.
        """)

    @Argument(help: "The task: check, show or diagram.")
    var task: ModelProgram.Task

    @Option(name: .customLong("as"), help: "The format of a diagram: mermaid or dot.")
    var diagram: ModelProgram.Diagram = .mermaid

    @Argument(help: "A model file, or an .xcdatamodeld or .xcdatamodel of Xcode.", completion: .file())
    var file: String

    func run() throws {
      let streams = CommandStreams()
      var program = ModelProgram(task)
      program.diagram = diagram
      try streams.leave(program.run(path: file, output: streams.output, errors: streams.errors))
    }
  }

  extension ModelProgram.Task: ExpressibleByArgument {}
  extension ModelProgram.Diagram: ExpressibleByArgument {}
#endif
