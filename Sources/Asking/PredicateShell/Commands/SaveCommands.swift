import PredicateModel
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.save [--delete] NAME [STATEMENT]`
  static let save = ShellCommand(
    "save", .option("--delete"), .required(.name), .optional(.statement),
    summary: "stores a statement, or the last one, under a name, so that .run can run it",
    details: """
      Statements are kept in ~/.local/share/openpredicate, in a file for each database, in their canonical form, with their
      entity. A $variable in one is a parameter:
      .run NAME variable = VALUE gives it a value; otherwise it has the value of .let.
      Several statements with semicolons between them run one after the other; if all change data, they are one step of .undo.
      --delete removes the statement of the name.
      """
  ) { arguments, session in
    let name = arguments[.name] ?? ""
    if arguments.has("--delete") {
      guard try session.saved.remove(name) else { throw session.unknownSavedQuery(name, arguments) }
      return
    }
    var texts = try arguments.statementTexts()
    if texts.isEmpty { texts = session.lastChanges.map(\.canonicalText) }
    if texts.isEmpty, let query = session.lastQuery { texts = [query.canonicalText] }
    guard !texts.isEmpty else { throw PredicateIssue.noStatement(arguments.call.nameRange) }
    try session.saved.save(texts.joined(separator: "; "), as: name)
  }

  /// `.run [NAME] [$NAME = VALUE …]`
  static let run = ShellCommand(
    names: ["run"], parameters: [.optional(.name), .optional(.assignments)],
    summary: "runs a saved statement, or lists them",
    details: """
      The list shows the parameters of each. A value is any expression without properties: .run recent year = 2000, genre = "Noir".
      The demo has the saved statements lend and return: .run lend film = "Alien", to = "Anna Castelli".
      """
  ) { arguments, session in
    guard let name = arguments[.name] else {
      for (name, statement) in session.savedStatements {
        let needed = SavedParameters(of: statement, session).needed.map { " $" + $0 }.joined()
        session.output.write("\(CellText.escaped(name + needed))  \(CellText.escaped(statement))\n")
      }
      return .done
    }
    guard let statement = session.savedStatement(named: name) else {
      throw session.unknownSavedQuery(name, arguments)
    }
    if let object = session.formerPlace(in: statement, named: name) {
      throw PredicateIssue.formerPlace(object).at(arguments.place(.name))
    }
    let parameters = SavedParameters(of: statement, session)
    let assignments: [VariableAssignments.Assignment]
    do {
      assignments = try arguments.assignments()
    } catch let issue as PredicateIssue {
      throw issue.with(hint: session.statement(statement, goingOnWith: arguments[.assignments] ?? ""))
    }
    let values = try parameters.values(assignments, name: name, at: arguments.place(.name))
    return session.run(saved: statement, name: name, parameters: values)
  }
}

extension ShellSession {
  /// The first object such as `Friend[3]` in a statement that version 1 saved. There 3 was the row number, and now it would be the key. Nil if there is none.
  fileprivate func formerPlace(in statement: String, named name: String) -> QueryExpression? {
    let model = database.model
    guard saved.isFormer(name) else {
      let isSaved = saved.entries.contains { $0.name.hasSameScalars(as: name) }
      let template = isSaved ? nil : database.declaredModel.fetchTemplates.first { $0.name.hasSameScalars(as: name) }
      return template?.fetch.isFormer == true ? template?.fetch.objectByKey(in: model) : nil
    }
    for tree in parser.parseSequence(statement) {
      let object = tree.query?.fetch.objectByKey(in: model) ?? tree.change?.selection.objectByKey(in: model)
      if let object { return object }
    }
    return nil
  }

  /// A hint with a single statement that adds the clauses after `.run NAME` to the saved statement; nil if that is not a valid statement.
  fileprivate func statement(_ statement: String, goingOnWith clauses: String) -> String? {
    let whole = "\(statement) \(clauses)"
    return parser.parse(whole).query == nil
      ? nil : "a saved statement can have only values as parameters. To continue the statement, write it out: \(whole)"
  }

  fileprivate func unknownSavedQuery(_ name: String, _ arguments: CommandArguments) -> PredicateIssue {
    .unknownSavedQuery(name, known: savedStatements.map(\.name), range: arguments.place(.name))
  }
}
