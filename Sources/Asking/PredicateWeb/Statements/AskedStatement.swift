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
    case .command: throw StatementFailure(.command(in: text))
    case .change: throw StatementFailure(.change(in: text))
    }
  }

  /// Writes the statements of objects and conditions.
  var objects: ObjectStatement { ObjectStatement(model: database.model) }

  private static func content(of text: String, on database: any QueryDatabase) throws -> StatementContent {
    guard text.utf8.count <= WebLimits.statementBytes else { throw StatementFailure(.longStatement) }
    // A change that is wrong, too, need not be corrected.
    let words = SourceToken.all(in: Array(text.utf8), from: 0).prefix(2)
    let tree = parser(of: database).parse(text)
    if !tree.errors.isEmpty, words.count == 2, words[0].kind == .word, words[1].kind == .word,
      ChangeVerb.allCases.contains(where: { words[0].isWord($0.rawValue) })
    {
      throw StatementFailure(.change(in: text))
    }
    return try tree.get()
  }

  /// What reads statements over a database. A statement names its entity, because the page shows no current one. A database with one entity needs
  /// no name.
  static func parser(of database: any QueryDatabase) -> StatementParser {
    let model = database.declaredModel
    return StatementParser(model: model, currentEntity: model.entities.count == 1 ? model.entities[0].name : nil)
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
    let model = database.declaredModel
    let advice = StatementAdvice(model: model, currentEntity: model.entities.first?.name, commandUsages: [])
    guard issues.first?.code == PredicateIssue.noEntity.code, let first = model.entities.first else {
      return advice.improved(issues, in: text) + mistakes(before: issues.first, in: text, on: database)
    }
    let errors = StatementParser(model: model, currentEntity: first.name).parse(text).errors
    let improved = advice.improved(errors, in: text)
    // `Movie year > 1990` names its entity, and lacks something else.
    if let word = SourceToken.all(in: Array(text.utf8), from: 0).first, !improved.isEmpty,
      model.entity(inOneOrMany: word.text) != nil
    {
      return improved
    }
    return [nameless(text, model, improved.first)]
  }

  /// The mistakes in the conditions before another one, such as `yaer` in `yaer > 3 AND x`. A condition without an operator is found first.
  private static func mistakes(
    before issue: PredicateIssue?, in text: String, on database: any QueryDatabase
  ) -> [PredicateIssue] {
    guard let range = issue?.range, !range.isNone else { return [] }
    let words = SourceToken.all(in: Array(text.utf8), from: 0).prefix { $0.range.upperBound <= Int(range.lowerBound) }
    guard let last = words.last(where: { ["AND", "OR", "&&", "||"].contains($0.text.uppercased()) }),
      let start = text.utf8.text(at: SourceRange(0, last.range.lowerBound)),
      AskedStatement.parser(of: database).parse(start).query != nil
    else { return [] }
    return issues(in: start, on: database).filter { $0.severity == .error }
  }

  /// The issue of a text that names none of several entities. The hint has the entity whose properties the text has.
  ///
  /// - Parameter issue: The issue of the text as a condition of some entity.
  private static func nameless(_ text: String, _ model: DataModel, _ issue: PredicateIssue?) -> PredicateIssue {
    let parser = StatementParser(model: model, currentEntity: nil)
    // A misspelled entity, SQL, and the words of other languages for statements.
    if let issue {
      let proposal = issue.hint.flatMap { $0.hasPrefix("write ") ? parser.parse(String($0.dropFirst(6))).query : nil }
      if ["unknown-entity", "sql-statement"].contains(issue.code) || proposal?.namesEntity == true { return issue }
    }
    let proposals = model.entities.lazy.flatMap { entity in
      ["where ", ""].map { "\(entity.name.asStatementName) \($0)\(text)" }
    }
    return .nameless(
      text, proposal: proposals.first { parser.parse($0).query?.canRun(on: model) == true }, known: model.entityNames)
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

  fileprivate static func change(in text: String) -> PredicateIssue {
    .error(
      "read-only", SourceRange(0, text.utf8.count), "the page only reads, and does not insert, update or delete",
      hint: "predicate FILE in a terminal changes data", kind: .unsupported)
  }

  fileprivate static func command(in text: String) -> PredicateIssue {
    .error(
      "read-only", SourceRange(0, text.utf8.count), "the page has no commands that begin with a dot",
      hint: "predicate FILE in a terminal has them", kind: .unsupported)
  }

  fileprivate static func nameless(_ text: String, proposal: String?, known: [String]) -> PredicateIssue {
    .error(
      "no-entity", SourceRange(0, text.utf8.count), "a statement begins with the name of an entity",
      hint: proposal.map { "write \($0)" } ?? listed(known, of: "the entities are"), kind: .unknownKey)
  }
}
