#if SQLite || CommandLine
  import ArgumentParser
  import PredicateCommands
  import PredicateRecords
  import PredicateValues

  struct FilterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "filter", abstract: "Passes on the records that a predicate is true of: of NDJSON, JSON, CSV, TSV.",
      usage: "predicate filter [OPTIONS] FORMAT [FILE ...]",
      discussion: """
        log show --style ndjson | predicate filter 'messageType == "Error" AND eventMessage CONTAINS[c] "timeout"'
        predicate filter 'age >= 18 AND NOT city IN {"Rome", "Paris"}' people.csv
        predicate filter --why 'age >= 18 AND city == "Rome"' people.csv
        predicate filter --output ndjson 'ANY items.price > $limit' --variable limit=100 orders.json

        Records come out as they were read. A key that a record of JSON does not have is nil. The columns of CSV and TSV take their \
        types from the first records; an empty cell is nil. What cannot be read is told with its file and line, and left out. \
        The status is 0 where something was found, 1 where nothing was, 2 where the predicate is wrong or something was left \
        out.
        """)

    @Option(
      help: ArgumentHelp(
        "How the input is written: ndjson, json, csv, tsv; else its name or a look tells.", valueName: "format"))
    var input: RecordFormat?

    @Option(help: ArgumentHelp("Writes ndjson or json, whatever the input is.", valueName: "format"))
    var output: RecordFormat?

    @Option(
      help: ArgumentHelp(
        "Types of columns: age=integer,zip=string; also double, decimal, boolean, date.", valueName: "name=type,..."))
    var types: String?

    @Option(help: ArgumentHelp("The value of a $variable; may stand several times.", valueName: "name=value"))
    var variable: [String] = []

    @Flag(name: [.customShort("v"), .long], help: "The records that the predicate is false of.")
    var invert = false

    @Flag(name: [.customShort("c"), .long], help: "Only the number of records.")
    var count = false

    @Option(help: "The consumer whose words the predicate may use: oslog for messageType == error.")
    var profile: String?

    @Flag(help: "Why the predicate is true or false of each record; with --count which condition leaves out how many.")
    var why = false

    @Option(name: [.customShort("m"), .long], help: ArgumentHelp("Stops after so many records.", valueName: "number"))
    var maxCount: Int?

    @Argument(help: "A format string. One that begins with a minus stands behind --.")
    var format: String

    @Argument(help: "Files; - and none at all are standard input.", completion: .file())
    var files: [String] = []

    func validate() throws {
      if let output, output.isSeparated {
        throw ValidationError("Expected ndjson or json behind --output, found \(output.rawValue).")
      }
      if let maxCount, maxCount < 0 { throw ValidationError("Expected no negative number behind --max-count.") }
      _ = try settings()
    }

    private func settings() throws -> FilterSettings {
      var settings = FilterSettings()
      settings.isInverted = invert
      settings.isCounting = count
      settings.maximumCount = maxCount
      settings.outputFormat = output
      guard let columns = FilterProgram.columnTypes(types ?? "") else {
        throw ValidationError(
          "Expected name=type behind --types, a type being \(ColumnType.allCases.map(\.rawValue).joined(separator: ", "))."
        )
      }
      settings.columnTypes = columns
      settings.variables = try VariableOption.values(variable)
      return settings
    }

    func run() throws {
      let streams = CommandStreams()
      var program = FilterProgram()
      program.settings = try settings()
      program.inputFormat = input
      program.colorsOutput = streams.output.hasColors
      program.explains = why
      program.profile = try profile.map(ProfileOption.profile)
      try streams.leave(
        program.run(format: format, files: files, output: streams.output, errors: streams.errors))
    }
  }

  /// The variables behind `--variable`.
  enum VariableOption {
    /// Names and values; a text without `=` is an error of the command line.
    static func values(_ texts: [String]) throws -> [(name: String, value: QueryValue)] {
      try texts.map { text in
        guard let variable = FilterProgram.variable(text) else {
          throw ValidationError("Expected name=value behind --variable, found \(text).")
        }
        return variable
      }
    }
  }

  extension RecordFormat: ExpressibleByArgument {}
#endif
