import PredicateSyntax

extension ShellCommand {
  /// `.save NAME`
  static let save = ShellCommand(
    "save", arguments: "NAME", summary: "keeps the last statement under a name, for .run",
    details: "Statements are kept for the database. A $variable in one takes the value that .let gives it.",
    completes: .savedQuery
  ) { call, session in
    guard let query = session.lastQuery, !query.text.isEmpty else { throw PredicateIssue.noStatement(call.nameRange) }
    guard !call.argument.isEmpty, !call.argument.contains(where: \.isWhitespace) else {
      throw call.unexpectedArgument(expected: "a name without spaces", among: [])
    }
    try session.saved.save(query.text, as: call.argument)
    return .done
  }

  /// `.run [NAME]`
  static let run = ShellCommand(
    "run", arguments: "[NAME]", summary: "runs a saved statement, or lists them", completes: .savedQuery
  ) { call, session in
    if call.argument.isEmpty {
      for (name, statement) in session.saved.entries {
        session.output.write("\(CellText.escaped(name))  \(CellText.escaped(statement))\n")
      }
      return .done
    }
    guard let statement = session.saved.statement(named: call.argument) else {
      throw PredicateIssue.unknownSavedQuery(
        call.argument, known: session.saved.entries.map(\.name), range: call.argumentPlace)
    }
    return session.run(statement)
  }
}
