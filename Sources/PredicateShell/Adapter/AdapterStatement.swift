import PredicateConformance
import PredicateModel
import PredicateSQLite
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// A fetch statement of the protocol's op `fetch`, run as the shell runs it.
struct AdapterStatement {
  private let text: String
  private let database: PredicateDatabase

  /// A statement over a database. Bare conditions are about the database's first entity.
  init(_ text: String, database: PredicateDatabase) {
    self.text = text
    self.database = database
  }

  /// The members of the answer. Throws a ``PredicateIssue`` for what is wrong with the statement.
  func members(variables: [AdapterEngine.Variable], isParsed: Bool) throws -> [JSONObject.Member] {
    let query = try query()
    let session = ShellSession(database: database, output: TextOutput(), errors: TextOutput())
    session.parameters = variables.map { (name: $0.0, value: $0.1) }
    let run = try FetchRun(query, in: session)
    if isParsed { return [("parts", .object(try PastedForm.json(of: query, in: session)))] }
    if query.isCount { return [("count", .integer(Int64(try run.count())))] }
    let table = try run.rows()
    let rows = table.rows.map { row in JSONValue.array(row.map(DataText.json)) }
    return [("columns", .array(table.columns.map { .string($0) })), ("rows", .array(rows))]
  }

  private func query() throws -> QueryStatement {
    let parser = StatementParser(model: database.model, currentEntity: database.model.entities.first?.name)
    do throws(StatementFailure) {
      guard case .query(let query) = try parser.parse(text).get() else { throw StatementFailure([Self.missing]) }
      return query
    } catch {
      throw error.issues.first ?? Self.missing
    }
  }

  private static let missing = PredicateIssue(
    kind: .syntax, code: "no-statement", message: "expected a fetch statement, found none")
}
