#if SQLite || CommandLine
  import ArgumentParser
  import PredicateChecking
  import PredicateCommands

  struct CheckSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check", abstract: "Finds errors in the predicates of files.",
      discussion: """
        predicate check formats.txt
        printf '%s\\n' 'year > 1990' 'title LIKE "Alien"' | predicate check --strict -
        predicate check --profile munki manifest.plist
        predicate check --profile oslog --output annotations collect.sh
        predicate check --profile ddm --at 'rules[].when' rules.json

        Without a profile a file holds one format string a line. With one, predicates
        are found at the profile's places in property lists, JSON, YAML, XML, shell
        scripts and sources; `predicate profile NAME` names the places. The status is
        1 where there is an error, 2 where a file cannot be read.
        """)

    @Option(help: "What takes the predicates: a name that `predicate profile` lists, or a file.")
    var profile: String?

    @Option(
      name: .customLong("at"),
      help: "Where the predicates lie, in the place of the profile's places; may stand several times.")
    var places: [String] = []

    @Option(help: "How findings are written: text, json, sarif, annotations or gitlab.")
    var output = FindingFormat.text

    @Flag(help: "Notes, too, make the status 1.")
    var strict = false

    @Argument(help: "Files, and with a profile folders; - is standard input.", completion: .file())
    var files: [String]

    func run() throws {
      let streams = CommandStreams()
      guard profile != nil || !places.isEmpty || output != .text else {
        return try streams.leave(
          CheckProgram.run(files: files, isStrict: strict, output: streams.output, errors: streams.errors))
      }
      var program = ProfileCheckProgram(try ProfileOption.profile(profile ?? "foundation"), at: places)
      program.isStrict = strict
      program.format = output
      try streams.leave(program.run(files: files, output: streams.output, errors: streams.errors))
    }
  }

  extension FindingFormat: ExpressibleByArgument {}

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
      try streams.leave(ProfileProgram.run(name, output: streams.output, errors: streams.errors))
    }
  }

  /// The profile behind `--profile`.
  enum ProfileOption {
    /// The profile of a name or of a file; one that does not exist is an error of the command line.
    static func profile(_ name: String) throws -> UseProfile {
      do throws(ProfileIssue) {
        return try ProfileCheckProgram.profile(name)
      } catch {
        throw ValidationError("\(error)")
      }
    }
  }
#endif
