import Foundation
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Documentation/changes.md: every statement of the session answers what the page shows.
@Suite("The page on changing data")
struct ChangesPageTests {
  @Test func session() throws {
    let root = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("Documentation/changes.md"), encoding: .utf8)
    let parts = page.split(separator: "```console\n", maxSplits: 1)
    let block = try #require(parts.last?.split(separator: "\n```", maxSplits: 1).first)
    let session = block.split(separator: "\n").map(String.init)
    let prompt = "Movie> "
    #expect(session.count { $0.hasPrefix(prompt) } > 12)
    let output = TextOutput()
    let shell = ShellSession(database: try PredicateDatabase.demo(), output: output, errors: output)
    var answered: [String] = []
    for line in session where line.hasPrefix(prompt) {
      _ = shell.run(String(line.dropFirst(prompt.count)))
      answered += [line] + output.take().split(separator: "\n").map(String.init)
    }
    #expect(answered == session)
  }
}
