import PredicateModel
import PredicateStatements
import PredicateSyntax
import PredicateValues

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
    // One row, and those that the condition leads to: not the whole database.
    let rows = LinkedRows(database: session.database)
    let object = rows.object(ObjectReference(entity: fetch.entity, key: key))
    try rows.check()
    guard let object else { throw PredicateIssue.noObject(fetch.entity, word, range: arguments.place(.key)) }
    func node(for object: any QueryObject) -> TruthTree.Node {
      TruthTree(
        entity: fetch.entity, model: session.database.model, variables: session.queryVariables, object: object,
        evaluator: rows.evaluator
      ).node(for: predicate)
    }
    var truth = node(for: object)
    do {
      try rows.check()
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      // A relationship that leads one way alone is followed where everything is in memory.
      guard let object = try session.database.objects(of: fetch.entity).first(where: { $0.reference?.key == key })
      else {
        throw issue
      }
      truth = node(for: object)
    }
    let layout = session.layout
    TruthText(style: layout.style, titles: try session.database.titles(of: truth.references), width: layout.width)
      .write(truth, to: session.output)
    return .done
  }
}
