import Foundation
import PredicateDemo
import PredicateSQLite
import PredicateTestSupport
import Testing

@testable import PredicateShell

/// The commands and results in the README are those of the real programs.
@Suite("The README")
struct ReadmeTests {
  @Test("Every statement of the session has the answer on the page")
  func session() throws {
    let prompt = "Movie> "
    let session = try #require(try DocumentPage("README.md").blocks("console").first)
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

  @Test(
    "Every line of Swift is in the examples, or in a test that runs it",
    arguments: [("README.md", 15), ("Documentation/swift/overview.md", 45)])
  func swift(page: String, least: Int) throws {
    let files = [
      "main.swift", "Movie.swift", "Dictionaries.swift", "DeclaredTable.swift", "Parts.swift", "CustomFunction.swift",
      "SearchBox.swift",
    ]
    let texts =
      try files.map { try DocumentPage.text("examples/filter-array/\($0)") }
      + [try DocumentPage.text("examples/first-lines/main.swift")]
    let example = Set(texts.joined().split(separator: "\n").map(String.init))
    let tests = [
      "Tests/Databases/PredicateSQLiteTests/Pages/GRDBReadmeTests.swift",
      "Tests/Databases/PredicateObjectsTests/Pages/StoreReadmeTests.swift",
      "Macros/Tests/MacroTests/ReadmeExampleTests.swift",
    ]
    let test = try tests.flatMap { try DocumentPage.text($0).split(separator: "\n") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    let lines = try DocumentPage(page).blocks("swift").joined().filter { !$0.isEmpty }
    #expect(lines.count >= least)
    for line in lines {
      #expect(example.contains(line) || test.contains(line.trimmingCharacters(in: .whitespaces)), "\(line)")
    }
  }

  @Test(
    "The Swift of a page is a program with the output on the page",
    arguments: [("README.md", "first-lines"), ("Documentation/start/swift.md", "ten-minutes")])
  func program(page: String, name: String) throws {
    let page = try DocumentPage(page)
    let code = page.blocks("swift").joined(separator: [""]).joined(separator: "\n") + "\n"
    #expect(try code == DocumentPage.text("examples/\(name)/main.swift"))
    let products = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let run = try TestProcess.run(products.appendingPathComponent(name).path)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output == page.blocks("text").joined().map { $0 + "\n" }.joined())
  }

  @Test("README, the page on Swift and the manifest of a new package name the products that exist")
  func products() throws {
    let manifest = try DocumentPage.text("Package.swift")
    for page in ["README.md", "Documentation/start/swift.md", "Documentation/swift/overview.md"] {
      for match in try DocumentPage.text(page).matches(of: #/\.product\(name: "(\w+)"/#) {
        #expect(manifest.contains(".library(name: \"\(match.1)\""), "\(page): \(match.1)")
      }
    }
  }

  @Test("README, --help and the manual page list the same subcommands")
  func subcommands() async throws {
    let shell = try ShellOnTerminal()
    let help = try await shell.script("predicate --help").output
    let listed = help.split(separator: "SUBCOMMANDS:").last.map(String.init) ?? ""
    let subcommands = listed.matches(of: #/^  ([a-z-]+) /#.anchorsMatchLineEndings()).map { String($0.1) }
    #expect(subcommands.count > 10)
    let readme = try DocumentPage.text("README.md").matches(of: #/^\| `predicate ([a-z-]+)/#.anchorsMatchLineEndings())
    #expect(readme.map { String($0.1) }.sorted() == subcommands.sorted())
    let manual = try DocumentPage.text("Documentation/predicate.1").matches(
      of: #/^\.SS ([a-z\\-]+)$/#.anchorsMatchLineEndings())
    #expect(manual.map { String($0.1).replacing("\\", with: "") }.sorted() == subcommands.sorted())
  }

  @Test("The example runs, and a typo has the message in the README")
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
    #expect(try DocumentPage.text("Documentation/swift/overview.md").contains("`\(typo)`"))
  }
}
