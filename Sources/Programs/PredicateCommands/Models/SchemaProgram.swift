import PredicateModel
import PredicateOutput

/// `predicate schema`: the entities of a database as text or as a model file.
public enum SchemaProgram {
  /// The format of the output.
  public enum Form: String, CaseIterable, Sendable {
    /// For people, like the output of `.schema`.
    case text
    /// A model file that can be edited.
    case model
  }

  /// Writes the model of a database to `output`. `notes` describe the parts that were left out or guessed, and are written to `errors`.
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
