import PredicateModel
import PredicateSQLite

/// `predicate schema`: what a database has in the words of predicates, or the same as a model file.
public struct SchemaProgram {
  /// How it is written.
  public enum Form: String, CaseIterable, Sendable {
    /// For people, as `.schema` shows it.
    case text
    /// As a model file to start from.
    case model
  }

  /// How it is written.
  public var form = Form.text
  /// Whether answers are coloured.
  public var colorsOutput = false

  /// The program with its defaults.
  public init() {}

  /// Writes the schema to `output`; what was left out or guessed, to `errors`.
  public func run(database: PredicateDatabase, output: any ShellOutput, errors: any ShellOutput) -> ProgramStatus {
    for note in database.notes { errors.write("note: \(CellText.escaped(note))\n") }
    switch form {
    case .text:
      let writer = SchemaText(model: database.model, style: TextStyle(isColored: colorsOutput))
      for (position, entity) in database.model.entities.enumerated() {
        if position > 0 { output.write("\n") }
        writer.write(entity, to: output)
      }
    case .model:
      do {
        output.write(try database.model.fileText())
      } catch {
        errors.write("predicate: \(error)\n")
        return .failure
      }
    }
    return .success
  }
}
