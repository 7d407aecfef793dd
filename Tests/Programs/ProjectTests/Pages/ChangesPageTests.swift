import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Documentation/databases/changes.md: every statement of the session answers what the page shows.
@Suite("The page on changing data")
struct ChangesPageTests {
  @Test func session() throws {
    let session = try #require(try DocumentPage("Documentation/databases/changes.md").blocks("console").first)
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
