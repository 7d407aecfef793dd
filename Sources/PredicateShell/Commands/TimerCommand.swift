import PredicateStatements

extension ShellCommand {
  /// `.timer [on|off]`
  static let timer = ShellCommand(
    "timer", arguments: "[on|off]", summary: "tells the time of answers or leaves it out",
    details: "On a terminal the time is told unless this says otherwise.", completes: .words(["on", "off"])
  ) { call, session in
    if let isOn = try call.isOn() {
      session.settings.showsTime = isOn
    } else {
      session.output.write(session.layout.showsTime ? "on\n" : "off\n")
    }
    return .done
  }

  /// `.notes [on|off]`
  static let notes = ShellCommand(
    "notes", arguments: "[on|off]", summary: "shows notes on statements behind their answers or leaves them out",
    details: "They go to standard error, so that no answer has them in it.", completes: .words(["on", "off"])
  ) { call, session in
    if let isOn = try call.isOn() {
      session.settings.showsNotes = isOn
    } else {
      session.output.write(session.settings.showsNotes ? "on\n" : "off\n")
    }
    return .done
  }
}
