import PredicateChecking
import PredicateReference
import PredicateFacts
import PredicateOutput
import PredicateSyntax

/// `predicate match`: the records for which predicates hold, and why.
///
/// For one predicate it writes the ids of the matching records, one per line. For several it writes a table with a row per record and a column per
/// predicate. If there are more predicates than records, it has a row per predicate.
public struct MatchProgram {
  /// The places of predicates in files, instead of the profile's places.
  public var places: [String] = []

  private let profile: UseProfile
  private let settings: AnswerSettings

  /// The program for a profile.
  public init(_ profile: UseProfile, _ settings: AnswerSettings = AnswerSettings()) {
    self.profile = profile
    self.settings = settings
  }

  /// Evaluates predicates for the records of files.
  ///
  /// - Parameters:
  ///   - predicates: Texts of predicates.
  ///   - predicateFiles: Files and folders that contain predicates.
  ///   - facts: Files and folders of records; `-` is standard input.
  public func run(
    _ predicates: [String], predicateFiles: [String], facts: [String], output: any ShellOutput,
    errors: any ShellOutput
  ) -> SearchStatus {
    let source = PredicateSource(profile: profile, places: places, variables: settings.variables, errors: errors)
    let (tried, isRead) = source.read(predicates, files: predicateFiles)
    if tried.isEmpty { return .failure }
    let run = MatchRun(tried, settings, output, errors)
    let records = FactSource(profile: profile, files: facts, idKey: settings.idKey, errors: errors)
    let isWhole = records.forEach { run.add($0) }
    run.finish()
    output.flush()
    if !isRead || !isWhole || run.hasFailures || output.hasFailed { return .failure }
    return run.hasMatches ? .found : .nothing
  }
}

/// One run of `predicate match`. It gets one record after another, and writes the answers.
final class MatchRun {
  private let tried: [TriedPredicate]
  private let settings: AnswerSettings
  private let output: any ShellOutput
  private let lines: AnswerLines?
  private let explanations: ExplanationText
  private var report: AnswerReport
  private var counts: [Int]
  private var rows: [(id: String, cells: [String])] = []
  private var recordCount = 0
  private var isFirstPage = true

  init(
    _ tried: [TriedPredicate], _ settings: AnswerSettings, _ output: any ShellOutput, _ errors: any ShellOutput
  ) {
    self.tried = tried
    self.settings = settings
    self.output = output
    lines = AnswerLines(settings.format, output)
    explanations = ExplanationText(style: output.style)
    report = AnswerReport(tried.map(\.predicate), about: settings.explained, errors)
    counts = Array(repeating: 0, count: tried.count)
  }

  /// Whether a predicate holds for at least one record.
  var hasMatches: Bool { counts.contains { $0 > 0 } }

  /// Whether a predicate failed for a record, or a named record does not exist.
  var hasFailures: Bool { report.hasFailures }

  /// Evaluates all predicates for a record.
  func add(_ record: FactRecord) {
    recordCount += 1
    guard report.takes(record) else { return }
    var cells: [String] = []
    for (index, predicate) in tried.enumerated() {
      let answer = Result { () throws(PredicateIssue) in try predicate.predicate.holds(of: record) }
      switch answer {
      case .success(let holds):
        if holds { counts[index] += 1 }
        cells.append(holds ? "yes" : "no")
      case .failure(let issue):
        report.add(issue, record, predicate.predicate.text)
        cells.append("error")
      }
      write(record, predicate, answer)
    }
    let isTable = tried.count > 1 && settings.format == .text && report.isAboutAll && !settings.isCounting
    if isTable { rows.append((record.id, cells)) }
  }

  private func write(_ record: FactRecord, _ predicate: TriedPredicate, _ answer: Result<Bool, PredicateIssue>) {
    if settings.isCounting { return }
    if let lines {
      let explanation = report.isAboutAll ? nil : try? predicate.predicate.explanation(of: record)
      lines.write(AnswerLine(record, predicate, answer, explanation))
    } else if !report.isAboutAll {
      writePage(record, predicate)
    } else if tried.count == 1, case .success(true) = answer {
      output.write(CellText.escaped(record.id) + "\n")
    }
  }

  private func writePage(_ record: FactRecord, _ predicate: TriedPredicate) {
    guard let explanation = try? predicate.predicate.explanation(of: record) else { return }
    if !isFirstPage { output.write("\n") }
    isFirstPage = false
    let place = tried.count > 1 ? predicate.place.map { "  " + $0 } ?? "" : ""
    output.write(CellText.escaped(record.id) + place + "\n")
    explanations.write(explanation, to: output)
  }

  /// Writes the parts that need all records: the table, the counts, and the keys that no record has.
  func finish() {
    if settings.isCounting {
      writeCounts()
    } else if tried.count > 1, settings.format == .text, report.isAboutAll {
      if rows.count < tried.count { writeTurnedTable() } else { writeTable() }
    }
    lines?.finish()
    report.finish()
  }

  private func writeCounts() {
    if let lines {
      for (index, predicate) in tried.enumerated() {
        lines.write(
          MatchCount(
            predicate: predicate.predicate.text, place: predicate.place, matches: counts[index], records: recordCount))
      }
    } else if tried.count == 1 {
      output.write("\(counts[0])\n")
    } else {
      let width = counts.map { String($0).count }.max() ?? 0
      for (index, predicate) in tried.enumerated() {
        output.write(CellText.padded(String(counts[index]), to: width, right: true) + "  " + title(predicate) + "\n")
      }
    }
  }

  private func title(_ predicate: TriedPredicate) -> String {
    (predicate.place.map { $0 + "  " } ?? "") + CellText.escaped(predicate.predicate.text)
  }

  /// Writes the predicates with their numbers, then a row per record.
  private func writeTable() {
    let numbers = tried.indices.map { String($0 + 1) }
    let numberWidth = numbers.last?.count ?? 1
    for (number, predicate) in zip(numbers, tried) {
      output.write(CellText.padded(number, to: numberWidth, right: true) + "  " + title(predicate) + "\n")
    }
    output.write("\n")
    let ids = rows.map { CellText.escaped($0.id) }
    let width = (ids + [total]).map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let cellWidth = max(5, counts.map { String($0).count }.max() ?? 0)
    func line(_ name: String, _ cells: [String]) {
      let shown = cells.map { "  " + CellText.padded($0, to: cellWidth) }.joined()
      output.write(Self.withoutTrailingSpaces(CellText.padded(name, to: width) + shown) + "\n")
    }
    line("", numbers)
    for (id, row) in zip(ids, rows) { line(id, row.cells) }
    line(total, counts.map { String($0) })
  }

  /// Writes a row per predicate, with a column per record.
  private func writeTurnedTable() {
    let names = tried.map { $0.place ?? "" }
    let width = names.map { DisplayWidth.columns(of: $0) }.max() ?? 0
    let titles = rows.map { CellText.escaped($0.id) } + [total]
    func line(_ name: String, _ cells: [String], _ text: String) {
      let shown = zip(cells, titles).map { "  " + CellText.padded($0, to: max(5, DisplayWidth.columns(of: $1))) }
        .joined()
      output.write(Self.withoutTrailingSpaces(CellText.padded(name, to: width) + shown + "  " + text) + "\n")
    }
    line("", titles, "")
    for (index, predicate) in tried.enumerated() {
      line(
        names[index], rows.map { $0.cells[index] } + [String(counts[index])],
        CellText.escaped(predicate.predicate.text))
    }
  }

  private var total: String { "\(recordCount) \(recordCount == 1 ? "record" : "records")" }

  private static func withoutTrailingSpaces(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
