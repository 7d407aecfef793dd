import PredicateEvaluation
import PredicateSyntax
import PredicateValues

extension ShellCommand {
  /// `.let [$NAME = VALUE]`
  static let variable = ShellCommand(
    "let", arguments: "[$NAME = VALUE]", summary: "gives a variable a value for all statements, or lists them",
    details: """
      The value is any expression without properties: 1990, {"Noir", "Drama"}, CAST("2024-01-01", "NSDate").
      """,
    completes: .variable
  ) { call, session in
    if call.argument.isEmpty {
      for (name, value) in session.variables {
        session.output.write("$\(CellText.escaped(name)) = \(CellText.escaped(ValueText().text(of: value)))\n")
      }
      return .done
    }
    let argument = call.argument
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    let name = parts[0].split(separator: " ").joined()
    guard parts.count == 2, name.hasPrefix("$"), name.utf8.count > 1 else {
      throw PredicateIssue.variableAssignment(found: argument, range: call.argumentPlace)
    }
    let bare = String(name.dropFirst())
    let value = try QueryExpression(format: parts[1]).value(with: .null, variables: session.queryVariables)
    session.variables.removeAll { $0.name.hasSameScalars(as: bare) }
    session.variables.append((bare, value))
    return .done
  }
}
