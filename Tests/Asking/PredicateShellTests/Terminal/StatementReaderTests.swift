import PredicateModel
import PredicateStatements
import PredicateSyntax
import Testing

@testable import PredicateShell

/// A source with the lines of a list. It records the prompts that were shown.
final class ListedLines: LineSource {
  private var lines: [LineReading]
  private(set) var prompts: [String] = []
  private(set) var remembered: [String] = []
  private let areWaiting: Bool

  init(_ lines: [LineReading], areWaiting: Bool = false) {
    self.lines = lines
    self.areWaiting = areWaiting
  }

  func waitingLine() -> String? {
    if areWaiting, case .line(let line)? = lines.first { line } else { nil }
  }

  func nextLine(prompt: ShellPrompt) -> LineReading {
    prompts.append(prompt.text)
    return lines.isEmpty ? .end : lines.removeFirst()
  }

  func remember(_ statement: String) { remembered.append(statement) }
}

@Suite("Lines become statements")
struct StatementReaderTests {
  private static func parser(_ entity: String) -> StatementParser {
    StatementParser(model: .movies, currentEntity: entity)
  }

  /// The result of reading a statement, without the tree.
  private enum Read: Equatable {
    case statement(String, line: Int)
    case interrupted
    case end
  }

  /// The next statement. Expects that its tree is the tree of its text.
  private static func next(_ reader: StatementReader, _ entity: String) throws -> Read {
    switch try reader.next(parser(entity)) {
    case .statement(let text, let line, let tree):
      #expect("\(tree)" == "\(parser(entity).parse(text))")
      return .statement(text, line: line)
    case .interrupted: return .interrupted
    case .end: return .end
    }
  }

