import PredicateStatements
import PredicateValues

extension ShellCommand {
  /// `.timezone [ZONE]`
  static let timezone = ShellCommand(
    "timezone", .optional(.zone), summary: "sets the time zone of dates or tells it",
    details: """
      lentOn.hour, lentOn.startOfDay and the like are read in the zone, and tables show dates by its clocks.
      Dates that are typed without a zone stay UTC. Zones are named as in the time zone database: Europe/Berlin.
      """
  ) { arguments, session in
    guard let name = arguments[.zone] else {
      session.output.write(session.settings.timeZone.identifier + "\n")
      return .done
    }
    guard let zone = QueryTimeZone(name) else {
      throw StatementFailure(PredicateIssue.unknownTimeZone(name).at(arguments.place(.zone)))
    }
    session.setTimeZone(zone)
    return .done
  }
}
