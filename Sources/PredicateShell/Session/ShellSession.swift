import PredicateBinding
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues

/// A conversation with a database: the current entity, the settings, and what runs statements. It knows no terminal.
public final class ShellSession {
  /// What is asked.
  public internal(set) var database: any ShellDatabase
  /// The entity that a bare predicate is about; nil where the database has none.
  public internal(set) var currentEntity: String?
  /// How answers are shown.
  public var mode: OutputMode = .table
  /// Whether the SQL of every statement is shown before its answer.
  public internal(set) var showsSQL = false
  /// The most rows that are shown; nil for what the output's layout says.
  var rowLimit: RowLimit?
  /// What was asked last, for commands that explain it.
  var lastQuery: ShellQuery?
  /// What it gave, for `.last`.
  var lastAnswer: Answer?
  /// What `.let` has set, in the order of their names' first use.
  var variables: [(name: String, value: QueryValue)] = []
  /// What the last query was given with `.run`, for the commands that explain it too.
  private(set) var parameters: [(name: String, value: QueryValue)] = []
  /// Whether every answer is checked against the evaluator in memory.
  var verifies = false
  /// Whether footers tell the time; nil for what the output's layout says.
  var showsTime: Bool?
  /// Whether notes are shown behind answers; nil for always.
  var notesSetting: Bool?
  /// Where answers go instead of the screen.
  var redirection: Redirection?
  /// How many files are being read inside one another.
  var readDepth = 0
  /// The statements that were saved under names.
  var saved = SavedQueries(path: nil)
  /// Shows a long text page by page; false where that cannot be done.
  var pager: ((String) -> Bool)?
  /// Shows how far a long statement is; nil where there is no terminal.
  var progress: ProgressBar?
  /// Opens the database at a path, for writing too where that is wanted, or, without a path, the one that the shell opens on.
  var opener: (_ path: String?, _ writes: Bool) throws -> any ShellDatabase = { path, writes in
    guard let path else { return try PredicateDatabase.demo() }
    return try PredicateDatabase.open(path: path, isReadOnly: !writes)
  }
  /// Is told how far an import has come that takes more than a second: bytes of the file that were read, and how many it has.
  var onProgress: ((_ done: Int, _ total: Int) -> Void)?

  /// A setting of the most rows that are shown.
  enum RowLimit {
    case all
    case rows(Int)
  }

  let screen: any ShellOutput
  let errors: any ShellOutput
  let interrupts: InterruptWatch
  private let outputLayout: () -> OutputLayout
  let errorStyle: TextStyle

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
    screen = output
    self.errors = errors
    self.interrupts = interrupts
    outputLayout = layout
    self.errorStyle = errorStyle
    currentEntity = database.model.entities.first?.name
  }

  /// The layout for the next answer, with the session's own settings.
  var layout: OutputLayout {
    var layout = redirection == nil ? outputLayout() : .plain
    if mode.isForPrograms { layout.rowLimit = nil }
    if let showsTime { layout.showsTime = showsTime }
    switch rowLimit {
    case .all: layout.rowLimit = nil
    case .rows(let count): layout.rowLimit = count
    case nil: break
    }
    return layout
  }

  /// Where answers go.
  var output: any ShellOutput { redirection?.output ?? screen }

  /// Whether somebody looks at the answers.
  var isForPeople: Bool { redirection == nil && outputLayout().width != nil && !mode.isForPrograms }

  /// Whether notes are shown.
  var showsNotes: Bool { notesSetting ?? true }

  /// The variables as the engine takes them: of two of a name the parameter counts.
  var queryVariables: QueryVariables { QueryVariables((variables + parameters).map { ($0.name, $0.value) }) }

  /// A condition with its names and types. Throws what binding throws.
  func bound(_ predicate: QueryPredicate, of entity: String) throws(PredicateIssue) -> BoundPredicate {
    try Binder.bind(predicate, to: .entity(entity, database.model), variables: queryVariables)
  }

  /// What reads statements as things are now.
  var parser: StatementParser {
    StatementParser(model: database.model, currentEntity: currentEntity)
  }

  /// Runs one statement. What is wrong with it is written to the errors' output, never thrown.
  ///
  /// - Parameter line: the number of the statement's first line, where it is to be told.
  public func run(_ text: String, line: Int? = nil) -> StatementOutcome { run(text, line: line, parameters: []) }

  /// Runs one statement with values for its variables.
  func run(
    _ text: String, line: Int? = nil, parameters: [(name: String, value: QueryValue)]
  ) -> StatementOutcome {
    defer {
      output.flush()
      errors.flush()
    }
    let once = redirection?.isOnce == true ? redirection : nil
    let outcome: StatementOutcome
    do {
      outcome = try interrupts.run(cancel: database.interrupt) {
        try showingProgress { try runParsed(text, parameters) }
      }
    } catch {
      outcome = report(error, text: text, line: line)
    }
    if let once, once === redirection { redirection = nil }
    return outcome
  }

  /// Shows a text: through the pager where it is longer than the screen.
  func present(_ write: (any ShellOutput) -> Void) {
    guard redirection == nil, let pager, let height = layout.height else { return write(output) }
    let text = TextOutput()
    write(text)
    if text.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= height {
      output.flush()
      progress?.finish()
      if pager(text.text) { return }
    }
    output.write(text.text)
  }

  private func runParsed(
    _ text: String, _ parameters: [(name: String, value: QueryValue)]
  ) throws -> StatementOutcome {
    switch try parser.parse(text) {
    case .empty: return .done
    case .command(let call): return try ShellCommand.run(call, in: self)
    case .query(let query):
      progress?.expect(expectedRows(of: query))
      self.parameters = parameters
      try AnswerWriter(session: self).run(query)
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
