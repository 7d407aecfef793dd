import Testing

@testable import PredicateShell

/// Semicolons separate statements, except in quotes and braces. A wrong statement keeps the following ones from running.
@Suite struct SemicolonTests {
  private let shell: TestedShell

  init() throws { shell = try TestedShell() }

  @Test func statementsRunInTheirOrder() {
    shell.session.mode = .csv
    #expect(shell.lines("Movie where id == 1 show id; Friend limit 1 show id;") == ["id", "1", "id", "1"])
  }

  @Test func semicolonsInQuotesAndBracketsSeparateNothing() {
    shell.session.mode = .csv
    #expect(shell.lines(#"Movie where title == "a;b" show count()"#) == ["count()", "0"])
    #expect(shell.lines(#"Movie where title IN {"a;b", ";"} show count(); Movie limit 1 show id"#).count == 4)
  }

  @Test func aMistakeStopsTheRest() {
    #expect(shell.session.run("Movie where yaer > 1990; Movie limit 1") == .refused)
    #expect(shell.output.take().isEmpty)
    #expect(shell.errors.take().contains("unknown-key"))
  }

  @Test func whatStandsBehindACommandIsTheCommands() {
    #expect(shell.session.run(".schema Movie; Friend") != .quit)
    #expect(shell.session.run("Movie limit 1; .quit; Movie") == .quit)
  }
}