  /// A pasted SELECT of several lines gets one message.
  @Test func aPastedSelectionIsOneStatement() throws {
    let pasted = [
      "SELECT title, year", "FROM Movie", "WHERE year > 1990", "ORDER BY year DESC", "LIMIT 3;", "Tag limit 1",
    ]
    let reader = StatementReader(ListedLines(pasted.map { .line($0) }, areWaiting: true))
    #expect(
      try Self.next(reader, "Movie") == .statement(pasted.dropLast().joined(separator: "\n"), line: 1))
    #expect(try Self.next(reader, "Movie") == .statement("Tag limit 1", line: 6))
    let advice = StatementAdvice(model: .movies, currentEntity: "Movie", commandUsages: [], foldsLike: true)
    let text = pasted.dropLast().joined(separator: "\n")
    let issues = advice.improved(Self.parser("Movie").parse(text).errors, in: text)
    #expect(issues.map(\.hint) == ["write Movie where year > 1990 show title, year sort by year DESC limit 3"])
  }

  /// SQL with comments, blank lines, brackets, semicolons in texts and tables that WITH names.
  @Test(
    "A pasted statement of SQL with gaps is one statement",
    arguments: [
      ["SELECT year, count(*)", "  -- of each year", "", "FROM movie", "", "GROUP BY year;"],
      [
        "select", "  *", "from movie", "where id > 1", "  and title is not null", "union all", "select * from tag", ";",
      ],
      [
        "WITH old AS (", "  SELECT * FROM movie WHERE year < 1950", "),", "young AS (SELECT * FROM movie)",
        "SELECT o.title", "FROM old o", "INNER JOIN young y ON y.id = o.id", "ORDER BY 1",
      ],
      [
        "/* a block", "   of words; and more */", "SELECT DISTINCT", "    \"title\",", "    CASE",
        "      WHEN year > 2 THEN 'a;b'", "      ELSE 'it''s", "all'", "    END AS k", "FROM", "    movie", "WHERE",
        "    year IN (", "      1,", "      2", "    )", "    AND title LIKE 'c%'", "LIMIT 10", ";",
      ],
      [
        "/* one line */", "", "WITH RECURSIVE n(x) AS (SELECT 1", "", "UNION ALL SELECT x + 1 FROM n)", "SELECT x",
        "FROM n;",
      ],
      [".raw SELECT title", "FROM movie -- all; of them", "", "WHERE year > 1990"],
      [
        "SELECT m.title", "     , m.year", "  FROM movie AS m", "  LEFT OUTER JOIN tag AS t", "    ON t.id =",
        "       m.id", "--;", ";",
      ],
    ])
  func pastedSQL(lines: [String]) throws {
    let reader = StatementReader(ListedLines((lines + ["Tag limit 1", "Tag"]).map { .line($0) }, areWaiting: true))
    #expect(try Self.next(reader, "Movie") == .statement(lines.joined(separator: "\n"), line: 1))
    #expect(try Self.next(reader, "Movie") == .statement("Tag limit 1", line: lines.count + 1))
    let text = lines.joined(separator: "\n")
    if text.hasPrefix(".raw") { return }
    let advice = StatementAdvice(
      model: .movies, currentEntity: "Movie", commandUsages: [(".raw", ".raw SQL")], foldsLike: true)
    let issues = advice.improved(Self.parser("Movie").parse(text).errors, in: text)
    #expect(issues.map(\.code) == ["sql-statement"], "\(issues)")
  }

  @Test(
    "Two statements of SQL, and words of SQL that are names",
    arguments: [
      ["SELECT 1", "SELECT 2"], ["SELECT 1; -- one", "FROM movie"], ["Movie", "", "SELECT title FROM movie"],
      ["/* words */", "Movie"], ["with > 3", "Tag"], ["SELECT title FROM movie", "Tag limit 1"],
    ])
  func separateStatements(lines: [String]) throws {
    let reader = StatementReader(ListedLines(lines.map { .line($0) }, areWaiting: true))
    #expect(try Self.next(reader, "Movie") == .statement(lines[0], line: 1))
    #expect(try Self.next(reader, "Movie") == .statement(lines[lines.count - 1], line: lines.count))
  }

  @Test func statementsHavePromptsLineNumbersAndOneEntry() throws {
    let lines = ListedLines(["", "(year", "  > 3)", " ", "Tag ", "title == 'a", "", "b ("].map { .line($0) })
    let reader = StatementReader(lines)
    #expect(try Self.next(reader, "Movie") == .statement("(year\n  > 3)", line: 2))
    #expect(try Self.next(reader, "Movie") == .statement("Tag ", line: 5))
    #expect(try Self.next(reader, "Tag") == .statement("title == 'a\n", line: 6))
    #expect(try Self.next(reader, "Tag") == .statement("b (", line: 8))
    #expect(try Self.next(reader, "Tag") == .end)
    #expect(
      lines.prompts == [
        "Movie> ", "Movie> ", "   ...> ", "Movie> ", "Movie> ", "Tag> ", "   ...> ", "Tag> ", "   ...> ", "Tag> ",
      ])
    #expect(lines.remembered == ["(year\n  > 3)", "Tag", "title == 'a"])
  }

  @Test func anInterruptDropsTheLinesSoFar() throws {
    let reader = StatementReader(ListedLines([.line("(year"), .interrupted, .line("Tag")]))
    #expect(try Self.next(reader, "Movie") == .interrupted)
    #expect(try Self.next(reader, "Movie") == .statement("Tag", line: 2))
  }

  @Test func anEndlessStatementIsHandedOver() throws {
    let line = "(" + String(repeating: "x", count: 999)
    let reader = StatementReader(ListedLines(Array(repeating: .line(line), count: 200)))
    guard case .statement(let text, _, _) = try reader.next(Self.parser("Movie")) else {
      Issue.record("no statement")
      return
    }
    #expect((100_000..<102_000).contains(text.utf8.count))
  }

  /// The text of a paste or a file.
  private static let pasted = """
    Movie where
      year > 1990
      AND genre == "Noir"
      show title
      limit 3
    -- the next
    count Friend
    limit 2;
    limit 1

    limit 3
    """.split(separator: "\n", omittingEmptySubsequences: false).map { LineReading.line(String($0)) }

  @Test func linesThatWaitAreJoined() throws {
    let lines = ListedLines(Self.pasted, areWaiting: true)
    let reader = StatementReader(lines)
    var found: [Read] = []
    while found.last != .end { found.append(try Self.next(reader, "Movie")) }
    #expect(
      found == [
        .statement("Movie where\n  year > 1990\n  AND genre == \"Noir\"\n  show title\n  limit 3", line: 1),
        .statement("count Friend\nlimit 2;", line: 7), .statement("limit 1", line: 9), .statement("limit 3", line: 11),
        .end,
      ])
    #expect(lines.remembered.first == "Movie where\n  year > 1990\n  AND genre == \"Noir\"\n  show title\n  limit 3")
  }

  @Test func aCompleteStatementWaitsForNobody() throws {
    let reader = StatementReader(ListedLines(Self.pasted))
    #expect(try Self.next(reader, "Movie") == .statement("Movie where\n  year > 1990", line: 1))
  }
}
