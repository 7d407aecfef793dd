import Foundation
import PredicateBinding
import PredicateChecking
import PredicateOutput
import PredicateRecords
import PredicateReference
import PredicateStatements
import PredicateValues

/// `predicate filter`: writes those records of files or of standard input for which a predicate is true.
public struct FilterProgram {
  /// The settings of the filter.
  public var settings = FilterSettings()
  /// The format of the inputs. Nil to detect it by their names or first bytes.
  public var inputFormat: RecordFormat?
  /// Whether records are explained instead of written. If records are counted, the explanation shows how often each part of the predicate holds.
  public var explains = false
  /// The clauses of a statement that runs over the matching records. Without clauses, the records are written unchanged.
  public var projection = ProjectionClauses()
  /// The profile whose words the predicate may use: `messageType == error` of the unified log.
  public var profile: UseProfile?
  /// Whether explanations are coloured.
  public var colorsOutput = false

  /// The greatest number of skipped records that are reported individually.
  private static let toldIssues = 20

  /// The program with its defaults.
  public init() {}

  /// Filters files in order. Without files, and for `-`, it reads standard input. If a file cannot be read, the next ones are filtered anyway.
  public func run(
    format: String, files: [String], input: any ByteSource = DescriptorSource(descriptor: STDIN_FILENO),
    output: any ByteOutput, errors: any ShellOutput
  ) -> SearchStatus {
    let renderer = DiagnosticRenderer(usesColor: errors.hasColors)
    let format = profile?.withTexts(for: format) ?? format
    let parsed = PredicateParser.predicate(format)
    for issue in parsed.issues where issue.severity == .error {
      errors.write(renderer.render(issue, in: format) + "\n")
    }
    guard let predicate = parsed.tree else { return .failure }
    let patterns = PatternCheck.issues(in: predicate)
    for issue in patterns { errors.write(renderer.render(issue, in: format) + "\n") }
    guard patterns.isEmpty else { return .failure }
    guard projection.isEmpty else { return project(predicate, renderer, files, input, output, errors) }
    return filter(predicate, format, renderer, files, input, output, errors, settings)
  }

  /// Runs the statement over the matching records.
  private func project(
    _ predicate: QueryPredicate, _ renderer: DiagnosticRenderer, _ files: [String], _ input: any ByteSource,
    _ output: any ByteOutput, _ errors: any ShellOutput
  ) -> SearchStatus {
    var settings = settings
    settings.outputFormat = .ndjson
    func report(_ error: any Error) -> SearchStatus {
      let issues = (error as? StatementFailure)?.issues ?? (error as? PredicateIssue).map { [$0] }
      for issue in issues ?? [] { errors.write(renderer.render(issue, in: projection.statement) + "\n") }
      if issues == nil { errors.write("predicate: \(CellText.escaped(String(describing: error)))\n") }
      return .failure
    }
    do {
      let variables = QueryVariables(settings.variables.map { ($0.name, $0.value) })
      let projected = try RecordProjection(projection, variables: variables, mode: rowMode(of: files), output: output)
      let status = filter(predicate, "", renderer, files, input, projected.lines, errors, settings)
      projected.finish()
      if let failure = projected.failure { return report(failure) }
      return output.hasFailed ? .failure : status
    } catch {
      return report(error)
    }
  }

  /// The format of the rows: the format of the option, otherwise that of the first file.
  private func rowMode(of files: [String]) -> OutputMode {
    if let format = settings.outputFormat { return format == .json ? .json : .ndjson }
    switch inputFormat ?? files.first.flatMap({ RecordFormat(fileName: $0) }) {
    case .csv: return .csv
    case .tsv: return .tsv
    case .json: return .json
    case .ndjson, nil: return .ndjson
    }
  }

