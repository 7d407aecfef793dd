import PredicateBinding
import PredicateDatabases
import PredicateModel
import PredicateOutput
import PredicateReference
import PredicateSessions
import PredicateStatements
import PredicateSyntax
import PredicateValues

/// A query that a page asks for, parsed for the database in its current state.
struct AskedStatement {
  let text: String
  let query: QueryStatement
  let database: any QueryDatabase

  /// Parses a text. Throws a `StatementFailure` for a wrong text, a command or a change, because pages only read.
  init(_ text: String, on database: any QueryDatabase) throws {
    guard text.utf8.count <= WebLimits.statementBytes else { throw StatementFailure(.longStatement) }
    let tree = Self.parser(of: database).parse(text)
    // A change with errors is refused as a change, because correcting its errors would not help.
    if case .change = tree.content {
      throw StatementFailure(
        .readOnly(text, "cannot run insert, update or delete, because it only reads", but: "changes data"))
    }
    switch try tree.get() {
    case .query(let query): (self.text, self.query, self.database) = (text, query, database)
    case .nothing: throw StatementFailure(.noStatement)
    case .command, .change:
      throw StatementFailure(.readOnly(text, "has no commands that begin with a dot", but: "has them"))
    }
  }

  /// The parser for statements of pages. A statement must name its entity, because a page does not show a current entity. The name can be omitted if
  /// the database has only one entity.
  static func parser(of database: any QueryDatabase) -> StatementParser {
    let model = database.declaredModel
    return StatementParser(model: model, currentEntity: model.entities.count == 1 ? model.entities[0].name : nil)
  }

  /// The issues of a text, or the notes on it. It reads no rows.
  static func issues(in text: String, on database: any QueryDatabase) -> [PredicateIssue] {
    do {
      let statement = try AskedStatement(text, on: database)
      return try BoundStatement(statement.query, model: database.declaredModel, variables: [:]).notes
    } catch {
      return issues(of: error, in: text, on: database) ?? []
    }
  }

  /// The issues of an error, with hints from the model. Nil for an error that does not come from the statement's text.
  static func issues(of error: any Error, in text: String, on database: any QueryDatabase) -> [PredicateIssue]? {
    let issue = (error as? PredicateIssue).map { [$0] }
    guard let issues = (error as? StatementFailure)?.issues ?? issue else { return nil }
    let model = database.declaredModel
    // The text may begin with an entity, although it is no statement about it: `Tracks by Queen`.
    let named = SourceToken.all(in: Array(text.utf8), from: 0).first.flatMap { model.entity(inOneOrMany: $0.text) }
    let advice = StatementAdvice(
      model: model, currentEntity: (named ?? model.entities.first)?.name, commandUsages: [],
      foldsLike: database.kind.foldsLike)
    guard issues.first?.code == PredicateIssue.noEntity.code, let first = named ?? model.entities.first else {
      return advice.improved(issues, in: text) + mistakes(before: issues.first, in: text, on: database)
    }
    if let found = advice.objectsOfValue(in: text) { return [found] }
    let errors = StatementParser(model: model, currentEntity: first.name).parse(text).errors
    let improved = advice.improved(errors, in: text)
    // The hint about a missing entity is not needed for `Movie year > 1990`, which names an entity.
    if named != nil, !improved.isEmpty { return improved }
    return [nameless(text, model, improved.first)]
  }

  /// The errors in the conditions before another error, such as `yaer` in `yaer > 3 AND x`. The parser reports only the later error, because a
  /// condition without an operator is a syntax error.
  private static func mistakes(
    before issue: PredicateIssue?, in text: String, on database: any QueryDatabase
  ) -> [PredicateIssue] {
    // The AND of BETWEEN separates two bounds, not two conditions.
    guard let range = issue?.range, issue?.has(.betweenAnd) == false else { return [] }
    let words = SourceToken.all(in: Array(text.utf8), from: 0).prefix { $0.range.upperBound <= Int(range.lowerBound) }
    guard let last = words.last(where: { ["AND", "OR", "&&", "||"].contains($0.text.uppercased()) }),
      let start = text.utf8.text(at: SourceRange(0, last.range.lowerBound)),
      database.query(start) != nil
    else { return [] }
    return issues(in: start, on: database).filter { $0.severity == .error }
  }

