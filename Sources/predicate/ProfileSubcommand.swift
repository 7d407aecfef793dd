#if SQLite || CommandLine
  import ArgumentParser
  import PredicatePrograms

  struct ProfileSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "profile", abstract: "Shows what a consumer of predicates accepts.",
      discussion: """
        predicate profile
        predicate profile munki
        predicate profile ours.json

        Without a name it lists the profiles: Munki, device management, the unified log, CloudKit and others.
        """)

    @Argument(help: "The name of a profile, or a file that extends one.")
    var name: String?

    func run() throws {
      let streams = CommandStreams()
      try streams.leave(ProfileProgram().run(name, output: streams.output, errors: streams.errors))
    }
  }
#endif
