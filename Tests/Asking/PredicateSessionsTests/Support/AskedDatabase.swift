import PredicateBinding
import PredicateDatabases
import PredicateDemo
import PredicateModel
import PredicateOutput
import PredicateSQLite
import PredicateSessions
import PredicateStatements
import PredicateValues

/// Runs statements on a database, without a shell.
struct AskedDatabase {
  let source: any QueryBackend

  /// The text is not a query.
  struct NoQuery: Error {
    let text: String
  }

  /// Uses the demo database if no source is given.
  init(_ source: (any QueryBackend)? = nil) throws {
    if let source { self.source = source } else { self.source = try PredicateDatabase.demo() }
  }

  /// A query. Throws the issue of a wrong text.
  func query(_ text: String) throws -> QueryStatement {
    let model = source.model
    let tree = StatementParser(model: model, currentEntity: model.entities.first?.name).parse(text)
    guard case .query(let query) = try tree.get() else { throw NoQuery(text: text) }
    return query
  }

  /// A query that is bound to the database's model.
  func bound(_ text: String, variables: QueryVariables = [:]) throws -> BoundStatement {
    try BoundStatement(query(text), model: source.model, variables: variables)
  }

  /// The rows of a query. Each row is one text.
  func rows(_ text: String) throws -> [String] {
    try PreparedStatement(bound(text), on: source).rows().rows.map { row in
      row.map { $0.isNull ? "" : ValueText().text(of: $0) }.joined(separator: ",")
    }
  }

  func count(_ text: String) throws -> Int { try PreparedStatement(bound(text), on: source).count() }

  /// The result of verifying a query: a sentence, or the differences if there is a bug.
  func verified(_ text: String) throws -> [String] {
    switch try Verification(source).run(bound(text)) {
    case .agreement(let sentence): return [sentence]
    case .bug(let lines): return ["bug: memory and SQL differ."] + lines.map { "  \($0)" }
    }
  }
}
