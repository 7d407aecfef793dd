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
      Each part of the condition is true, false, or could not be evaluated.
      """
  ) { arguments, session in
    let word = arguments[.key] ?? ""
    let fetch = try arguments.explained().fetch
    guard let predicate = fetch.predicate, let key = Int64(word) else {
      throw PredicateIssue.noPredicate(arguments.call.nameRange)
    }
    let reference = ObjectReference(entity: fetch.entity, key: key)
    let explanation = try session.database.explanation(of: predicate, for: reference, variables: session.queryVariables)
    guard let explanation else { throw PredicateIssue.noObject(fetch.entity, word, range: arguments.place(.key)) }
    let layout = session.layout
    let titles = try session.database.titles(of: explanation.references)
    ExplanationText(style: layout.style, titles: titles, width: layout.width).write(explanation, to: session.output)
    return .done
  }
}
