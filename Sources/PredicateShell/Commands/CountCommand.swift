extension ShellCommand {
  /// `.count [STATEMENT]`
  static let count = ShellCommand(
    "count", arguments: "[STATEMENT]", summary: "tells how many objects a statement gives",
    details: "Without a statement, all objects of the current entity are counted.",
    completes: .statement
  ) { call, session in
    let fetch = try call.statement(in: session)
    session.lastFetch = fetch
    try Answer(session: session).showCount(fetch)
    return .done
  }
}
