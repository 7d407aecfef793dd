import PredicateChanges
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// The variables of a saved statement, and the values that a call gives them.
struct SavedParameters {
  private let session: ShellSession
  /// The names of the statement's variables, in their order, each once.
  let needed: [String]

  /// The parameters of a statement; none of one that is no statement any more.
  init(of statement: String, _ session: ShellSession) {
    self.session = session
    var names: [String] = []
    // What is wrong with the statement is told when it runs.
    for tree in session.parser.parseSequence(statement) {
      let uses = tree.query?.fetch.freeVariables ?? tree.change?.freeVariables ?? []
      for use in uses where !names.contains(where: { $0.hasSameScalars(as: use.name) }) { names.append(use.name) }
    }
    needed = names
  }

  /// The values that a call assigns. Throws where one is missing, too much or there twice.
  func values(
    _ assignments: [VariableAssignments.Assignment], name: String, at place: SourceRange
  ) throws(PredicateIssue) -> [(name: String, value: QueryValue)] {
    var values: [(name: String, value: QueryValue)] = []
    for assignment in assignments {
      guard needed.contains(where: { $0.hasSameScalars(as: assignment.name) }) else {
        throw .unknownParameter(assignment.name, of: name, known: needed, range: assignment.range)
      }
      if values.contains(where: { $0.name.hasSameScalars(as: assignment.name) }) {
        throw .repeatedClause("$" + assignment.name, range: assignment.range)
      }
      values.append((assignment.name, try assignment.value.constant(variables: session.queryVariables)))
    }
    let known = values.map(\.name) + session.variables.map(\.name)
    let missing = needed.filter { name in !known.contains { $0.hasSameScalars(as: name) } }
    guard missing.isEmpty else {
      throw .missingParameters(missing, of: name, range: place)
    }
    return values
  }
}
