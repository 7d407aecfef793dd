import Foundation
import PredicateDatabases
import PredicateStatements
import PredicateSyntax

/// The shell as a program that uses the standard streams, with or without a terminal.
public struct ShellProgram {
  private let session: ShellSession
  private let interrupts: InterruptWatch
  private let output: FileOutput
  private let errors: FileOutput
  private let environment: [String: String]

  /// Runs a shell on a database until the user leaves it. Returns the exit status: 0 for success, 1 for a wrong statement, 2 for another failure.
  ///
  /// If the options have statements, only these statements run. Otherwise the shell reads statements from standard input. On a terminal it has an
  /// editor, a prompt and a history, and continues after an error. Without a terminal, the first error ends the run.
  package static func run(database: any QueryDatabase, options: ShellOptions = ShellOptions()) -> Int32 {
    let program = ShellProgram(database: database, options: options)
    let status: Int32
    if !options.statements.isEmpty {
      program.interrupts.start(endsProcess: true)
      if TerminalFacts.isTerminal(STDIN_FILENO), TerminalFacts.isTerminal(STDOUT_FILENO) {
        program.askBeforeChanges(PlainLines(descriptor: STDIN_FILENO, prompts: program.errors))
      }
      status = program.run(options.statements)
    } else if TerminalFacts.isTerminal(STDIN_FILENO) {
      status = program.converse()
    } else {
      program.interrupts.start(endsProcess: true)
      status = program.runLines(of: PlainLines(descriptor: STDIN_FILENO))
    }
    program.output.flush()
    if program.output.hasFailed { program.errors.write("error: the answer could not be written\n") }
    program.errors.flush()
    program.interrupts.endIfInterrupted()
    return program.output.hasFailed ? StatementOutcome.failed.status : status
  }

  private init(database: any QueryDatabase, options: ShellOptions) {
    let environment = ProcessInfo.processInfo.environment
    let output = FileOutput(descriptor: STDOUT_FILENO)
    let errors = FileOutput(descriptor: STDERR_FILENO)
    let interrupts = InterruptWatch()
    let screen = ShellScreen(
      output: output, errors: errors, layout: { Self.layout(of: output, environment: environment) })
    screen.progress = Self.progress(
      after: options.progressDelay, erasedFor: [output, errors], environment: environment)
    let session = ShellSession(database: database, screen: screen, interrupts: interrupts)
    // The user's settings apply only to a terminal, so that pipes and files get the same answers for every user.
    if TerminalFacts.isTerminal(STDOUT_FILENO) {
      let configuration = ShellConfiguration(reading: HistoryLocation.configuration(environment: environment))
      for problem in configuration.problems { errors.write("note: \(CellText.escaped(problem))\n") }
      if let mode = configuration.mode { session.mode = mode }
      if let nilText = configuration.nilText { session.settings.nilText = nilText }
      if configuration.hasColors == false {
        output.allowsColors = false
        errors.allowsColors = false
      }
    }
    if let mode = options.mode { session.mode = mode }
    if options.agreesToChanges { session.confirmation = .always }
    session.isTrial = options.isTrial
    let readSaved = { (database: any QueryDatabase) -> SavedQueries in
      let path = HistoryLocation.savedQueries(for: database.identity, environment: environment)
      do {
        return try SavedQueries(reading: path)
      } catch {
        errors.write("note: saved statements cannot be read: \(CellText.escaped(String(describing: error)))\n")
        return SavedQueries(path: nil)
      }
    }
    session.saved = readSaved(database)
    session.savedReader = readSaved
    self.session = session
    self.interrupts = interrupts
    self.output = output
    self.errors = errors
    self.environment = environment
  }

  private static func layout(of output: FileOutput, environment: [String: String]) -> OutputLayout {
    var layout = OutputLayout.plain
    if TerminalFacts.isTerminal(STDOUT_FILENO) {
      layout = .terminal(
        width: TerminalFacts.width(of: STDOUT_FILENO, environment: environment),
        height: TerminalFacts.height(of: STDOUT_FILENO),
        isColored: output.hasColors)
    }
    layout.isUTF8 = TerminalFacts.isUTF8(environment: environment)
    return layout
  }

