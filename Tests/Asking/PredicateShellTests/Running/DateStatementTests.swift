import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Statements about dates: the time zone of dates, notes on empty answers, and the error for a date where none is allowed.
@Suite("Statements about dates")
struct DateStatementTests {
  private let output = TextOutput()
  private let errors = TextOutput()
  private let session: ShellSession

  init() throws {
    session = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: errors)
  }

  private func answer(_ statement: String) -> String {
    _ = session.run(statement)
    return output.take() + errors.take()
  }

  @Test func aZoneIsSetAndTold() {
    #expect(answer(".timezone") == "UTC\n")
    let inUTC = answer("count Loan where lentOn.hour == 12")
    let shown = answer("Loan where id == 1 show lentOn, lentOn.startOfDay")
    #expect(answer(".timezone Europe/Berlin").isEmpty)
    #expect(answer(".timezone") == "Europe/Berlin\n")
    #expect(answer("count Loan where lentOn.hour == 12") != inUTC)
    let inBerlin = answer("Loan where id == 1 show lentOn, lentOn.startOfDay")
    #expect(inBerlin != shown)
    // The first moment of the day is shown in the time zone, too.
    let day = inBerlin.split(separator: "\n").dropFirst(2).first?.split(separator: " ").last ?? ""
    #expect(day.count == 10 && !day.contains(":"))
    #expect(answer(".verify Loan group by lentOn.startOfMonth show lentOn.startOfMonth, count()").contains("are equal"))
    #expect(answer(".timezone Europe/Brelin").contains("unknown-time-zone"))
    #expect(answer(".timezone") == "Europe/Berlin\n")
  }

  /// Names of months and weekdays are refused. The hint proposes their numbers.
  @Test func namesOfMonthsHaveAHint() {
    #expect(
      answer("Movie where format(lentOn, \"MMM yyyy\") == \"05 2026\"").contains(
        "hint: a month must be a number, not a name: Movie where format(lentOn, \"MM yyyy\") == \"05 2026\""))
    #expect(
      answer("Movie where format(lentOn, \"EEEE\") == \"Friday\"").contains(
        "hint: a day of the week must be a number, not a name")
    )
  }

  @Test func aDayWithoutATimeFindsTheDay() {
    let day = answer("Loan where id == 1 show lentOn").split(separator: "\n").dropFirst(2).first?.prefix(10) ?? ""
    let said = answer(".empty Loan where lentOn == \"\(day)\"")
    #expect(said.contains("lentOn.startOfDay == \"\(day)\" finds"))
    #expect(!answer(".empty Loan where lentOn == \"1999-01-01\"").contains("startOfDay"))
  }

  @Test(arguments: [
    "Movie where lentOn.year == 2026", "Movie where lentOn > now() - 86400", "Movie where round(rating, 0) == 8",
  ])
  func objectiveCHasNoFormForExtensions(statement: String) {
    _ = answer(statement)
    #expect(answer(".as objc").contains("error[extension]"))
    #expect(!answer(".as swift").contains("error"))
  }

  @Test func notesOnExtensionsAreLeftOut() {
    #expect(!answer("Movie where lentOn.year == 2026 show count(distinct genre)").contains("note"))
  }

  @Test func sumsAreShownWithFifteenDigits() {
    let shown = answer("Movie where id == 1 show 8.1 + 0.1 + 0.000000000000001 as sum")
    #expect(shown.contains("8.2") && !shown.contains("8.200000000000001"))
    session.mode = .csv
    #expect(answer("Movie where id == 1 show 8.1 + 0.1 + 0.000000000000001 as sum").contains("8.200000000000001"))
  }
}
