import PredicateStatements

extension ShellCommand {
  /// `.use ENTITY`
  static let use = ShellCommand(
    "use", .required(.entity), summary: "makes an entity the one that bare predicates are about"
  ) { arguments, session in
    session.currentEntity = try arguments.entity()?.name
    return .done
  }
}
