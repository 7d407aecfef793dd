import PredicateStatements
import PredicateSyntax

extension ShellCommand {
  /// `.schema [ENTITY|--tree|--mermaid|--dot]`
  static let schema = ShellCommand(
    "schema", .optional(.entity, or: ["--tree", "--mermaid", "--dot"]),
    summary: "shows what an entity has, or all of them, or a diagram",
    details: """
      A question mark stands behind what may be nil. An arrow leads to the entity of a relationship.
      --tree shows where the relationships of the current entity lead, from it to all that can be reached.
      --mermaid and --dot write a diagram that other programs draw.
      """
  ) { arguments, session in
    let model = session.database.model
    switch arguments.word {
    case "--tree":
      guard let entity = session.currentEntity.flatMap({ model.entity(named: $0) }) else {
        throw PredicateIssue.noEntity
      }
      SchemaTree(model: model, style: session.layout.style, width: session.layout.width)
        .write(from: entity, to: session.output)
      return .done
    case "--mermaid":
      session.output.write(SchemaDiagram.mermaid(model))
      return .done
    case "--dot":
      session.output.write(SchemaDiagram.dot(model))
      return .done
    default: break
    }
    let named = try arguments.entity()
    let entities = named.map { [$0] } ?? model.entities
    session.screen.present { output in
      SchemaText(model: model, style: session.layout.style).write(entities, to: output)
      let notes = session.database.notes.filter { note in
        named == nil || entities.contains { note.hasPrefix($0.table + ".") || note.hasPrefix($0.table + " ") }
      }
      for note in notes { output.write("note: \(CellText.escaped(note))\n") }
    }
    return .done
  }
}
