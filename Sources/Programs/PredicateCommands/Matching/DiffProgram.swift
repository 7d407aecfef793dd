import PredicateChecking
import PredicateReference
import PredicateFacts
import PredicateOutput
import PredicateSyntax

/// `predicate diff`: the records for which only one of two predicates holds.
public struct DiffProgram {
  private let profile: UseProfile
  private let settings: AnswerSettings

  /// The program for a profile.
  public init(_ profile: UseProfile, _ settings: AnswerSettings = AnswerSettings()) {
    self.profile = profile
    self.settings = settings
  }

  /// Evaluates two predicates for the records of files.
  ///
  /// - Parameters:
  ///   - first: The old predicate.
  ///   - second: The new predicate.
  ///   - facts: Files and folders of records; `-` is standard input.
  public func run(
    _ first: String, _ second: String, facts: [String], output: any ShellOutput, errors: any ShellOutput
  ) -> DiffStatus {
    let source = PredicateSource(profile: profile, places: [], variables: settings.variables, errors: errors)
    let (tried, isRead) = source.read([first, second], files: [])
    guard isRead, tried.count == 2 else { return .failure }
    let run = DiffRun(tried.map(\.predicate), settings, output, errors)
    let records = FactSource(profile: profile, files: facts, idKey: settings.idKey, errors: errors)
    let isWhole = records.forEach { run.add($0) }
    run.finish()
    output.flush()
    if !isWhole || run.hasFailures || output.hasFailed { return .failure }
    return run.hasChanges ? .different : .alike
  }
}

/// The exit status of `predicate diff`, as for diff.
public enum DiffStatus: Int32, Sendable {
  /// Both predicates are true for the same records.
  case alike = 0
  /// For at least one record, one predicate is true and the other is not.
  case different = 1
  /// A predicate is wrong or fails for a record, or a file cannot be read.
  case failure = 2
}

/// One run of `predicate diff`. It gets one record after another, and writes the records for which only one predicate holds.
final class DiffRun {
  private let predicates: [RecordPredicate]
  private let settings: AnswerSettings
  private let output: any ShellOutput
  private let lines: AnswerLines?
  private let style: TextStyle
  private var report: AnswerReport
  private var gained = 0
  private var lost = 0
  private var both = 0
  private var neither = 0
  private var isFirstPage = true

  init(
    _ predicates: [RecordPredicate], _ settings: AnswerSettings, _ output: any ShellOutput, _ errors: any ShellOutput
  ) {
    self.predicates = predicates
    self.settings = settings
    self.output = output
    lines = AnswerLines(settings.format, output)
    style = output.style
    report = AnswerReport(predicates, about: settings.explained, errors)
  }

  var hasChanges: Bool { gained + lost > 0 }

  /// Whether a predicate failed for a record, or a named record does not exist.
  var hasFailures: Bool { report.hasFailures }

  /// Evaluates both predicates for a record.
  func add(_ record: FactRecord) {
    guard report.takes(record) else { return }
    let before = answer(predicates[0], record)
    let after = answer(predicates[1], record)
    var change: DiffLine.Change?
    switch (before, after) {
    case (false?, true?): change = .gained
    case (true?, false?): change = .lost
    case (true?, true?): both += 1
    case (false?, false?): neither += 1
    case (nil, _), (_, nil): break
    }
    if change == .gained { gained += 1 }
    if change == .lost { lost += 1 }
    if !settings.isCounting { write(record, before, after, change) }
  }

  private func answer(_ predicate: RecordPredicate, _ record: FactRecord) -> Bool? {
    do throws(PredicateIssue) {
      return try predicate.holds(of: record)
    } catch {
      report.add(error, record, predicate.text)
      return nil
    }
  }

  private func write(_ record: FactRecord, _ before: Bool?, _ after: Bool?, _ change: DiffLine.Change?) {
    let explanations = report.isAboutAll ? [nil, nil] : predicates.map { try? $0.explanation(of: record) }
    if let lines {
      lines.write(
        DiffLine(
          record: record.id, file: record.file, before: before, after: after, change: change,
          explanationBefore: explanations[0], explanationAfter: explanations[1]))
      return
    }
    if report.isAboutAll, change == nil { return }
    let name = CellText.escaped(record.id)
    if !report.isAboutAll, !isFirstPage { output.write("\n") }
    isFirstPage = false
    switch change {
    case .gained: output.write(style.colored("+ \(name)", "32") + "\n")
    case .lost: output.write(style.failure("- \(name)") + "\n")
    case nil: output.write("  \(name)\n")
    }
    let text = ExplanationText(style: style)
    for explanation in explanations.compactMap({ $0 }) { text.write(explanation, to: output) }
  }

  /// Writes the counts, and the reports that need all records.
  func finish() {
    if let lines {
      if settings.isCounting {
        let unanswered = report.failureCount
        lines.write(["gained": gained, "lost": lost, "both": both, "neither": neither, "unanswered": unanswered])
      }
      lines.finish()
    } else if report.isAboutAll {
      output.write("\(gained) gained, \(lost) lost, \(both) match both, \(neither) match neither\n")
    }
    report.finish()
  }
}
