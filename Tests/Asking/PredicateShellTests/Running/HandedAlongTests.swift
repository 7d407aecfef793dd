import Foundation
import PredicateDemo
import PredicateModel
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Counts how often the shell parses, binds and translates a statement until it has written the answer.
///
/// The result of each step is reused:
///
/// - one parse; one more for continuation lines, and for the statement after a command;
/// - one binding and one translation;
/// - one translation more to count the rows of an answer that is cut;
/// - one binding and one translation more for the titles of each entity that the rows name;
/// - three translations for a verification: whole objects, the rows that are shown, and their number.
@Suite("Statements are handed along")
struct HandedAlongTests {
  /// The number of times that each step runs.
  struct Work: Equatable, CustomStringConvertible {
    let parses: Int
    let binds: Int
    let translations: Int

    init(_ parses: Int, _ binds: Int, _ translations: Int) {
      (self.parses, self.binds, self.translations) = (parses, binds, translations)
    }

    var description: String { "parse \(parses), bind \(binds), translate \(translations)" }
  }

  /// Typed lines, and the work that they need.
  struct TypedStatement: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let lines: [String]
    let parses: Int
    let binds: Int
    let translations: Int

    init(_ name: String, _ lines: String..., parses: Int, binds: Int, translations: Int) {
      testDescription = name
      self.lines = lines
      (self.parses, self.binds, self.translations) = (parses, binds, translations)
    }
  }

  /// Films that are lent: rows that name one entity, `Friend`.
  private static let films = "Movie where lent == YES sort by title limit 3"
  private static let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("handed-along-\(UUID().uuidString).csv").path

  static let statements = [
    TypedStatement("plain, with titles", films, parses: 1, binds: 2, translations: 2),
    TypedStatement(
      "show of attributes", "Movie where year > 1990 show title, genre sort by title limit 3", parses: 1, binds: 1,
      translations: 1),
    TypedStatement(
      "show of a to-many path", "Movie where lent == YES show title, tags.name sort by title limit 3", parses: 1,
      binds: 1, translations: 1),
    TypedStatement("count", "count Movie where year > 1990", parses: 1, binds: 1, translations: 1),
    TypedStatement("groups", "Movie group by genre show genre, count()", parses: 1, binds: 1, translations: 1),
    // 300 loans, 40 of them shown. They name films and friends.
    TypedStatement("cut answer, with titles", "Loan sort by lentOn", parses: 1, binds: 3, translations: 4),
    TypedStatement(
      "two continuation lines", "Tag where name != \"x\" and", "  name != \"y\" and", "  name != \"z\"", parses: 2,
      binds: 1, translations: 1),
    TypedStatement(".verify", ".verify " + films, parses: 2, binds: 1, translations: 3),
    TypedStatement(".explain", ".explain " + films, parses: 2, binds: 1, translations: 1),
    TypedStatement(".export, with titles", ".export \(file) " + films, parses: 2, binds: 2, translations: 2),
  ]

  @Test(arguments: statements)
  func work(of statement: TypedStatement) throws {
    defer { try? FileManager.default.removeItem(atPath: Self.file) }
    let (output, errors) = (TextOutput(), TextOutput())
    let session = ShellSession(
      database: try PredicateDatabase.demo(), output: output, errors: errors,
      layout: { .terminal(width: 80, isColored: false) })
    let reader = StatementReader(ListedLines(statement.lines.map { .line($0) }))
    let counts = StatementCounts()
    try StatementCounts.$current.withValue(counts) {
      guard case .statement(let text, let line, let tree) = try reader.next(session.parser) else {
        Issue.record("The lines are no statement.")
        return
      }
      #expect(text == statement.lines.joined(separator: "\n"))
      #expect(session.run(text, line: line, read: tree) == .done, "\(errors.take())")
    }
    let counted = Work(counts[.parse], counts[.bind], counts[.translate])
    let expected = Work(statement.parses, statement.binds, statement.translations)
    #expect(counted == expected, "counted: \(counted); expected: \(expected)")
  }
}
