import PredicateModel
import PredicateSyntax
import PredicateValues

extension ShellCommand {
  /// `.why KEY`
  static let why = ShellCommand(
    "why", arguments: "KEY", summary: "shows the last statement's condition with every value, for one object",
    details: "KEY is the object's primary key. Each part of the condition is true, false, or could not be evaluated."
  ) { call, session in
    guard let fetch = session.lastQuery?.fetch else { throw PredicateIssue.noStatement(call.nameRange) }
    guard let predicate = fetch.predicate else { throw PredicateIssue.noPredicate(call.nameRange) }
    guard let key = Int64(call.argument) else {
      throw call.unexpectedArgument(expected: "the key of an object", among: [])
    }
    let object = try session.database.objects(of: fetch.entity).first { $0.reference?.key == key }
    guard let object else { throw PredicateIssue.noObject(fetch.entity, call.argument, range: call.argumentPlace) }
    let tree = TruthTree(
      entity: fetch.entity, model: session.database.model, variables: session.queryVariables, object: object)
    let layout = session.layout
    TruthText(style: layout.style, titles: [:], width: layout.width)
      .write(tree.node(for: predicate), to: session.output)
    return .done
  }
}
