#if Commands
  import ArgumentParser
  import Foundation
  import PredicateChecking
  import PredicateCommands
  import PredicateOutput

  struct CheckSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "check",
      abstract: "Finds errors in the predicates of property lists, JSON, YAML, scripts, Markdown and sources.",
      discussion: """
        predicate check formats.txt
        printf '%s\\n' 'year > 1990' 'title LIKE "Alien"' | predicate check --strict -
        predicate check .
        predicate check --profile munki manifest.plist
        predicate check --profile oslog --output annotations collect.sh
        predicate check --fix manifests
        predicate check --profile ddm --at 'rules[].when' rules.json

        A profile names the places of predicates in property lists, JSON, YAML, XML, Markdown, shell scripts and \
        sources. `predicate profile NAME` shows these places. Without --profile, the command chooses the profiles for \
        each file. In a text file, each line is one predicate.

        The file `.predicate.yml` sets the profiles of files, and lists files and codes that the check ignores. \
        The command looks for `.predicate.yml` in the folder of a path, then in the folders above.

        A comment with `predicate:ignore` switches off the findings of its line. If the comment is alone on a line, it \
        switches off the findings of the next line.

        The status is 1 if there is an error, 2 if a file cannot be read, and 64 if the command line is wrong.
        """)

    @Option(
      help: ArgumentHelp(
        "The profile of the program that reads the predicates: a name that `predicate profile` lists, or a file.",
        valueName: "profile"))
    var profile: String?

    @Option(
      name: .customLong("at"),
      help: ArgumentHelp(
        "A place of predicates in the files, instead of the profile's places. May be repeated.", valueName: "place"))
    var places: [String] = []

    @Option(
      help: ArgumentHelp("The format of findings: text, json, sarif, annotations or gitlab.", valueName: "format"))
    var output = FindingFormat.text

    @Flag(help: "Ends with status 1 also if there are only notes.")
    var strict = false

    @Option(
      help: ArgumentHelp(
        "Ends with status 1 if there are fewer predicates than this number. With 1 or more, a folder without predicates also causes status 1.",
        valueName: "number"))
    var require = 0

    @Option(
      help: ArgumentHelp(
        "A file of known findings. The command reports only findings that are not in this file.", valueName: "file"),
      completion: .file())
    var baseline: String?

    @Option(
      help: ArgumentHelp(
        "Writes all findings into a file for --baseline, and does not report them.", valueName: "file"),
      completion: .file())
    var recordBaseline: String?

    @Option(
      help: ArgumentHelp(
        "A file or folder of real data. Keys and types in this data count as known. May be repeated.", valueName: "path"
      ),
      completion: .file())
    var facts: [String] = []

    @Flag(
      help:
        "Corrects the files, and reports the findings that remain. A correction that is only a guess is not written.")
    var fix = false

    @Flag(
      help:
        "Treats the named files like files in a folder: skips plain text. For Git hooks that pass each changed file."
    )
    var asFolder = false

    @Argument(help: "Files and folders; - is standard input.", completion: .file())
    var files: [String]

    func validate() throws {
      if fix, files.contains("-") {
        throw ValidationError("--fix writes into files, and standard input is not a file.")
      }
      if baseline != nil, recordBaseline != nil {
        throw ValidationError("--record-baseline writes all findings, so it cannot be combined with --baseline.")
      }
    }

    func run() throws {
      let streams = CommandStreams()
      let areLines = !asFolder && ProfileCheckProgram.holdLines(files)
      let name = profile ?? (places.isEmpty && !areLines ? nil : "foundation")
      var program = ProfileCheckProgram(try name.map(ProfileOption.profile), at: places)
      program.required = require
      program.baseline = baseline
      program.newBaseline = recordBaseline
      program.writesEdits = fix
      program.facts = facts
      program.readsAsFolder = asFolder
      program.configuration = nil
      program.isStrict = strict
      program.format = output
      if streams.errorsAreSeen {
        let environment = ProcessInfo.processInfo.environment
        program.progress = ProgressBar(
          delay: .seconds(2), width: { TerminalFacts.width(of: STDERR_FILENO, environment: environment) },
          draw: { text in
            let bytes = Array(text.utf8)
            _ = write(STDERR_FILENO, bytes, bytes.count)
          })
      }
      try streams.leave(program.run(files: files, output: streams.output, errors: streams.errors))
    }
  }

  extension FindingFormat: ExpressibleByArgument {}

  struct ProfileSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "profile", abstract: "Shows the predicates that a program such as Munki accepts.",
      discussion: """
        predicate profile
        predicate profile munki
        predicate profile ours.json

        Without a name, the command lists the profiles: Munki, device management, the unified log, CloudKit and others.
        """)

    @Argument(help: "The name of a profile, or a file that extends a profile.")
    var name: String?

    func run() throws {
      let streams = CommandStreams()
      try streams.leave(ProfileProgram.run(name, output: streams.output, errors: streams.errors))
    }
  }

  struct ExplainSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "explain", abstract: "Explains the code of an error or a note.",
      discussion: """
        predicate explain version-order
        predicate explain operator-expected
        predicate explain not-grouped
        predicate explain refused-or

        Shows the meaning of a code, with a wrong and a right example. For a word of the language, such as OR, \
        the command shows which programs refuse or misread this word.
        """)

    @Argument(help: "A code: the word in brackets after error or note.")
    var code: String

    func run() throws {
      let streams = CommandStreams()
      try streams.leave(ExplainProgram.run(code, output: streams.output, errors: streams.errors))
    }
  }

  /// Reads the value of `--profile`.
  enum ProfileOption {
    /// The profile with a name or in a file. If it does not exist, the command ends with the status for a wrong command line.
    static func profile(_ name: String) throws -> UseProfile {
      do throws(ProfileIssue) {
        return try ProfileCheckProgram.profile(name)
      } catch {
        // A ValidationError is not thrown, because it would show the usage of the shell.
        let streams = CommandStreams()
        streams.errors.write("predicate: \(error)\n")
        try streams.leave(SearchStatus.wrongCommandLine)
        throw ExitCode.validationFailure
      }
    }
  }
#endif
