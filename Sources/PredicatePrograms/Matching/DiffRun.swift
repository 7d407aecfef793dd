import PredicateEvaluation
import PredicateMatching
import PredicateOutput
import PredicateSyntax

/// One run of `predicate diff`: takes records one after another, and writes who gains and who loses.
final class DiffRun {
  private let predicates: [RecordPredicate]
  private let settings: AnswerSettings
  private let output: any ShellOutput
  private let lines: AnswerLines?
  private let style: TextStyle
  private var asked: AskedRecords
  private var missing: MissingKeyReport
  private var failures: AnswerFailures
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
    style = settings.colorsOutput ? TextStyle(isColored: true) : .plain
    asked = AskedRecords(settings.explained, errors)
    missing = MissingKeyReport(predicates, errors)
    failures = AnswerFailures(errors)
  }

  /// Whether a record gains or loses.
  var hasChanges: Bool { gained + lost > 0 }

  /// Whether a question has no answer, or a record that was asked about does not exist.
  var hasFailures: Bool { failures.count > 0 || asked.hasUnseen }

  /// Tries both predicates against a record.
  func add(_ record: FactRecord) {
    missing.look(at: record)
    guard asked.takes(record) else { return }
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
      failures.add(error, record, predicate.text)
      return nil
    }
  }

  private func write(_ record: FactRecord, _ before: Bool?, _ after: Bool?, _ change: DiffLine.Change?) {
    let explanations = asked.isEmpty ? [nil, nil] : predicates.map { $0.knownExplanation(of: record) }
    if let lines {
      lines.write(
        DiffLine(
          record: record.id, file: record.file, before: before, after: after, change: change,
          explanationBefore: explanations[0], explanationAfter: explanations[1]))
      return
    }
    if asked.isEmpty, change == nil { return }
    let name = CellText.escaped(record.id)
    if !asked.isEmpty, !isFirstPage { output.write("\n") }
    isFirstPage = false
    switch change {
    case .gained: output.write(style.colored("+ \(name)", "32") + "\n")
    case .lost: output.write(style.failure("- \(name)") + "\n")
    case nil: output.write("  \(name)\n")
    }
    let text = ExplanationText(style: style)
    for explanation in explanations.compactMap({ $0 }) { text.write(explanation, to: output) }
  }

  /// Writes the numbers, and what is known only now.
  func finish() {
    if let lines {
      if settings.isCounting {
        lines.write(["gained": gained, "lost": lost, "both": both, "neither": neither, "unanswered": failures.count])
      }
      lines.finish()
    } else if asked.isEmpty {
      output.write("\(gained) gained, \(lost) lost, \(both) match both, \(neither) match neither\n")
    }
    failures.finish()
    asked.finish()
    missing.finish()
  }
}
