import PredicateBinding
import PredicateSessions
import PredicateStatements
import PredicateValues

extension ShellCommand {
  /// `.mode [MODE]`
  static let mode = ShellCommand(
    "mode", .mode, summary: "sets the format of answers, or shows it",
    details: """
      table and box: columns next to each other, shortened to fit the screen. line: one line for each value, without shortening.
      bars: groups as bars with their numbers, everything else as in table.
      csv, tsv, json, ndjson, markdown and html are for other programs: all rows, nothing shortened.
      In json and ndjson nil is null, and an infinite number is {"$double":"inf"} or {"$double":"-inf"}, which .import reads.
      """
  ) { arguments, session in
    if let mode = arguments.mode { session.mode = mode } else { session.output.write("\(session.mode.rawValue)\n") }
  }

  /// `.rows [NUMBER|all]`
  static let rows = ShellCommand(
    "rows", .optional(.number, or: ["all"]),
    summary: "sets the greatest number of rows that an answer shows, or shows this limit",
    details: """
      On a terminal \(OutputLayout.standardRowLimit) rows are shown by default, elsewhere all of them.
      The limit of a statement restricts the answer; this one only the rows that are shown.
      """
  ) { arguments, session in
    if let count = arguments[.number].flatMap({ Int($0) }) {
      session.settings.rowLimit = .rows(count)
    } else if arguments.word != nil {
      session.settings.rowLimit = .all
    } else {
      session.output.write("\(session.layout.rowLimit.map { String($0) } ?? "all")\n")
    }
  }

  /// `.timer [on|off]`
  static let timer = setting(
    "timer", summary: "shows how long each answer took, or stops showing it",
    details: "On a terminal the time is shown by default.",
    isOn: { $0.layout.showsTime }, set: { $0.showsTime = $1 })

  /// `.notes [on|off]`
  static let notes = setting(
    "notes", summary: "shows notes about statements after their answers, or leaves them out",
    details: "Notes are written to standard error, so they are never part of an answer.",
    isOn: { $0.settings.showsNotes }, set: { $0.showsNotes = $1 })

  /// A command that turns a setting on or off, or shows its state.
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
    }
  }

  /// `.timezone [ZONE]`
  static let timezone = ShellCommand(
    "timezone", .optional(.zone), summary: "sets the time zone in which dates are shown, or shows it",
    details: """
      lentOn.hour, lentOn.startOfDay and the like are read in the zone, and tables show dates by its clocks.
      Dates that are typed without a zone stay UTC, and so do the days of a column without times: in a zone west of Greenwich 2026-02-17 is the evening of the 16th.
      Zones are named as in the time zone database: Europe/Berlin.
      """
  ) { arguments, session in
    guard let name = arguments[.zone] else {
      session.output.write(session.settings.timeZone.identifier + "\n")
      return
    }
    guard let zone = QueryTimeZone(name) else {
      throw StatementFailure(PredicateIssue.unknownTimeZone(name).at(arguments.place(.zone)))
    }
    session.setTimeZone(zone)
  }

  /// `.let [$NAME = VALUE …]`
  static let variable = ShellCommand(
    "let", .optional(.assignments),
    summary: "gives a variable a value for all later statements, or lists the variables",
    details: """
      The value is any expression without properties: 1990, {"Noir", "Drama"}, CAST("2024-01-01", "NSDate").
      """
  ) { arguments, session in
    if arguments[.assignments] == nil {
      for (name, value) in session.variables {
        session.output.write("$\(CellText.escaped(name)) = \(CellText.escaped(ValueText().text(of: value)))\n")
      }
      return
    }
    var variables = session.variables
    for assignment in try arguments.assignments() {
      let known = QueryVariables(variables.map { ($0.name, $0.value) })
      let value = try assignment.value.constant(variables: known)
      // The list is in the order of assignment, so a changed variable moves to the end.
      variables.removeAll { $0.name.hasSameScalars(as: assignment.name) }
      variables.append((assignment.name, value))
    }
    session.variables = variables
  }
}
