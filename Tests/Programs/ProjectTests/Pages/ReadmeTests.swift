import Foundation
import PredicateDemo
import PredicateSQLite
import PredicateTestSupport
import Testing

@testable import PredicateShell

/// What the README shows is what happens.
@Suite("The README")
struct ReadmeTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The lines of the code blocks in a language.
  private static func blocks(_ language: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var block: [String]?
    for line in try text("README.md").split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      if line == "```" + language, block == nil {
        block = []
      } else if line == "```" {
        if let block { blocks.append(block) }
        block = nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  @Test("Every statement of the session answers what is shown")
  func session() throws {
    let prompt = "Movie> "
    let session = try #require(try Self.blocks("console").first)
    #expect(session.filter { $0.hasPrefix(prompt) }.count >= 4)
    let output = TextOutput()
    let shell = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: output)
    var answered: [String] = []
    for line in session where line.hasPrefix(prompt) {
      _ = shell.run(String(line.dropFirst(prompt.count)))
      answered += [line] + output.take().split(separator: "\n").map(String.init)
    }
    #expect(answered == session)
  }

  @Test("Every line of Swift stands in the example, or in a test that runs them")
  func swift() throws {
    let files = [
      "main.swift", "Movie.swift", "Dictionaries.swift", "DeclaredTable.swift", "Parts.swift", "CustomFunction.swift",
      "SearchBox.swift",
    ]
    let texts = try files.map { try Self.text("examples/filter-array/\($0)") }
    let example = Set(texts.joined().split(separator: "\n").map(String.init))
    let tests = [
      "Tests/Databases/PredicateSQLiteTests/Pages/GRDBReadmeTests.swift",
      "Tests/Databases/PredicateObjectsTests/Pages/StoreReadmeTests.swift",
      "Macros/Tests/MacroTests/ReadmeExampleTests.swift",
    ]
    let test = try tests.flatMap { try Self.text($0).split(separator: "\n") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let lines = try Self.blocks("swift").joined().filter { !$0.isEmpty }
    #expect(lines.count >= 20)
    for line in lines {
      #expect(example.contains(line) || test.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }

  @Test("The example runs, and a typo is what the README says")
  func example() throws {
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let run = try TestProcess.run(products.appendingPathComponent("filter-array").path)
    #expect(run.status == 0, "\(run.errors)")
    let lines = run.output.split(separator: "\n").map(String.init)
    #expect(lines.first == "Amélie")
    #expect(lines.contains("2 classics"))
    #expect(lines.contains("Casablanca, Pulp Fiction"))
    #expect(lines.contains("[1, 2, 3] Amélie"))
    #expect(lines.contains("Gigli has no rating"))
    #expect(lines.contains("late: Casablanca"))
    #expect(lines.contains("days: Casablanca, Pulp Fiction"))
    #expect(lines.contains("Anna, Boris, Chloé"))
    #expect(lines.contains("1 to do"))
    #expect(lines.contains("Ticket has no property “paid” (Ticket has price, row, isDiscounted)"))
    #expect(lines.contains(#"year >= 1940 AND year < 2000 AND ANY tags == "classic" AND ANY tags == "war""#))
    #expect(lines.contains("[\"Pulp Fiction\"]"))
    #expect(lines.contains("Gigli"))
    #expect(lines.contains("      ^"))
    #expect(lines.contains("price < 9") && lines.contains { $0.contains("has no property “price”") })
    #expect(lines.contains("hint: the nearest name is “year”"))
    #expect(lines.contains("„yaer“ gibt es nicht. Meinten Sie „year“?"))
    let typo = try #require(lines.last)
    #expect(try Self.text("README.md").contains("`\(typo)`"))
  }
}
