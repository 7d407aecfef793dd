import PredicateDatabases
import PredicateModel
import PredicateSyntax

/// `predicate sql`: writes the SQL for a statement of the shell.
public enum SQLProgram {
  /// Writes the SQL and its bound values to `output`, and errors and notes to `errors`.
  ///
  /// - Parameter entity: The entity for a predicate without an entity. Nil for the first entity of the model, as in the shell.
  package static func run(
    statement: String, entity: String?, database: any QueryDatabase, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    var layout = OutputLayout.plain
    layout.style = output.style
    let screen = ShellScreen(output: output, errors: errors, layout: { [layout] in layout })
    let session = ShellSession(database: database, screen: screen, interrupts: InterruptWatch())
    switch session.showSQL(of: statement, entity: entity) {
    case .done, .quit: return .success
    case .refused: return .wrongInput
    case .failed: return .failure
    }
  }
}
