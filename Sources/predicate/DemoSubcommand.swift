#if SQLite
  import ArgumentParser
  import PredicatePrograms
  import PredicateShell

  struct DemoSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "demo", abstract: "Writes the demo database to a file, as it is or at any size.",
      discussion: """
        predicate demo movies.sqlite
        predicate demo --movies 1000 --seed 7 --force movies.sqlite

        Without --movies it is the database that the shell opens on, of 200 real films. With it the films are made up from a seed, \
        and friends, tags and loans are in proportion: 12, 15 and 300 for 200 films.
        """)

    @Option(help: ArgumentHelp("How many films.", valueName: "number"))
    var movies: Int?

    @Option(help: ArgumentHelp("Any number; the same one gives the same films.", valueName: "number"))
    var seed: UInt64 = 1

    @Flag(help: "Replace a file that is there already.")
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
#endif
