import PredicateStatements

extension ShellCommand {
  /// `.use ENTITY`
  static let use = ShellCommand(
    "use", arguments: "ENTITY", summary: "makes an entity the one that bare predicates are about",
    completes: .entity
  ) { call, session in
    session.currentEntity = try call.entity(in: session).name
    return .done
  }
}
