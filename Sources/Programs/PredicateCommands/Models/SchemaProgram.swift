import PredicateModel
import PredicateOutput

/// `predicate schema`: the entities of a database in the words of predicates, or as a model file.
public enum SchemaProgram {
  /// How it is written.
  public enum Form: String, CaseIterable, Sendable {
    /// For people, as `.schema` shows it.
    case text
    /// As a model file to start from.
    case model
  }

  /// Writes the model of a database to `output`; `notes`, on the parts that were left out or guessed, to `errors`.
  public static func run(
    model: DataModel, notes: [String], form: Form, output: any ShellOutput, errors: any ShellOutput
  ) -> ProgramStatus {
    for note in notes { errors.write("note: \(CellText.escaped(note))\n") }
    switch form {
    case .text:
      SchemaText(model: model, style: output.style).write(to: output)
    case .model:
      do {
        output.write(try model.fileText())
      } catch {
        errors.write("predicate: \(error)\n")
        return .failure
      }
    }
    return .success
  }
}
