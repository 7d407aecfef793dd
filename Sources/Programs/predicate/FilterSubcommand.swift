#if Commands
  import ArgumentParser
  import PredicateCommands
  import PredicateRecords
  import PredicateValues

  struct FilterSubcommand: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "filter", abstract: "Prints the records of NDJSON, JSON, CSV and TSV that match a predicate.",
      usage: "predicate filter [OPTIONS] FORMAT [FILE ...]",
      discussion: """
        log show --style ndjson | predicate filter 'messageType == "Error" AND eventMessage CONTAINS[c] "timeout"'
        predicate filter 'age >= 18 AND NOT city IN {"Rome", "Paris"}' people.csv
        predicate filter --why 'age >= 18 AND city == "Rome"' people.csv
        predicate filter 'rating >= 8' --show 'title, year' --sort 'rating desc' --limit 10 films.ndjson
        predicate filter 'year > 1990' --group genre --show 'genre, count() AS films' films.csv
        predicate filter --output ndjson 'ANY items.price > $limit' --variable limit=100 orders.json

        Records are printed as they were read. A key that a record of JSON does not have is nil. The types of the columns of CSV and TSV come from the first records. An empty cell is nil. A record that cannot be read is reported with its file and line, and left out. The status is 0 if a record was found, 1 if none was, and 2 if the predicate is wrong or a record was left out.
        """)

    @Option(
      help: ArgumentHelp(
        "The format of the input. By default, the name or the first bytes of a file show the format.",
        valueName: "format"))
    var input: RecordFormat?

    @Option(help: ArgumentHelp("The format of the output, for any input.", valueName: "format"))
    var output: OutputFormat?

    @Option(
      help: ArgumentHelp(
        "Types of columns of CSV and TSV files, such as age=integer,zip=string. The types are integer, string, double, decimal, boolean and date.",
        valueName: "name=type,..."))
    var types: String?

    @Option(help: ArgumentHelp("The value of a $variable. May be repeated.", valueName: "name=value"))
    var variable: [String] = []

    @Flag(name: [.customShort("v"), .long], help: "Prints the records that do not match the predicate.")
    var invert = false

    @Flag(name: [.customShort("c"), .long], help: "Prints only the number of records.")
    var count = false

    @Option(
      help: ArgumentHelp(
        "Shows these columns: 'title, rating * 2 AS twice'. With --group, the columns are values of groups.",
        valueName: "values"))
    var show: String?

    @Option(
      help: ArgumentHelp(
        "Groups the records by these keys: 'genre'. --show then names the columns of a group: 'genre, count() AS films'.",
        valueName: "keys"))
    var group: String?

    @Option(help: ArgumentHelp("Sorts the records: 'rating desc, title'.", valueName: "keys"))
    var sort: String?

    @Option(
      help: ArgumentHelp(
        "Prints at most this number of rows, after sorting. The command still reads all records.", valueName: "number"))
    var limit: Int?

    @Option(
      help:
        "A profile. The predicate may use the names of values in it: with oslog, messageType == error works without quotes."
    )
    var profile: String?

    @Flag(
      help:
        "Shows why the predicate is true or false for each record. With --count, shows for how many records each condition is true or false."
    )
    var why = false

    @Option(
      name: [.customShort("m"), .long],
      help: ArgumentHelp(
        "Stops reading after this number of matching records, in the order of the input.", valueName: "number"))
    var maxCount: Int?

    @Argument(help: "A predicate. Write -- before a predicate that begins with a minus.")
    var format: String

    @Argument(
      help: "The files to read. - is standard input, which is also read if no file is named.", completion: .file())
    var files: [String] = []

    func validate() throws {
      if let maxCount, maxCount < 0 {
        throw ValidationError("Expected 0 or more after --max-count, found \(maxCount).")
      }
      if let limit, limit < 0 { throw ValidationError("Expected 0 or more after --limit, found \(limit).") }
      if !clauses.isEmpty, count || why {
        throw ValidationError(
          "--show, --group, --sort and --limit give rows, and \(count ? "--count" : "--why") gives none.")
      }
      _ = try settings()
    }

    private var clauses: ProjectionClauses {
      var clauses = ProjectionClauses()
      (clauses.show, clauses.group, clauses.sort, clauses.limit) = (show, group, sort, limit)
      return clauses
    }

    private func settings() throws -> FilterSettings {
      var settings = FilterSettings()
      settings.isInverted = invert
      settings.isCounting = count
      settings.maximumCount = maxCount
      settings.outputFormat = output?.records
      guard let columns = FilterProgram.columnTypes(types ?? "") else {
        throw ValidationError(
          "Expected name=type after --types, a type being \(ColumnType.allCases.map(\.rawValue).joined(separator: ", "))."
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
      program.projection = clauses
      program.colorsOutput = streams.output.hasColors
      program.explains = why
      program.profile = try profile.map(ProfileOption.profile)
      try streams.leave(
        program.run(format: format, files: files, output: streams.output, errors: streams.errors))
    }
  }

  /// Reads the values of `--variable`.
  enum VariableOption {
    /// The names and values. A text without `=` is an error of the command line.
    static func values(_ texts: [String]) throws -> [(name: String, value: QueryValue)] {
      try texts.map { text in
        guard let variable = FilterProgram.variable(text) else {
          throw ValidationError("Expected name=value after --variable, found \(text).")
        }
        return variable
      }
    }
  }

  extension RecordFormat: ExpressibleByArgument {}

  /// The formats for `filter --output`.
  enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case ndjson, json

    var records: RecordFormat { self == .json ? .json : .ndjson }
  }
#endif
