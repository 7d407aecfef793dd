import PredicateSQL
import PredicateSyntax
import PredicateValues

/// Shows SQL and what is bound to it.
struct SQLText {
  let style: TextStyle

  /// Writes the statement, and a line for each binding: `?1 = "Drama"`.
  func write(_ statement: SQLStatement, to output: any ShellOutput) {
    output.write(safe(statement.text) + "\n")
    for (position, value) in statement.bindings.enumerated() {
      output.write(style.quiet("  ?\(position + 1) = \(text(of: value))") + "\n")
    }
  }

  /// SQL keeps its lines; whatever else would drive a terminal is escaped.
  private func safe(_ sql: String) -> String {
    sql.split(separator: "\n", omittingEmptySubsequences: false).map { CellText.escaped(String($0)) }
      .joined(separator: "\n")
  }

  private func text(of value: QueryValue) -> String {
    if case .string(let text) = value { return "\"" + CellText.escaped(text) + "\"" }
    return CellText.escaped(ValueText().text(of: value))
  }
}
