import PredicateStatements

extension ShellCommand {
  /// `.timer [on|off]`
  static let timer = setting(
    "timer", summary: "tells the time of answers or leaves it out",
    details: "On a terminal the time is told unless this says otherwise.",
    isOn: { $0.layout.showsTime }, set: { $0.showsTime = $1 })

  /// `.notes [on|off]`
  static let notes = setting(
    "notes", summary: "shows notes on statements behind their answers or leaves them out",
    details: "They go to standard error, so that no answer has them in it.",
    isOn: { $0.settings.showsNotes }, set: { $0.showsNotes = $1 })

  /// A command that sets something on or off, or tells which it is.
  private static func setting(
    _ name: String, summary: String, details: String, isOn: @escaping @Sendable (ShellSession) -> Bool,
    set: @escaping @Sendable (inout ShellSettings, Bool) -> Void
  ) -> ShellCommand {
    ShellCommand(name, .onOrOff, summary: summary, details: details) { arguments, session in
      if let wanted = arguments.isOn {
        set(&session.settings, wanted)
      } else {
        session.output.write(isOn(session) ? "on\n" : "off\n")
      }
      return .done
    }
  }
}
