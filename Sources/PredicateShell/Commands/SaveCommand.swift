import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.save NAME [STATEMENT]`
  static let save = ShellCommand(
    "save", arguments: "NAME [STATEMENT]", summary: "keeps a statement, else the last one, under a name, for .run",
    details: """
      Statements are kept for the database, each with its entity, whatever the current one is then. A $variable in one is a parameter: .run NAME $variable = VALUE gives it a value,
      else it takes the one that .let gives it.
      """,
    completes: .savedQuery
  ) { call, session in
    let words = call.argument.split(maxSplits: 1, whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first else { throw call.unexpectedArgument(expected: "a name", among: []) }
    if words.count == 2 {
      let start = call.argumentRange.lowerBound + call.argument.utf8.count - words[1].utf8.count
      guard case .query(let query) = try session.parser.parse(call.text, from: start).get() else {
        throw PredicateIssue.commandArgument(
          expected: "an entity or a predicate behind the name", found: words[1],
          range: SourceRange(start, call.argumentRange.upperBound))
      }
      try session.saved.save(query.textWithEntity(in: session.database.model), as: name)
      return .done
    }
    guard let query = session.lastQuery, !query.text.isEmpty else { throw PredicateIssue.noStatement(call.nameRange) }
    try session.saved.save(query.textWithEntity(in: session.database.model), as: name)
    return .done
  }

  /// `.run [NAME [$PARAMETER = VALUE …]]`
  static let run = ShellCommand(
    "run", arguments: "[NAME [$PARAMETER = VALUE …]]", summary: "runs a saved statement, or lists them",
    details: """
      The list shows what each needs. A value is any expression without properties: .run recent $year = 2000 $genre = "Noir".
      """,
    completes: .savedQuery
  ) { call, session in
    if call.argument.isEmpty {
      for (name, statement) in session.saved.entries {
        let needed = SavedParameters(of: statement, session).needed.map { " $" + $0 }.joined()
        session.output.write("\(CellText.escaped(name + needed))  \(CellText.escaped(statement))\n")
      }
      return .done
    }
    let argument = call.argument
    let name = String(argument.prefix { !$0.isWhitespace })
    let place = SourceRange(
      call.argumentRange.lowerBound, call.argumentRange.lowerBound + name.utf8.count)
    guard let statement = session.saved.statement(named: name) else {
      throw PredicateIssue.unknownSavedQuery(name, known: session.saved.entries.map(\.name), range: place)
    }
    let parameters = SavedParameters(of: statement, session)
    let values = try parameters.values(in: call, from: Int(place.upperBound), name: name)
    return session.run(statement, parameters: values)
  }
}
