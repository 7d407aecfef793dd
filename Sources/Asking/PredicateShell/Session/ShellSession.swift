import PredicateSessions
import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateStatements
import PredicateValues

/// A session over a database: the last statements and answers, the variables and the settings. It does not use a terminal directly.
public final class ShellSession {
  /// The database of the session.
  package internal(set) var database: any QueryDatabase {
    didSet {
      changes = nil
      if database.declaredModel.timeZone != settings.timeZone { database = database.inTimeZone(settings.timeZone) }
    }
  }
  /// The changes of statements in the database; nil before the first statement that changes data.
  var changes: ChangeHistory?
  /// The entity of a bare predicate; nil if the database has no entities.
  public internal(set) var currentEntity: String?
  var settings = ShellSettings()
  /// The outputs for answers and errors.
  let screen: ShellScreen
  let interrupts: InterruptWatch

  /// The last query, for commands that explain it.
  var lastQuery: QueryStatement? { didSet { lastChanges = [] } }
  /// The last statements that changed data, if no other statement has run since.
  var lastChanges: [ChangeStatement] = []
  /// Who agrees to changes.
  /// Whether statements only show their changes: .commit saves nothing.
  var isTrial = false
  var confirmation = ChangeConfirmation.upTo(ChangeConfirmation.unaskedObjects)
  /// The last answer, for `.last`.
  var lastAnswer: Answer?
  /// The source of all rows of ``lastAnswer``.
  var lastSource: AnswerSource?
  /// The variables of `.let`, in the order of their names' first use.
  var variables: [(name: String, value: QueryValue)] = []
  /// The parameters of the last `.run`, also for the commands that explain it.
  var parameters: [(name: String, value: QueryValue)] = []
  /// The statements that were saved under names.
  var saved = SavedQueries(path: nil)
  /// Reads the saved statements of an opened database; nil if those of the session stay.
  var savedReader: ((any QueryDatabase) -> SavedQueries)?
  /// How many files are being read inside one another.
  var readDepth = 0
  /// Opens the database at a path, for writing on demand, or, without a path, the shell's first database.
  var opener: (_ path: String?, _ writes: Bool) throws -> any QueryDatabase = { path, writes in
    try NamedDatabase.database(path, model: nil, isReadOnly: !writes)
  }

  /// A session that writes answers and errors to two outputs, which may be one.
  ///
  /// - Parameter layout: Called before each answer, since windows change.
  package convenience init(
    database: any QueryDatabase, output: any ShellOutput, errors: any ShellOutput,
    layout: @escaping () -> OutputLayout = { .plain }
  ) {
    self.init(
      database: database, screen: ShellScreen(output: output, errors: errors, layout: layout),
      interrupts: InterruptWatch())
  }

  init(database: any QueryDatabase, screen: ShellScreen, interrupts: InterruptWatch) {
    self.database = database
    self.screen = screen
    self.interrupts = interrupts
    currentEntity = database.declaredModel.entities.first?.name
  }

  /// How answers are shown.
  public var mode: OutputMode {
    get { settings.mode }
    set { settings.mode = newValue }
  }

  /// Where answers go.
  var output: any ShellOutput { screen.output }

  /// The layout for the next answer, with the session's own settings.
  var layout: OutputLayout { settings.applied(to: screen.layout) }

  /// Whether people see the answers.
  var isForPeople: Bool { screen.isSeen && !mode.isForPrograms }

  /// The variables for the engine: a parameter replaces a variable of the same name.
  var queryVariables: QueryVariables { QueryVariables((variables + parameters).map { ($0.name, $0.value) }) }

  /// The source of answers: the database, with unsaved changes.
  var answers: any QueryBackend {
    if let changes, changes.areUnsaved { ChangedAnswers(database, changes) } else { database }
  }

  /// A statement with the session's variables, bound to ``answers``.
  func bound(_ query: QueryStatement) throws(PredicateIssue) -> BoundStatement {
    try BoundStatement(query, model: answers.model, variables: queryVariables)
  }

  /// A statement on ``answers``. Throws an issue if they have no form for it.
  func prepared(_ query: QueryStatement) throws -> PreparedStatement {
    try PreparedStatement(bound(query), on: answers)
  }

  /// The last answer with all of its rows, which are read again if some were not shown; nil if there was none.
  func wholeAnswer() throws -> Answer? {
    if let lastAnswer, lastAnswer.isKept, lastAnswer.table.rows.count == lastAnswer.total { return lastAnswer }
    switch lastSource {
    case .sql(let text): return try AnswerRows(sql: text, of: database).answer(rowLimit: .max)
    case .query(let query): return try prepared(query).answer()
    case nil: return try lastQuery.map { try prepared($0).answer() }
    }
  }

  /// The steps of `.go`.
  var walk = Walk()

  /// Reads and shows dates in a time zone.
  func setTimeZone(_ zone: QueryTimeZone) {
    settings.timeZone = zone
    let kept = changes
    kept?.context.setTimeZone(zone)
    database = database.inTimeZone(zone)
    changes = kept
  }

  /// A parser for statements in the current state.
  var parser: StatementParser {
    StatementParser(
      model: database.declaredModel, currentEntity: currentEntity, placeCondition: walk.steps.last?.condition)
  }
}

/// The source of an answer.
enum AnswerSource {
  case query(QueryStatement)
  /// A statement in the database's own SQL.
  case sql(String)
}

/// How a statement ended.
public enum StatementOutcome: Sendable, Equatable {
  /// It was answered.
  case done
  /// It was wrong, or named missing things.
  case refused
  /// The database failed, or it was cancelled.
  case failed
  /// The shell is to be left.
  case quit

  /// The exit status of a program that stops here.
  var status: Int32 {
    switch self {
    case .done, .quit: 0
    case .refused: 1
    case .failed: 2
    }
  }
}
