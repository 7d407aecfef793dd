import PredicateModel
import PredicateSyntax

/// `predicate sql`: what would run on a database for a condition.
public struct SQLProgram {
  /// Whether answers are coloured.
  public var colorsOutput = false
  /// Whether errors and notes are coloured.
  public var colorsErrors = false

  /// The program with its defaults.
  public init() {}

  /// Writes the SQL and what is bound to it to `output`; errors and notes to `errors`.
  public func run(
    format: String, entity: String, database: any ShellDatabase, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    let renderer = DiagnosticRenderer(usesColor: colorsErrors)
    let parsed = PredicateParser.predicate(format)
    for issue in parsed.issues { errors.write(renderer.render(issue, in: format) + "\n") }
    guard let predicate = parsed.tree else { return .wrongInput }
    do {
      guard database.model.entity(named: entity) != nil else {
        throw PredicateIssue.unknownEntity(entity, known: database.model.entityNames, range: .none)
      }
      let (sql, bindings) = try database.sql(for: EntityFetch(entity, where: predicate))
      SQLText(style: TextStyle(isColored: colorsOutput)).write(sql, bindings: bindings, to: output)
      return .success
    } catch let issue as PredicateIssue {
      errors.write(renderer.render(issue, in: format) + "\n")
      return .wrongInput
    } catch {
      errors.write("predicate: \(error)\n")
      return .failure
    }
  }
}
