extension ShellCommand {
  /// `.schema [ENTITY|--mermaid|--dot]`
  static let schema = ShellCommand(
    "schema", arguments: "[ENTITY|--mermaid|--dot]", summary: "shows what an entity has, or all of them, or a diagram",
    details: """
      A question mark stands behind what may be nil. An arrow leads to the entity of a relationship.
      --mermaid and --dot write a diagram that other programs draw.
      """,
    completes: .entity
  ) { call, session in
    let model = session.database.model
    switch call.argument {
    case "--mermaid":
      session.output.write(SchemaDiagram.mermaid(model))
      return .done
    case "--dot":
      session.output.write(SchemaDiagram.dot(model))
      return .done
    default: break
    }
    let entities = call.argument.isEmpty ? model.entities : [try call.entity(in: session)]
    let writer = SchemaText(model: model, style: session.layout.style)
    for (position, entity) in entities.enumerated() {
      if position > 0 { session.output.write("\n") }
      writer.write(entity, to: session.output)
    }
    return .done
  }
}
