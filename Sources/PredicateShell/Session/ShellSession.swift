import PredicateModel
import PredicateSyntax
import PredicateValues

/// A conversation with a database: the current entity, the settings, and what runs statements. It knows no terminal.
public final class ShellSession {
  /// What is asked.
  public let database: any ShellDatabase
  /// The entity that a bare predicate is about; nil where the database has none.
  public internal(set) var currentEntity: String?
  /// How answers are shown.
  public var mode: OutputMode = .table
  /// Whether the SQL of every statement is shown before its answer.
  public internal(set) var showsSQL = false
  /// The most rows that are shown; nil for what the output's layout says.
  var rowLimit: RowLimit?
  /// What was asked last, for `.sql` alone.
  var lastFetch: EntityFetch?

  /// A setting of the most rows that are shown.
  enum RowLimit {
    case all
    case rows(Int)
  }

  let output: any ShellOutput
  let errors: any ShellOutput
  let interrupts: InterruptWatch
  private let outputLayout: () -> OutputLayout
  private let errorStyle: TextStyle

  /// A session that writes answers and errors to two outputs, which may be one.
  ///
  /// - Parameter layout: asked before each answer, since windows change.
  public convenience init(
    database: any ShellDatabase, output: any ShellOutput, errors: any ShellOutput,
    layout: @escaping () -> OutputLayout = { .plain }
  ) {
    self.init(
      database: database, output: output, errors: errors, layout: layout, errorStyle: .plain,
      interrupts: InterruptWatch())
  }

  init(
    database: any ShellDatabase, output: any ShellOutput, errors: any ShellOutput,
    layout: @escaping () -> OutputLayout, errorStyle: TextStyle, interrupts: InterruptWatch
  ) {
    self.database = database
    self.output = output
    self.errors = errors
    self.interrupts = interrupts
    outputLayout = layout
    self.errorStyle = errorStyle
    currentEntity = database.model.entities.first?.name
  }

  /// The layout for the next answer, with the session's own settings.
  var layout: OutputLayout {
    var layout = outputLayout()
    switch rowLimit {
    case .all: layout.rowLimit = nil
    case .rows(let count): layout.rowLimit = count
    case nil: break
    }
    return layout
  }

  /// What reads statements as things are now.
  var parser: StatementParser {
    StatementParser(model: database.model, currentEntity: currentEntity)
  }

  /// Runs one statement. What is wrong with it is written to the errors' output, never thrown.
  ///
  /// - Parameter line: the number of the statement's first line, where it is to be told.
  public func run(_ text: String, line: Int? = nil) -> StatementOutcome {
    defer {
      output.flush()
      errors.flush()
    }
    do {
      return try interrupts.run(cancel: database.interrupt) { try runParsed(text) }
    } catch {
      return report(error, text: text, line: line)
    }
  }

  private func runParsed(_ text: String) throws -> StatementOutcome {
    switch try parser.parse(text) {
    case .empty: return .done
    case .command(let call): return try ShellCommand.run(call, in: self)
    case .fetch(let fetch):
      lastFetch = fetch
      try Answer(session: self).show(fetch)
      return .done
    }
  }

  private func report(_ error: any Error, text: String, line: Int?) -> StatementOutcome {
    // What was written of an answer comes before what stopped it.
    output.flush()
    if interrupts.wasInterrupted {
      errors.write((interrupts.isStarted ? "\n" : "") + errorStyle.quiet("Cancelled.") + "\n")
      return .failed
    }
    let issues: [PredicateIssue]
    if let failure = error as? StatementFailure {
      issues = failure.issues
    } else if let issue = error as? PredicateIssue {
      issues = [issue]
    } else {
      let place = line.map { "line \($0): " } ?? ""
      errors.write("\(place)\(errorStyle.failure("error")): \(CellText.escaped(String(describing: error)))\n")
      return .failed
    }
    IssueWriter(style: errorStyle, width: outputLayout().width).write(issues, in: text, line: line, to: errors)
    return .refused
  }
}
