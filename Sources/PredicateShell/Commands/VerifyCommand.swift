import PredicateSyntax

extension ShellCommand {
  /// `.verify [on|off]`
  static let verify = ShellCommand(
    "verify", arguments: "[on|off]", summary: "checks every answer against memory, or the last one now",
    details: "All rows are read into memory for it. A difference between memory and SQL is a bug, and is shown as one.",
    completes: .words(["on", "off"])
  ) { call, session in
    if let isOn = try call.isOn() {
      session.settings.verifies = isOn
      return .done
    }
    guard let fetch = session.lastQuery?.fetch else { throw PredicateIssue.noStatement(call.nameRange) }
    try Verification(session: session).run(fetch)
    return .done
  }
}
