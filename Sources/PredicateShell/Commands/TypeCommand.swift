import PredicateModel
import PredicateSQLite
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.type [ENTITY.ATTRIBUTE] [TYPE] [--save]`
  static let type = ShellCommand(
    "type", .optional(.attribute), .type, .option("--save"),
    summary: "says what the values of a column are: a date in text, a boolean in numbers",
    details: """
      .type Order.orderedAt date reads a column of texts or numbers as what it stands for.
      .type alone lists the columns that look like dates or booleans. --save keeps all types of
      the session in a file beside the database, FILE.model.json, which opening it reads.
      """
  ) { arguments, session in
    if let (entity, attribute) = try arguments.attribute() {
      guard let type = arguments.word.flatMap({ QueryType(modelWord: $0) }) else {
        throw PredicateIssue.commandArgument(
          expected: "a type: \(CommandParameter.type.words.joined(separator: ", "))", found: "",
          range: SourceRange(arguments.call.argumentRange.upperBound, arguments.call.argumentRange.upperBound))
      }
      try session.requireNoUnsavedChanges(at: arguments.call.nameRange)
      session.database = try session.database.retyped(attribute.name, of: entity.name, to: type)
      let storage = session.database.model.entity(named: entity.name)?.attribute(named: attribute.name)?.storage
      let form = storage.map { " (\($0.rawValue))" } ?? ""
      session.output.write("\(entity.name).\(attribute.name) is of type \(type.modelWord)\(form).\n")
    }
    if arguments.has("--save") {
      let path = try session.database.keepTypes()
      session.output.write(path.map { "Kept in \(CellText.escaped($0)).\n" } ?? "No type differs from the schema.\n")
    } else if arguments[.attribute] == nil {
      let offers = session.database.suggestions.map(\.offer)
      for line in offers.isEmpty ? ["No column looks like a date or a boolean that is none."] : offers {
        session.output.write(CellText.escaped(line) + "\n")
      }
    }
    return .done
  }
}
