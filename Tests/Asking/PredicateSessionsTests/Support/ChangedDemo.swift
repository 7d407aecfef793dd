import PredicateSessions
import PredicateDemo
import PredicateModel
import PredicateOutput
import PredicateSQLite
import PredicateStatements
import PredicateObjects
import PredicateSyntax
import PredicateValues

/// A database whose data statements change without a shell session. It is the demo database or another one.
final class ChangedDemo {
  let history: ChangeHistory
  private let parser: StatementParser

  init(_ database: PredicateDatabase? = nil) throws {
    let database = try database ?? PredicateDatabase.demo()
    history = ChangeHistory(try ObjectContext(database))
    parser = StatementParser(model: database.model, currentEntity: database.model.entities.first?.name)
  }

  /// The statements of a text with semicolons between them. Throws the issue of the first wrong one.
  func statements(_ text: String) throws -> [ChangeStatement] {
    try parser.parseSequence(text).compactMap { tree in
      guard case .change(let change) = try tree.get() else { return nil }
      return change
    }
  }

  /// Runs statements as one undo step, and returns the sentences of the preview.
  @discardableResult
  func change(_ text: String, variables: QueryVariables = [:], name: String? = nil) throws -> [String] {
    var lines: [String] = []
    var run = ChangeRun(try statements(text), variables: variables)
    run.name = name
    _ = try run.run(on: history) { preview in
      lines = preview.lines
      return true
    }
    return lines
  }

  /// The issue of a statement: its code, the words in its range, and the hint.
  func refusal(_ text: String, variables: QueryVariables = [:]) throws -> (code: String, words: String, hint: String) {
    func described(_ issues: [PredicateIssue]) -> (code: String, words: String, hint: String) {
      let bytes = Array(text.utf8)
      let words = issues[0].range.map { bytes[Int($0.lowerBound)..<Int($0.upperBound)] } ?? []
      return (issues[0].code, String(decoding: words, as: UTF8.self), issues[0].hint ?? "")
    }
    do {
      try change(text, variables: variables)
      return ("none", "", "")
    } catch let issue as PredicateIssue {
      return described([issue])
    } catch let failure as StatementFailure {
      return described(failure.issues)
    }
  }

  /// The rows of a fetch with the unsaved changes. Each row is one text.
  func rows(_ text: String) throws -> [String] {
    guard case .query(let query) = try parser.parse(text).get() else { return [] }
    return try history.context.rows(query.fetch).rows.map { row in
      row.map { $0.isNull ? "" : ValueText().text(of: $0) }.joined(separator: ",")
    }
  }
}