  /// A progress bar, if both streams are the same terminal and the terminal can erase a line. Any other output to the terminal erases the bar first.
  private static func progress(
    after delay: Duration, erasedFor outputs: [FileOutput], environment: [String: String]
  ) -> ProgressBar? {
    guard TerminalFacts.isTerminal(STDOUT_FILENO), TerminalFacts.isTerminal(STDERR_FILENO),
      environment["TERM"] != "dumb"
    else { return nil }
    let bar = ProgressBar(
      delay: delay,
      width: { TerminalFacts.width(of: STDERR_FILENO, environment: environment) },
      draw: { text in
        let bytes = Array(text.utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
      })
    for output in outputs { output.willWrite = { bar.finish() } }
    return bar
  }

  // MARK: Without a terminal

  private func run(_ statements: [String]) -> Int32 {
    for statement in statements {
      let outcome = session.run(statement)
      if outcome != .done || output.hasFailed { return left(with: outcome.status, saving: "-e .commit") }
    }
    return left(with: 0, saving: "-e .commit")
  }

  /// The exit status. If unsaved changes are discarded, a message reports them, and the status is at least 1.
  ///
  /// - Parameter saving: What the user must add to save the changes, for the message.
  private func left(with status: Int32, saving: String = "the line .commit") -> Int32 {
    guard let changes = session.changes, changes.areUnsaved, !session.isTrial else { return status }
    output.flush()
    errors.write(
      "\(errors.style.failure("error")): the changes of \(changes.unsavedText) are dropped; "
        + "\(saving) at the end saves them\n")
    return max(status, StatementOutcome.refused.status)
  }

  /// Makes the session ask the user before it changes objects. The answer is read from a source of lines.
  private func askBeforeChanges(_ source: any LineSource) {
    guard case .upTo = session.confirmation else { return }
    session.confirmation = .ask { question in Self.isYes(answer(to: question, source)) }
  }

  /// Shows a question and reads the line that answers it.
  private func answer(to question: String, _ source: any LineSource) -> LineReading {
    // A line that is too long counts as no answer.
    do { return try source.nextLine(prompt: .question(question)) } catch { return .interrupted }
  }

  private static func isYes(_ reading: LineReading) -> Bool {
    guard case .line(let line) = reading else { return false }
    return ["y", "yes"].contains(line.trimmingCharacters(in: .whitespaces).lowercased())
  }

  private func runLines(of source: any LineSource) -> Int32 {
    let reader = StatementReader(source)
    do throws(PredicateIssue) {
      while case .statement(let text, let line, let tree) = try reader.next(session.parser) {
        let outcome = session.run(text, line: line, read: tree)
        if outcome != .done || output.hasFailed { return left(with: outcome.status) }
      }
    } catch {
      IssueWriter(style: .plain, width: nil).write([error], in: "", line: nil, to: errors)
      return left(with: StatementOutcome.refused.status)
    }
    return left(with: 0)
  }

  // MARK: With a terminal

  private func converse() -> Int32 {
    TerminalFacts.useUTF8()
    let editor = lineEditor()
    if let command = Pager.command(environment: environment) {
      session.screen.pager = { Pager.show($0, command: command) }
    }
    // Without an editor, Ctrl-C ends the program as usual.
    if editor != nil { interrupts.start() }
    writeBanner(to: editor == nil ? errors : output)
    let source: any LineSource = editor ?? PlainLines(descriptor: STDIN_FILENO, prompts: errors)
    let reader = StatementReader(source)
    askBeforeChanges(source)
    do throws(PredicateIssue) {
      while !output.hasFailed {
        output.flush()
        switch try reader.next(session.parser, at: session.place, hasChanges: session.hasUnsavedChanges) {
        case .interrupted: continue
        case .end: if let status = leaving(source) { return status }
        case .statement(let text, _, let tree):
          if session.run(text, line: nil, read: tree) == .quit, let status = leaving(source) { return status }
        }
      }
    } catch {
      IssueWriter(style: .plain, width: nil).write([error], in: "", line: nil, to: errors)
      return left(with: StatementOutcome.refused.status)
    }
    return left(with: 0)
  }

  /// Asks what to do with unsaved changes. Returns the exit status, or nil if the user stays in order to save them.
  private func leaving(_ source: any LineSource) -> Int32? {
    guard let changes = session.changes, changes.areUnsaved else { return 0 }
    output.flush()
    switch answer(
      to: "The changes of \(changes.unsavedText) are not saved. Drop the changes and leave the shell? (y/N) ", source)
    {
    case .end: return left(with: 0)
    case let reading where Self.isYes(reading): return 0
    case .line, .interrupted:
      errors.write("Write .commit to save the changes, or .revert to drop them.\n")
      errors.flush()
      return nil
    }
  }

  /// An editor, if the output is a terminal; otherwise nil. Lines are then read without an editor, and prompts are written to standard error.
  private func lineEditor() -> LineEditor? {
    guard TerminalFacts.isTerminal(STDOUT_FILENO) else { return nil }
    let path = HistoryLocation.path(for: session.database.identity, environment: environment)
    let editor = LineEditor(
      programName: "predicate", history: StatementHistory(path: path), style: session.layout.style)
    editor?.completion = { [session] in session.completion(of: $0) }
    if let problem = editor?.history.problem { errors.write("note: \(CellText.escaped(problem))\n") }
    return editor
  }

  private func writeBanner(to output: any ShellOutput) {
    let style = session.layout.style
    let model = session.database.declaredModel
    let names = model.entityNames.prefix(8).map(CellText.escaped).joined(separator: ", ")
    let more = model.entities.count > 8 ? " and \(model.entities.count - 8) more" : ""
    let title = style.strong(CellText.escaped(session.database.displayName))
    for line in session.layout.lines(of: "\(title): \(names)\(more)") { output.write(line + "\n") }
    var sentences = [
      "A predicate finds objects of the entity in the prompt. Write .help for help. Ctrl-D leaves the shell."
    ]
    if let example = session.parser.firstExample(session.database.hasAnswer) {
      sentences.append("Try: \(CellText.escaped(example))")
    }
    let offers = session.database.suggestions.map { CellText.escaped($0.offer) }
    sentences += offers.prefix(3) + (offers.count > 3 ? ["\(offers.count - 3) more: .type"] : [])
    let count = session.database.notes.count
    if count > 0 { sentences.append("\(count == 1 ? "1 note" : "\(count) notes") on the tables: .schema") }
    for line in sentences.flatMap({ session.layout.lines(of: $0) }) { output.write(style.quiet(line) + "\n") }
  }
}

/// The options of a shell.
public struct ShellOptions: Sendable {
  /// Statements to run. If there are any, no other statements are read.
  public var statements: [String]
  /// The output mode of answers. Nil for the mode in the user's settings, or a table.
  public var mode: OutputMode?
  /// Whether statements may change objects without asking the user.
  public var agreesToChanges: Bool
  /// Whether statements only show the changes that they would make, with their plans and counts.
  public var isTrial: Bool
  /// How long a statement must run before its progress is shown on the terminal.
  public var progressDelay: Duration

  /// Options. The defaults are those of `predicate` without arguments.
  public init(
    statements: [String] = [], mode: OutputMode? = nil, agreesToChanges: Bool = false,
    isTrial: Bool = false, progressDelay: Duration = .seconds(1)
  ) {
    self.statements = statements
    self.mode = mode
    self.agreesToChanges = agreesToChanges
    self.isTrial = isTrial
    self.progressDelay = progressDelay
  }
}
