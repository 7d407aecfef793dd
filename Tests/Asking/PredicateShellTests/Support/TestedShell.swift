import PredicateDatabases
import PredicateDemo
import PredicateSQLite
import Testing

@testable import PredicateShell

/// A session with its output and errors for a test.
struct TestedShell {
  let output = TextOutput()
  let errors = TextOutput()
  let session: ShellSession

  /// Uses the demo database if no database is given.
  init(_ database: (any QueryDatabase)? = nil) throws {
    session = ShellSession(database: try database ?? PredicateDatabase.demo(), output: output, errors: errors)
  }

  /// Runs a correct statement, and returns its output.
  @discardableResult
  func lines(_ statement: String, location: SourceLocation = #_sourceLocation) -> [String] {
    _ = output.take()
    #expect(session.run(statement) == .done, "\(errors.take())", sourceLocation: location)
    return output.take().split(separator: "\n").map(String.init)
  }

  /// The rows of a query as CSV, without their header.
  func rows(_ query: String) -> [String] {
    let mode = session.mode
    session.mode = .csv
    defer { session.mode = mode }
    return Array(lines(query).dropFirst())
  }

  /// The code of a statement's issue, the words at its place, and the hint.
  func refusal(_ statement: String) -> (code: String, words: String, hint: String) {
    let outcome = session.run(statement)
    let text = errors.take()
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard outcome == .refused, lines.count > 2, let open = lines[0].firstIndex(of: "["),
      let close = lines[0].firstIndex(of: "]")
    else { return ("none: \(outcome) \(text)", "", "") }
    let marked = lines[2].enumerated().filter { "^~".contains($0.element) }.map(\.offset)
    let characters = Array(lines[1])
    let words = marked.compactMap { characters.indices.contains($0) ? characters[$0] : nil }
    let hint = lines.first { $0.hasPrefix("hint: ") }.map { String($0.dropFirst(6)) } ?? ""
    return (String(lines[0][lines[0].index(after: open)..<close]), String(words), hint)
  }
}
