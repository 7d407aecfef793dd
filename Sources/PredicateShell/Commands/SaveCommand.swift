import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.save NAME [STATEMENT]`
  static let save = ShellCommand(
    "save", .required(.name), .optional(.statement),
    summary: "keeps a statement, else the last one, under a name, for .run",
    details: """
      Statements are kept for the database, in their canonical form, with their entity. A $variable in one is a parameter:
      .run NAME $variable = VALUE gives it a value, else it takes the one that .let gives it.
      """
  ) { arguments, session in
    guard let query = try arguments.statement() ?? session.lastQuery else {
      throw PredicateIssue.noStatement(arguments.call.nameRange)
    }
    try session.saved.save(query.canonicalText, as: arguments[.name] ?? "")
    return .done
  }

  /// `.run [NAME] [$NAME = VALUE …]`
  static let run = ShellCommand(
    "run", .optional(.name), .optional(.assignments), summary: "runs a saved statement, or lists them",
    details: """
      The list shows what each needs. A value is any expression without properties: .run recent $year = 2000 $genre = "Noir".
      """
  ) { arguments, session in
    guard let name = arguments[.name] else {
      for (name, statement) in session.saved.entries {
        let needed = SavedParameters(of: statement, session).needed.map { " $" + $0 }.joined()
        session.output.write("\(CellText.escaped(name + needed))  \(CellText.escaped(statement))\n")
      }
      return .done
    }
    guard let statement = session.saved.statement(named: name) else {
      throw PredicateIssue.unknownSavedQuery(
        name, known: session.saved.entries.map(\.name), range: arguments.place(.name))
    }
    let parameters = SavedParameters(of: statement, session)
    let values = try parameters.values(
      try arguments.assignments(), name: name, at: arguments.place(.name))
    return session.run(statement, parameters: values)
  }
}
