#if Commands
  import ArgumentParser
  import PredicateConformance
  import PredicateLanguageServer
  import PredicateCommands

  struct LanguageServerSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "language-server",
      abstract: "Shows mistakes in an editor while a predicate is typed, and completes and explains words.",
      discussion: """
        printf 'Content-Length: %d\\r\\n\\r\\n%s' 58 '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}' | predicate language-server

        An editor starts this command and speaks the language server protocol on standard input and output. The manual \
        shows how to set up editors.

        The editor sends settings with initializationOptions, or in the section "predicate" of the configuration:

        {"profile": "munki", "profiles": {"*.mobileconfig": "ddm"}, "at": []}
        """)

    @Option(help: "The profile, if the editor does not name one.")
    var profile: String?

    @Option(
      name: .customLong("at"),
      help: "A place of predicates in the files, instead of the profile's places. May be repeated.")
    var places: [String] = []

    func run() throws {
      let streams = CommandStreams()
      if let profile { _ = try ProfileOption.profile(profile) }
      let settings = ServerSettings(profile: profile, at: places.isEmpty ? nil : places)
      var program = LanguageServerProgram(
        LanguageServer(
          settings: settings, version: ProjectVersion.text, profile: ProfileCheckProgram.profile))
      throw ExitCode(program.run { streams.errors.write($0) })
    }
  }
#endif
