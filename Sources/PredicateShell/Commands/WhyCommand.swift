import PredicateAnswers
import PredicateEvaluation
import PredicateModel
import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.why KEY [STATEMENT]`
  static let why = ShellCommand(
    "why", .required(.key), .optional(.statement),
    summary: "shows a statement's condition, else the last one's, with every value, for one object",
    details: """
      KEY is the integer that names the object, which answers show first: .why 24 Movie where year < 1945.
      Of a table without such an integer it is the value of the primary key, in quotes where it has spaces; of a view, and of a
      primary key of several columns, the place among all rows, from 1.
      Each part of the condition is true, false, or could not be evaluated.
      """
  ) { arguments, session in
    let word = arguments[.key] ?? ""
    let fetch = try arguments.explained().fetch
    guard let predicate = fetch.predicate, let entity = session.database.model.entity(named: fetch.entity) else {
      throw PredicateIssue.noPredicate(arguments.call.nameRange)
    }
    guard let row = NamedRow(word, of: entity) else {
      throw PredicateIssue.commandArgument(
        expected: CommandParameter.Kind.key.description, found: word, range: arguments.place(.key))
    }
    let explanation = try session.answers.explanation(of: predicate, for: row, variables: session.queryVariables)
    guard let explanation else { throw PredicateIssue.noObject(fetch.entity, word, range: arguments.place(.key)) }
    let layout = session.layout
    let titles = try session.answers.titles(of: explanation.references)
    ExplanationText(style: layout.style, titles: titles, width: layout.width).write(explanation, to: session.output)
    return .done
  }
}
