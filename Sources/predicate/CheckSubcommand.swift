#if CommandLine
  import ArgumentParser
  import PredicatePrograms

  struct CheckSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Finds errors in files that hold one format string a line.",
      discussion: """
        predicate check formats.txt
        printf '%s\\n' 'year > 1990' 'title LIKE "Alien"' | predicate check --strict -

        The status is 1 where there is an error, 2 where a file cannot be read.
        """)

    @Flag(help: "Notes, too, make the status 1.")
    var strict = false

    @Argument(help: "Files of format strings; - is standard input.", completion: .file())
    var files: [String]

    func run() throws {
      var program = CheckProgram()
      program.isStrict = strict
      let streams = CommandStreams()
      program.usesColor = streams.colorsOutput
      try streams.leave(program.run(files: files, output: streams.output, errors: streams.errors))
    }
  }
#endif
