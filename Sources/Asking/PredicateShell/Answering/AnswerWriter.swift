import PredicateSessions
import PredicateModel
import PredicateSQL
import PredicateStatements
import PredicateValues

/// Runs queries and shows their answers.
struct AnswerWriter {
  let session: ShellSession

  /// Runs a query and shows its rows or their number. The SQL and notes are shown, too, if the settings turn them on.
  func run(_ query: QueryStatement) throws {
    session.lastQuery = query
    let start = ContinuousClock.now
    let statement = try session.bound(query)
    let prepared = try PreparedStatement(statement, on: session.answers, rowLimit: session.layout.rowLimit)
    session.expectRows(of: prepared)
    if session.settings.showsSQL { try showSQL(of: prepared) }
    let total = query.isCount ? try showCount(prepared, since: start) : try showRows(prepared, since: start)
    // If the statement has a condition on groups, that condition may be the reason for the empty answer, so there is no explanation.
    if total == 0, statement.fetch.predicate != nil, statement.fetch.having == nil {
      try explainEmpty(query, after: ContinuousClock.now - start)
    }
    if query.placeCondition != nil, let object = session.onlyObject {
      session.write(
        note: "the statement uses only \(object). To query all objects, write .use \(query.entity.asStatementName)")
    }
    if session.settings.showsNotes {
      session.write(notes: statement.notes.filter { !$0.concernsOtherPlatforms }, in: query.text)
      let answer = query.isCount ? nil : session.lastAnswer?.table
      session.write(
        notes: try SurpriseNotes(statement, on: session.answers).all(showing: answer), in: query.text)
    }
    if session.settings.verifies { try verify(statement) }
  }

  /// Shows the number of objects and returns it.
  private func showCount(_ prepared: PreparedStatement, since start: ContinuousClock.Instant) throws -> Int {
    let count = try prepared.count()
    let time = Self.time(ContinuousClock.now - start, layout: session.layout)
    session.output.write((session.mode.text(ofCount: count) ?? prepared.noun.counted(count) + time) + "\n")
    return count
  }

  private func showRows(_ prepared: PreparedStatement, since start: ContinuousClock.Instant) throws -> Int {
    let answer: Answer
    if session.layout.rowLimit == nil {
      answer = try AnswerStream(session: session, rows: AnswerRows(prepared), start: start).run()
    } else {
      answer = try prepared.answer(since: start)
      show(answer, mode: session.mode)
    }
    session.lastAnswer = answer
    session.lastSource = .query(prepared.statement.query)
    return answer.total
  }

  /// Runs one statement in the database's own SQL, and shows its rows.
  func run(sql: String) throws {
    let start = ContinuousClock.now
    let rows = AnswerRows(sql: sql, of: session.database)
    let answer: Answer
    if let rowLimit = session.layout.rowLimit {
      answer = try rows.answer(rowLimit: rowLimit, since: start)
      show(answer, mode: session.mode)
    } else {
      answer = try AnswerStream(session: session, rows: rows, start: start).run()
    }
    session.lastAnswer = answer
    session.lastSource = .sql(sql)
    session.lastQuery = nil
    if session.hasUnsavedChanges {
      session.write(note: "SQL reads only saved values. To save the changes, write .commit")
    }
  }

  /// Shows an answer in a mode, through the pager if it is longer than the screen.
  func show(_ answer: Answer, mode: OutputMode) {
    session.screen.present { output in
      let layout = session.layout
      var hidden: [String] = []
      if !answer.table.rows.isEmpty || mode.isForPrograms {
        hidden = mode.renderer.render(
          session.shown(
            answer.table, titles: answer.titles, naming: answer.naming, keyColumns: answer.keyColumns, in: mode),
          layout: layout,
          to: output)
      }
      writeFooter(of: answer, hidden: hidden, mode: mode, to: output)
    }
  }

  /// Writes the lines after the rows, if people read the mode: the number of rows, and the names of columns that are not shown.
  func writeFooter(of answer: Answer, hidden: [String], mode: OutputMode, to output: any ShellOutput) {
    guard !mode.isForPrograms else { return }
    let layout = session.layout
    output.write(layout.style.quiet(Self.footer(of: answer, layout: layout)) + "\n")
    if !hidden.isEmpty {
      let names = hidden.joined(separator: ", ")
      for line in layout.lines(
        of:
          "The columns \(names) are not shown, because the screen is too narrow. Write .mode line to show all columns.")
      {
        output.write(layout.style.quiet(line) + "\n")
      }
    }
  }

