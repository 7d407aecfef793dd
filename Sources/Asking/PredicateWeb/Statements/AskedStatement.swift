import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateReference
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// A query that a page asks, read over the database as it is now.
struct AskedStatement {
  let text: String
  let query: QueryStatement
  let database: any QueryDatabase

  /// Reads a text. Throws a `StatementFailure` for a wrong text, a command or a change: pages only read.
  init(_ text: String, on database: any QueryDatabase) throws {
    switch try Self.content(of: text, on: database) {
    case .query(let query): (self.text, self.query, self.database) = (text, query, database)
    case .nothing: throw StatementFailure(.noStatement)
    case .command: throw StatementFailure(.refused("commands of the shell", at: text))
    case .change: throw StatementFailure(.refused("insert, update and delete", at: text))
    }
  }

  /// Writes the statements of objects and conditions.
  var objects: ObjectStatement { ObjectStatement(model: database.model) }

  private static func content(of text: String, on database: any QueryDatabase) throws -> StatementContent {
    guard text.utf8.count <= WebLimits.statementBytes else { throw StatementFailure(.longStatement) }
    return try parser(of: database).parse(text).get()
  }

  /// What reads statements over a database.
  static func parser(of database: any QueryDatabase) -> StatementParser {
    let model = database.declaredModel
    return StatementParser(model: model, currentEntity: model.entities.first?.name)
  }

  /// The issues of a text, or the notes on it. Reads no rows.
  static func issues(in text: String, on database: any QueryDatabase) -> [PredicateIssue] {
    do {
      let statement = try AskedStatement(text, on: database)
      return try BoundStatement(statement.query, model: database.declaredModel, variables: [:]).notes
    } catch {
      return issues(of: error, in: text, on: database) ?? []
    }
  }

  /// The issues of an error with the hints that the model gives; nil for an error that is not the statement's.
  static func issues(of error: any Error, in text: String, on database: any QueryDatabase) -> [PredicateIssue]? {
    let issues: [PredicateIssue]
    switch error {
    case let failure as StatementFailure: issues = failure.issues
    case let issue as PredicateIssue: issues = [issue]
    default: return nil
    }
    let parser = parser(of: database)
    return StatementAdvice(model: parser.model, currentEntity: parser.currentEntity, commandUsages: [])
      .improved(issues, in: text)
  }

  /// The statement with its names and types.
  func bound() throws(PredicateIssue) -> BoundStatement {
    try BoundStatement(query, model: database.model, variables: [:])
  }

  /// The entity that the statement is about.
  var entity: Entity? { database.model.entity(named: query.entity) }
}

extension PredicateIssue {
  fileprivate static let noStatement = PredicateIssue.error(
    "no-statement", nil, "a statement is missing", hint: "the name of an entity shows all of its objects")

  fileprivate static let longStatement = PredicateIssue.error(
    .sourceLimit, nil, "a statement of the page has at most \(WebLimits.statementBytes) bytes", kind: .limit)

  fileprivate static func refused(_ what: String, at text: String) -> PredicateIssue {
    .error(
      "read-only", SourceRange(0, text.utf8.count), "the page only reads: \(what) belong in the shell",
      kind: .unsupported)
  }
}