  private func filter(
    _ predicate: QueryPredicate, _ format: String, _ renderer: DiagnosticRenderer, _ files: [String],
    _ input: any ByteSource, _ output: any ByteOutput, _ errors: any ShellOutput, _ settings: FilterSettings
  ) -> SearchStatus {
    let filter = RecordFilter(predicate, settings: settings, output: output)
    let explanations = explains ? RecordExplanations(predicate, self, output) : nil
    var hasFailed = false
    for file in files.isEmpty ? ["-"] : files where !filter.isFull {
      filter.explain = explanations.map { explanations in { explanations.add($1, of: Self.name(of: file), line: $0) } }
      filter.report = { Self.tell($0, of: file, number: filter.issueCount, to: errors) }
      do throws(RecordFilter.Failure) {
        try run(filter, file, input)
      } catch {
        switch error {
        case .reading(let failure):
          errors.write("predicate: \(Self.name(of: file)): \(failure)\n")
          hasFailed = true
        case .predicate(let issue, let columns):
          errors.write(renderer.render(issue, in: format) + "\n")
          if let columns { errors.write("columns: \(CellText.escaped(columns.summary)); --types sets them\n") }
          explanations?.finish()
          filter.close()
          return .failure
        case .settings(let message):
          errors.write("predicate: \(Self.name(of: file)): \(message)\n")
          explanations?.finish()
          filter.close()
          return .wrongCommandLine
        }
      }
    }
    explanations?.finish()
    filter.finish()
    for (name, nearest) in filter.unknownKeys { errors.writeMissing("has the key", name, nearest: nearest) }
    if filter.issueCount > Self.toldIssues {
      errors.write("predicate: \(filter.issueCount) records were left out\n")
    }
    if hasFailed || filter.issueCount > 0 || filter.unansweredCount > 0 { return .failure }
    // A statement with a limit stops reading, so a `LineOutput` that accepts no more records is not a failure.
    if output.hasFailed, !(output is LineOutput) { return .failure }
    return filter.matchCount > 0 ? .found : .nothing
  }

  private func run(_ filter: RecordFilter, _ file: String, _ input: any ByteSource) throws(RecordFilter.Failure) {
    if file == "-" { return try filter.run(ByteWindow(input), format: inputFormat) }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .reading(ReadFailure(code: errno)) }
    defer { close(descriptor) }
    let format = inputFormat ?? RecordFormat(fileName: file)
    try filter.run(ByteWindow(DescriptorSource(descriptor: descriptor)), format: format)
  }

  private static func tell(_ issue: RecordIssue, of file: String, number: Int, to errors: any ShellOutput) {
    guard number <= toldIssues else { return }
    errors.write("\(name(of: file)):\(issue.line): \(CellText.escaped(issue.message))\n")
    errors.flush()
  }

  private static func name(of file: String) -> String { file == "-" ? "(standard input)" : file }
}

extension FilterProgram {
  /// Reads a variable `name=value`. The value is a constant of the language (`1990`, `"1990"`, `TRUE`, `{1, 2}`), otherwise a text. Nil without a
  /// name.
  public static func variable(_ text: String) -> (name: String, value: QueryValue)? {
    guard let (name, value) = assignment(text) else { return nil }
    let bare = name.hasPrefix("$") ? String(name.dropFirst()) : name
    guard !bare.isEmpty else { return nil }
    guard let expression = PredicateParser.expression(value).tree, expression.isWrittenConstant else {
      return (bare, .string(value))
    }
    // A cast that fails is kept as a text, like everything that is not a constant.
    do { return (bare, try expression.valueByReference(with: .null)) } catch { return (bare, .string(value)) }
  }

  /// Reads types of columns, `name=type,name=type`. Nil if a part has another syntax or an unknown type.
  public static func columnTypes(_ text: String) -> [(name: String, type: ColumnType)]? {
    var types: [(name: String, type: ColumnType)] = []
    for part in text.split(separator: ",") {
      guard let (name, word) = assignment(String(part)), let type = ColumnType(rawValue: word.lowercased()) else {
        return nil
      }
      types.append((name, type))
    }
    return types
  }

  private static func assignment(_ text: String) -> (String, String)? {
    guard let sign = text.firstIndex(of: "="), sign > text.startIndex else { return nil }
    return (String(text[..<sign]), String(text[text.index(after: sign)...]))
  }
}

extension QueryExpression {
  /// Whether the expression is a constant as written: a literal, a list or a CAST of literals, with or without a sign. False for a calculation:
  /// `2024-01-01` is a subtraction.
  var isWrittenConstant: Bool {
    switch node {
    case .literal: true
    case .aggregate(let elements): elements.allSatisfy(\.isWrittenConstant)
    case .negate(let operand), .cast(let operand, _): operand.isWrittenConstant
    default: false
    }
  }
}
