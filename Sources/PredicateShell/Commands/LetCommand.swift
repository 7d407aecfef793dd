import PredicateChanges
import PredicateBinding
import PredicateStatements
import PredicateValues

extension ShellCommand {
  /// `.let [$NAME = VALUE …]`
  static let variable = ShellCommand(
    "let", .optional(.assignments), summary: "gives a variable a value for all statements, or lists them",
    details: """
      The value is any expression without properties: 1990, {"Noir", "Drama"}, CAST("2024-01-01", "NSDate").
      """
  ) { arguments, session in
    if arguments[.assignments] == nil {
      for (name, value) in session.variables {
        session.output.write("$\(CellText.escaped(name)) = \(CellText.escaped(ValueText().text(of: value)))\n")
      }
      return .done
    }
    var variables = session.variables
    for assignment in try arguments.assignments() {
      let known = QueryVariables(variables.map { ($0.name, $0.value) })
      let value = try assignment.value.constant(variables: known)
      // As the newest.
      variables.removeAll { $0.name.hasSameScalars(as: assignment.name) }
      variables.append((assignment.name, value))
    }
    session.variables = variables
    return .done
  }
}
