import PredicateSessions
import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateStatements
import PredicateValues

/// A session on a database: the last statements and answers, the variables and the settings. It does not use a terminal directly.
public final class ShellSession {
  /// The database of the session.
  package internal(set) var database: any QueryDatabase {
    didSet {
      changes = nil
      if database.declaredModel.timeZone != settings.timeZone { database = database.inTimeZone(settings.timeZone) }
    }
  }
  /// The changes that statements have made; nil before the first statement that changes data.
  var changes: ChangeHistory?
  /// The entity for a predicate without an entity; nil if the database has no entities.
  public internal(set) var currentEntity: String?
  var settings = ShellSettings()
  /// The outputs for answers and errors.
  let screen: ShellScreen
  let interrupts: InterruptWatch

  /// The last query, for commands that explain it.
  var lastQuery: QueryStatement? { didSet { lastChanges = [] } }
  /// The last statements that changed data; empty after a query.
  var lastChanges: [ChangeStatement] = []
  /// Whether statements only show their changes, and .commit saves nothing.
  var isTrial = false
  var confirmation = ChangeConfirmation.upTo(ChangeConfirmation.unaskedObjects)
  /// The last answer, for `.last`.
  var lastAnswer: Answer?
  /// The source of all rows of ``lastAnswer``.
  var lastSource: AnswerSource?
  /// The variables that `.let` has set. The last changed variable is last.
  var variables: [(name: String, value: QueryValue)] = []
  /// The parameters of the last `.run`, which the commands that explain its statement need, too.
  var parameters: [(name: String, value: QueryValue)] = []
  /// The saved statements.
  var saved = SavedQueries(path: nil)
  /// Reads the saved statements of a newly opened database; nil if the session does not change its saved statements.
  var savedReader: ((any QueryDatabase) -> SavedQueries)?
  /// The number of nested files that are being read.
  var readDepth = 0
  /// Opens the database at a path, for writing too if `writes` is true. Without a path it opens the demo database.
  var opener: (_ path: String?, _ writes: Bool) throws -> any QueryDatabase = { path, writes in
    try NamedDatabase.database(path, model: nil, isReadOnly: !writes)
  }

  /// A session with an output for answers and one for errors, which may be the same.
  ///
  /// - Parameter layout: Called before each answer, because windows can be resized.
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
    currentEntity = database.declaredModel.firstEntity?.name
  }

  /// The output mode of answers.
  public var mode: OutputMode {
    get { settings.mode }
    set { settings.mode = newValue }
  }

  /// The output for answers.
  var output: any ShellOutput { screen.output }

  /// The layout for the next answer: that of the screen, changed by the session's settings.
  var layout: OutputLayout { settings.applied(to: screen.layout) }

  /// Whether people read the answers: they are shown on a terminal, in a mode for people.
  var isForPeople: Bool { screen.isSeen && !mode.isForPrograms }

  /// The variables for statements. A parameter replaces a variable of the same name.
  var queryVariables: QueryVariables { QueryVariables((variables + parameters).map { ($0.name, $0.value) }) }

  /// The back end for statements: the database including the unsaved changes.
  var answers: any QueryBackend {
    if let changes, changes.areUnsaved { ChangedAnswers(database, changes) } else { database }
  }

  /// A statement that is bound to the model of ``answers`` with the session's variables.
  func bound(_ query: QueryStatement) throws(PredicateIssue) -> BoundStatement {
    try BoundStatement(query, model: answers.model, variables: queryVariables)
  }

  /// A statement that is translated for ``answers``. Throws an issue if that is not possible.
  func prepared(_ query: QueryStatement) throws -> PreparedStatement {
    try PreparedStatement(bound(query), on: answers)
  }

  /// The last answer with all its rows. They are read again if some were not shown. Nil if there is no last answer.
  func wholeAnswer() throws -> Answer? {
    if let lastAnswer, lastAnswer.isKept, lastAnswer.table.rows.count == lastAnswer.total { return lastAnswer }
    switch lastSource {
    case .sql(let text): return try AnswerRows(sql: text, of: database).answer(rowLimit: .max)
    case .query(let query): return try prepared(query).answer()
    case nil: return try lastQuery.map { try prepared($0).answer() }
    }
  }

  /// The statement of the last answer, bound again. Nil if there is no last answer, or if it came from `.raw`.
  func boundSource() throws(PredicateIssue) -> BoundStatement? {
    guard case .query(let query)? = lastSource else { return nil }
    return try bound(query)
  }

  /// The steps that `.go` has made.
  var walk = Walk()

  /// Sets the time zone for reading properties of dates and for showing dates.
  func setTimeZone(_ zone: QueryTimeZone) {
    settings.timeZone = zone
    let kept = changes
    kept?.context.setTimeZone(zone)
    database = database.inTimeZone(zone)
    changes = kept
  }

  /// The parser for statements in the session's current state.
  var parser: StatementParser {
    StatementParser(
      model: database.declaredModel, currentEntity: currentEntity, placeCondition: walk.steps.last?.condition)
  }
}

enum AnswerSource {
  case query(QueryStatement)
  /// A statement in the database's own SQL.
  case sql(String)
}

/// The result of running a statement.
public enum StatementOutcome: Sendable, Equatable {
  /// The statement was run.
  case done
  /// The statement is wrong, or contains unknown names.
  case refused
  /// The database failed, or the statement was cancelled.
  case failed
  /// The shell must end.
  case quit

  /// The exit status of a program that stops after the statement.
  var status: Int32 {
    switch self {
    case .done, .quit: 0
    case .refused: 1
    case .failed: 2
    }
  }
}
