extension ShellCommand {
  /// `.schema [ENTITY]`
  static let schema = ShellCommand(
    "schema", arguments: "[ENTITY]", summary: "shows what an entity has, or all of them",
    details: "A question mark stands behind what may be nil. An arrow leads to the entity of a relationship.",
    completes: .entity
  ) { call, session in
    let model = session.database.model
    let entities = call.argument.isEmpty ? model.entities : [try call.entity(in: session)]
    let writer = SchemaText(model: model, style: session.layout.style)
    for (position, entity) in entities.enumerated() {
      if position > 0 { session.output.write("\n") }
      writer.write(entity, to: session.output)
    }
    return .done
  }
}