  /// The issue for a text that does not name an entity although there are several. The hint names an entity that has the properties in the text.
  ///
  /// - Parameter issue: The issue that the text has as a condition of some entity.
  private static func nameless(_ text: String, _ model: DataModel, _ issue: PredicateIssue?) -> PredicateIssue {
    let parser = StatementParser(model: model, currentEntity: nil)
    // For a misspelled entity, SQL, or a keyword of another language, the given issue is better.
    if let issue {
      let proposal = issue.replacement?.applied(to: text).flatMap { parser.parse($0).query }
      if ["unknown-entity", "sql-statement"].contains(issue.code) || proposal?.namesEntity == true { return issue }
    }
    let proposals = model.entities.lazy.flatMap { entity in
      ["where ", ""].map { "\(entity.name.asStatementName) \($0)\(text)" }
    }
    return .nameless(
      text, proposal: proposals.first { parser.parse($0).query?.canRun(on: model) == true }, known: model.entityNames)
  }

  /// The statement with resolved names and types.
  func bound() throws(PredicateIssue) -> BoundStatement {
    try BoundStatement(query, model: database.model, variables: [:])
  }

  /// The result of some work with the first list of columns, or with the second list if the back end does not support the first.
  func supported<Result>(
    _ columns: [FetchedColumn], or others: [FetchedColumn], _ work: ([FetchedColumn]) throws -> Result
  ) throws -> Result {
    do {
      return try work(columns)
    } catch let issue as PredicateIssue where issue.kind == .unsupported {
      return try work(others)
    }
  }

  /// The columns of a table as people read them: objects have their titles.
  func shown(_ table: ResultTable) throws -> [ShownTable.Column] {
    ShownTable(table, titles: try database.titles(of: table.references), timeZone: database.model.timeZone).columns
  }

  /// The values that a part of an explanation compares. Names of entities are left out, because their value is the list of all objects.
  func values(of part: Explanation) -> [Explanation.Value] {
    part.values.filter { database.model.entity(named: $0.text) == nil }
  }

  /// The entity that the statement is about.
  var entity: Entity? { database.model.entity(named: query.entity) }
}

extension QueryDatabase {
  /// The query that a text is; nil for any other text.
  func query(_ text: String) -> QueryStatement? { AskedStatement.parser(of: self).parse(text).query }
}

extension PredicateIssue {
  fileprivate static let noStatement = PredicateIssue.error(
    "no-statement", nil, "a statement is missing", hint: "to see all objects of an entity, write its name")

  fileprivate static let longStatement = PredicateIssue.error(
    .sourceLimit, nil, "a statement of the page must not be longer than \(WebLimits.statementBytes) bytes", kind: .limit
  )

  fileprivate static func readOnly(_ text: String, _ words: String, but terminal: String) -> PredicateIssue {
    .error(
      "read-only", SourceRange(0, text.utf8.count), "the page \(words)",
      hint: "use predicate FILE in a terminal, which \(terminal)", kind: .unsupported)
  }

  fileprivate static func nameless(_ text: String, proposal: String?, known: [String]) -> PredicateIssue {
    let issue = PredicateIssue.error(
      "no-entity", SourceRange(0, text.utf8.count), "a statement must begin with the name of an entity",
      hint: listed(known, of: "the entities are"), kind: .unknownKey)
    guard let proposal else { return issue }
    let replacement = PredicateIssue.Replacement(text: proposal, range: SourceRange(0, text.utf8.count), purpose: "")
    return issue.withHint("write \(proposal)", proposing: [replacement])
  }
}
