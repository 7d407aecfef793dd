#if SQLite || CommandLine
  import ArgumentParser
  import PredicatePrograms
  import PredicateValues

  /// The options that `match` and `diff` share.
  struct AnswerOptions: ParsableArguments {
    @Option(
      help: ArgumentHelp(
        "Shows why the predicates hold of this record or not; may stand several times.", valueName: "record"))
    var why: [String] = []

    @Option(help: ArgumentHelp("The key whose value is what a record is called.", valueName: "key"))
    var id: String?

    @Flag(name: [.customShort("c"), .long], help: "Only the number of records.")
    var count = false

    @Option(help: ArgumentHelp("The value of a $variable; may stand several times.", valueName: "name=value"))
    var variable: [String] = []

    @Option(help: "How answers are written: text, json or ndjson.")
    var output = AnswerFormat.text

    func validate() throws {
      if count, !why.isEmpty { throw ValidationError("Expected --count or --why, found both.") }
      _ = try variables()
    }

    /// The settings of a program that writes to these streams.
    func settings(for streams: CommandStreams) throws -> AnswerSettings {
      var settings = AnswerSettings()
      settings.format = output
      settings.variables = try variables()
      settings.idKey = id
      settings.explained = why
      settings.isCounting = count
      settings.colorsOutput = streams.colorsOutput
      settings.colorsErrors = streams.colorsErrors
      return settings
    }

    private func variables() throws -> [(name: String, value: QueryValue)] {
      try variable.map { text in
        guard let variable = FilterProgram.variable(text) else {
          throw ValidationError("Expected name=value behind --variable, found \(text).")
        }
        return variable
      }
    }
  }

  extension AnswerFormat: ExpressibleByArgument {}
#endif
