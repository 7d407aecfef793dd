#if Commands
  import ArgumentParser
  import PredicateCommands

  struct ParseSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "parse", abstract: "Shows the parsed form of a predicate, and prints it in the standard spelling.",
      discussion: """
        predicate parse 'year > 1990 && NOT (genre in {"Noir"} || title like[c] "the *")'
        predicate parse --exact 'rating > 7.0'
        predicate parse --expression '(year - 1900) / 10'
        """)

    @Flag(help: "Prints a text that parses to exactly the same tree.")
    var exact = false

    @Flag(help: "Reads a value instead of a condition.")
    var expression = false

    @Argument(help: "A predicate. Write -- before a predicate that begins with a minus.")
    var format: String

    func run() throws {
      let streams = CommandStreams()
      try streams.leave(
        ParseProgram.run(
          format: format, isExpression: expression, isExact: exact, output: streams.output, errors: streams.errors))
    }
  }
#endif
