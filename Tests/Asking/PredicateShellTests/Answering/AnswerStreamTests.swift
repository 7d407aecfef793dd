import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

@testable import PredicateShell

/// The shell writes the rows of an answer while it reads further rows.
@Suite("Answers as they come")
struct AnswerStreamTests {
  private final class BrokenOutput: ShellOutput {
    var writes = 0
    func write(_ text: String) { writes += 1 }
    var hasFailed: Bool { writes > 1 }
  }

  private static func database(_ rows: Int) -> FakeDatabase {
    let table = ResultTable(
      columns: ["id", "note"],
      rows: (1...rows).map {
        [.integer(Int64($0)), $0 % 3_000 == 0 ? .string(String(repeating: "x", count: 60)) : .null]
      })
    return FakeDatabase(tables: ["Loan": table])
  }

  @Test(arguments: OutputMode.allCases)
  func partsAreOneAnswer(mode: OutputMode) throws {
    let rows = 2_500
    let output = TextOutput()
    let session = ShellSession(database: Self.database(rows), output: output, errors: output)
    session.mode = mode
    #expect(session.run("Loan") == .done)
    let streamed = output.take()
    // The output is the same as for a table that is written at once.
    let answer = try #require(session.lastAnswer)
    #expect(answer.table.rows.count == rows && answer.total == rows)
    switch mode {
    case .csv, .tsv, .json, .ndjson, .html, .line:
      _ = session.run(".last")
      #expect(output.take() == streamed)
    case .table, .box, .bars, .markdown:
      let lines = streamed.split(separator: "\n")
      #expect(lines.count(where: { $0.contains("2499") }) == 1)
      #expect(lines.count(where: { $0.contains("note") }) == 1)
    }
    if !mode.isForPrograms { #expect(streamed.hasSuffix("2500 loans\n")) }
  }

  @Test func aLongAnswerIsNotKept() {
    let output = TextOutput()
    let session = ShellSession(database: Self.database(10_001), output: output, errors: output)
    session.mode = .csv
    #expect(session.run("Loan") == .done)
    #expect(output.take().split(separator: "\n").count == 10_002)
    #expect(session.run(".last") == .refused)
    #expect(output.take().hasPrefix("error[answer-not-kept]: the last answer has 10001 rows"))
  }

  @Test func whereNobodyReadsItEnds() {
    let output = BrokenOutput()
    let session = ShellSession(database: Self.database(9_000), output: output, errors: TextOutput())
    session.mode = .csv
    _ = session.run("Loan")
    #expect(output.writes <= AnswerStream.batchSize + 1)
  }

  @Test func pagesAreFilledWhileTheyMayFit() {
    for (rows, isPaged) in [(20, false), (2_000, true), (10_500, false)] {
      let output = TextOutput()
      let session = ShellSession(
        database: Self.database(rows), output: output, errors: output,
        layout: { OutputLayout(width: 80, height: 24, rowLimit: nil, style: .plain, showsTime: false) })
      var page: String?
      session.screen.pager = { text in
        page = text
        return true
      }
      #expect(session.run("Loan") == .done)
      #expect((page != nil) == isPaged, "\(rows)")
      let text = page ?? output.take()
      #expect(text.hasSuffix("\(rows) loans\n"))
      #expect(text.split(separator: "\n").count == rows + 3)
    }
  }

  /// A long value in a late row is not cut, although the first rows have short values.
  @Test func lateNumbersAreWhole() {
    let table = ResultTable(
      columns: ["id"], rows: (1...1_500).map { [.integer($0 == 1_400 ? 123_456_789_012_345 : 1)] })
    let output = TextOutput()
    let session = ShellSession(database: FakeDatabase(tables: ["Loan": table]), output: output, errors: output)
    for mode in [OutputMode.table, .box] {
      session.mode = mode
      _ = session.run("Loan")
      #expect(output.take().contains("123456789012345"))
    }
  }
}
