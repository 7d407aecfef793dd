import PredicateModel
import PredicateSyntax
import PredicateValues

/// Runs queries and shows what they give.
struct AnswerWriter {
  let session: ShellSession

  /// Runs a query and shows its rows or their number, with whatever the settings want beside them.
  func run(_ query: ShellQuery) throws {
    session.lastQuery = query
    if session.showsSQL { try showSQL(of: query.fetch) }
    if query.isCount { try showCount(query.fetch) } else { try showRows(query) }
    NoteWriter(session: session).write(try notes(on: query), in: query.text)
    if session.verifies { try Verification(session: session).run(query.fetch) }
  }

  /// Shows how many objects there are.
  func showCount(_ fetch: EntityFetch) throws {
    let clock = ContinuousClock()
    let start = clock.now
    let total = try QueryRun(session: session).count(fetch)
    let noun = EntityNoun(fetch.entity)
    session.output.write("\(noun.counted(total))\(Self.time(clock.now - start, layout: session.layout))\n")
  }

  private func showRows(_ query: ShellQuery) throws {
    let answer = try QueryRun(session: session).answer(query, rowLimit: session.layout.rowLimit)
    session.lastAnswer = answer
    show(answer, mode: session.mode)
    if answer.total == 0, query.fetch.predicate != nil, session.isForPeople {
      try EmptyAnswer(session: session).explain(query.fetch, isAutomatic: true)
    }
  }

  /// Shows an answer in a mode, through the pager where it is longer than the screen.
  func show(_ answer: Answer, mode: OutputMode) {
    session.present { output in
      let layout = session.layout
      var hidden: [String] = []
      if !answer.table.rows.isEmpty || mode.isForPrograms {
        hidden = mode.renderer.render(ShownTable(answer.table, titles: answer.titles), layout: layout, to: output)
      }
      guard !mode.isForPrograms else { return }
      output.write(layout.style.quiet(Self.footer(of: answer, layout: layout)) + "\n")
      if !hidden.isEmpty {
        let names = hidden.joined(separator: ", ")
        output.write(layout.style.quiet("Not shown for want of room: \(names); .mode line shows all.") + "\n")
      }
    }
  }

  /// Shows what runs for a fetch.
  func showSQL(of fetch: EntityFetch) throws {
    let statement = try session.database.statement(for: fetch, variables: session.queryVariables)
    SQLText(style: session.layout.style).write(statement.sql, bindings: statement.bindings, to: session.output)
  }

  private func notes(on query: ShellQuery) throws -> [PredicateIssue] {
    guard session.showsNotes, let predicate = query.fetch.predicate else { return [] }
    return query.notes + (try session.bound(predicate, of: query.fetch.entity)).notes
  }

  // MARK: Footer

  private static func footer(of answer: Answer, layout: OutputLayout) -> String {
    let noun = EntityNoun(answer.entity)
    let time = time(answer.elapsed, layout: layout)
    let shown = answer.table.rows.count
    if answer.total == 0 { return "No \(noun.plural).\(time)" }
    if shown < answer.total { return "\(shown) of \(noun.counted(answer.total))\(time); .rows all shows every one." }
    return "\(noun.counted(answer.total))\(time)"
  }

  static func time(_ elapsed: Duration, layout: OutputLayout) -> String {
    layout.showsTime ? " (\(DurationText.text(of: elapsed)))" : ""
  }
}
