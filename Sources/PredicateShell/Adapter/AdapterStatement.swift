import PredicateEvaluation
import PredicateModel
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// A fetch statement of the protocol's op `fetch`. The shell runs it, so that both have one meaning.
struct AdapterStatement {
  private let text: String
  private let database: PredicateDatabase

  /// A statement over a database. Bare conditions are about the database's first entity.
  init(_ text: String, database: PredicateDatabase) {
    self.text = text
    self.database = database
  }

  /// The members of the answer. Throws a ``PredicateIssue`` for what is wrong with the statement.
  func members(variables: [(String, QueryValue)], isParsed: Bool) throws -> [JSONObject.Member] {
    try check(variables)
    let output = TextOutput()
    let errors = TextOutput()
    let session = ShellSession(database: database, output: output, errors: errors)
    session.mode = .json
    guard session.run(text, parameters: variables.map { (name: $0.0, value: $0.1) }) == .done else {
      throw Self.failure(errors.text)
    }
    let answer = output.take()
    if isParsed {
      guard session.run(".as json") == .done else { throw Self.failure(errors.text) }
      return [("parts", try JSONReader.value(of: output.take()))]
    }
    guard case .array(let rows)? = Self.json(answer) else {
      guard let count = answer.split(separator: " ").first.flatMap({ Int64($0) }) else { throw Self.failure(answer) }
      return [("count", .integer(count))]
    }
    return Self.table(rows)
  }

  /// Throws what is wrong with the statement, with its place, before anything runs.
  private func check(_ variables: [(String, QueryValue)]) throws {
    do {
      let parser = StatementParser(model: database.model, currentEntity: database.model.entities.first?.name)
      guard case .query(let query) = try parser.parse(text).get() else {
        throw PredicateIssue(
          kind: .syntax, code: "no-statement", message: "expected a fetch statement, found none")
      }
      _ = try BoundFetch(query.fetch, model: database.model, variables: QueryVariables(variables))
    } catch let failure as StatementFailure {
      throw failure.issues.first ?? Self.failure(text)
    }
  }

  /// The rows by columns. Without rows the names of the columns are not known.
  private static func table(_ rows: [JSONValue]) -> [JSONObject.Member] {
    var columns: [String] = []
    var values: [JSONValue] = []
    for case .object(let row) in rows {
      columns = row.members.map(\.name)
      values.append(.array(row.members.map(\.value)))
    }
    return [("columns", .array(columns.map { .string($0) })), ("rows", .array(values))]
  }

  private static func json(_ text: String) -> JSONValue? {
    do {
      return try JSONReader.value(of: text)
    } catch {
      return nil
    }
  }

  private static func failure(_ message: String) -> PredicateIssue {
    PredicateIssue(kind: .unsupported, code: "statement", message: message)
  }
}