  /// Shows the SQL that runs for a query, and a sentence about the work in memory.
  func showSQL(of prepared: PreparedStatement) throws {
    guard let statement = try prepared.sql() else { return }
    SQLText(style: session.layout.style).write(statement, to: session.output)
    if let work = prepared.workInMemory { session.output.write(session.layout.style.quiet(work) + "\n") }
  }

  /// Explains why an answer has no rows.
  ///
  /// - Parameter elapsed: How long the answer took, if the explanation is automatic; nil for `.empty`. In modes for programs, an automatic
  ///   explanation consists only of notes on constants.
  func explainEmpty(_ query: QueryStatement, after elapsed: Duration? = nil) throws {
    let isNote = elapsed != nil && !session.isForPeople
    let answer = EmptyAnswer(
      query, on: session.answers, variables: session.queryVariables, elapsed: elapsed
    ) { finding in
      if case .counts(let counts) = finding { return writeCounts(counts) }
      guard let text = finding.text else { return }
      if isNote { return session.write(note: text) }
      session.output.write(session.layout.style.quiet(CellText.escaped(text)) + "\n")
    }
    guard isNote else { return try answer.explain() }
    if session.settings.showsNotes { try answer.explainConstants() }
  }

  private func writeCounts(_ counts: [(condition: String, count: Int)]) {
    let layout = session.layout
    let width = counts.reduce(1) { max($0, String($1.count).count) }
    for (condition, count) in counts {
      let number = CellText.padded(String(count), to: width, right: true)
      let text = CellText.escaped(condition)
      let room = layout.width.map { max(20, $0 - width - 4) }
      let line = "\(number)  \(room.map { CellText.shortened(text, to: $0) } ?? text)"
      session.output.write("  " + (count == 0 ? layout.style.failure(line) : layout.style.quiet(line)) + "\n")
    }
    if counts.count == 1 {
      session.output.write(
        layout.style.quiet("The number on the left is the number of objects for which the condition is true.") + "\n")
    }
  }

  /// Compares the answer of the database with the answer of memory, and shows the verdict.
  func verify(_ statement: BoundStatement) throws {
    var verification = Verification(session.answers)
    verification.isCancelled = { [interrupts = session.interrupts] in interrupts.wasInterrupted }
    let style = session.layout.style
    switch try verification.run(statement) {
    case .agreement(let text): session.output.write(style.quiet(text) + "\n")
    case .bug(let lines):
      session.output.write(style.failure("bug") + ": memory and SQL differ.\n")
      for line in lines { session.output.write("  \(CellText.escaped(line))\n") }
    }
  }

  // MARK: Footer

  private static func footer(of answer: Answer, layout: OutputLayout) -> String {
    let noun = answer.noun
    let time = time(answer.elapsed, layout: layout)
    let shown = answer.isKept ? answer.table.rows.count : answer.total
    if answer.total == 0 { return "No \(noun.plural).\(time)" }
    if shown < answer.total { return "\(shown) of \(noun.counted(answer.total))\(time). Write .rows all to show all." }
    return "\(noun.counted(answer.total))\(time)"
  }

  static func time(_ elapsed: Duration, layout: OutputLayout) -> String {
    layout.showsTime ? " (\(DurationText.text(of: elapsed)))" : ""
  }
}

/// Shows SQL and its bindings.
struct SQLText {
  let style: TextStyle

  /// Writes the statement, and a line for each binding: `?1 = "Drama"`.
  func write(_ statement: SQLStatement, to output: any ShellOutput) {
    output.write(safe(statement.text) + "\n")
    for (position, value) in statement.bindings.enumerated() {
      output.write(style.quiet("  \(statement.name(ofParameter: position + 1)) = \(text(of: value))") + "\n")
    }
  }

  /// The SQL with its line ends. Other characters that could control a terminal are escaped.
  private func safe(_ sql: String) -> String {
    sql.split(separator: "\n", omittingEmptySubsequences: false).map { CellText.escaped(String($0)) }
      .joined(separator: "\n")
  }

  private func text(of value: QueryValue) -> String {
    if case .string(let text) = value { return "\"" + CellText.escaped(text) + "\"" }
    return CellText.escaped(ValueText().text(of: value))
  }
}

extension ShellSession {
  /// Passes the number of rows that a statement will read to the progress bar. The number is unknown if the database counts the rows that arrive.
  func expectRows(of statement: PreparedStatement) {
    guard let progress = screen.progress else { return }
    progress.expect(database.kind.countedRows == .read ? statement.expectedRows() : nil)
  }
}
