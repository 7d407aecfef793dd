import PredicateStatements

extension ShellCommand {
  /// `.timer [on|off]`
  static let timer = ShellCommand(
    "timer", .onOrOff, summary: "tells the time of answers or leaves it out",
    details: "On a terminal the time is told unless this says otherwise."
  ) { arguments, session in
    if let isOn = arguments.isOn {
      session.settings.showsTime = isOn
    } else {
      session.output.write(session.layout.showsTime ? "on\n" : "off\n")
    }
    return .done
  }

  /// `.notes [on|off]`
  static let notes = ShellCommand(
    "notes", .onOrOff, summary: "shows notes on statements behind their answers or leaves them out",
    details: "They go to standard error, so that no answer has them in it."
  ) { arguments, session in
    if let isOn = arguments.isOn {
      session.settings.showsNotes = isOn
    } else {
      session.output.write(session.settings.showsNotes ? "on\n" : "off\n")
    }
    return .done
  }
}
