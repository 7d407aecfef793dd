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
    let assigned = try VariableAssignments(variables: session.variables)
      .values(of: call.argument, place: call.argumentPlace)
    for (name, value) in assigned { VariableAssignments.set(name, to: value, in: &session.variables) }
    return .done
  }
}
