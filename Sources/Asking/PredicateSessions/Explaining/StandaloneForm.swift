import PredicateBinding
import PredicateDatabases
import PredicateDocuments
import PredicateModel
import PredicateOutput
import PredicateSQL
import PredicateStatements
import PredicateValues

/// Output formats that write a query as code or data, complete by itself, so that it can be pasted elsewhere.
package enum StandaloneForm: String, CaseIterable {
  case swift
  case objc
  /// SQL with constants instead of parameters.
  case sql
  /// The statement as a JSON object.
  case json

  /// The lines of a query in this format, with the values of its variables. Throws a ``StatementFailure`` for a construct that the format cannot express.
  package func lines(of statement: BoundStatement, on source: any QueryBackend) throws -> [String] {
    let (query, variables) = (statement.query, statement.variables)
    let fetch = try statement.fetchWithWrittenLiterals()
    switch self {
    case .swift:
      return SwiftFetchText(fetch, isCount: query.isCount).lines + Self.comments(on: fetch, variables)
    case .objc:
      if let note = statement.notes.first(where: { $0.has(.extension) }) {
        throw StatementFailure(.noFormElsewhere(note))
      }
      return ObjectiveCRequestText(fetch, statement.bound, isCount: query.isCount).lines
        + Self.comments(on: fetch, variables)
    case .json:
      return [JSONWriter.text(of: .object(Self.json(of: fetch, query, variables)))]
    case .sql:
      let prepared = try PreparedStatement(statement, on: source)
      var lines = try prepared.sql().map(Self.lines) ?? []
      if prepared.computesColumns {
        let columns = statement.fetch.columns.map { CellText.escaped($0.name) }.joined(separator: ", ")
        lines.append("-- This SQL does not contain the columns that are computed in memory: \(columns)")
      } else if let work = prepared.workInMemory {
        lines.append("-- \(work)")
      }
      return lines
    }
  }

  /// A comment line for each variable that the code mentions. It shows the variable's value.
  private static func comments(on fetch: EntityFetch, _ variables: QueryVariables) -> [String] {
    used(fetch, variables).map { "// $\($0.name) is \(ValueText.literal(of: $0.value))" }
  }

  // MARK: SQL

  /// The SQL with constants instead of parameters. A comment names the functions that a connection must define to run it.
  private static func lines(of statement: SQLStatement) -> [String] {
    let sql = statement.textWithConstants
    guard !statement.functions.isEmpty else { return [sql + ";"] }
    let names = statement.functions.sorted().joined(separator: ", ")
    return [
      sql + ";",
      "-- This SQL needs a connection on which \(statement.registration) has registered the functions \(names)",
    ]
  }

  // MARK: JSON

  /// The variables that a query uses and that have values, each of them once.
  private static func used(_ fetch: EntityFetch, _ variables: QueryVariables) -> [(name: String, value: QueryValue)] {
    var used: [(name: String, value: QueryValue)] = []
    for use in fetch.freeVariables where !used.contains(where: { $0.name.hasSameScalars(as: use.name) }) {
      if let value = variables[use.name] { used.append((use.name, value)) }
    }
    return used
  }

  /// A statement and the variables that it is run with, as JSON.
  package static func json(of statement: BoundStatement) throws -> JSONObject {
    json(of: try statement.fetchWithWrittenLiterals(), statement.query, statement.variables)
  }

  private static func json(of fetch: EntityFetch, _ query: QueryStatement, _ variables: QueryVariables) -> JSONObject {
    let variables = used(fetch, variables)
    var object = JSONObject([("entity", .string(fetch.entity))])
    if let predicate = fetch.predicate { object.append("predicate", .string(predicate.exactFormat)) }
    if !fetch.sortKeys.isEmpty {
      let keys = fetch.sortKeys.map { key -> JSONValue in
        var line = JSONObject([
          ("key", .string(key.expression.exactFormat)), ("ascending", .boolean(key.isAscending)),
        ])
        if !key.options.isEmpty { line.append("options", .string(key.options.letters)) }
        return .object(line)
      }
      object.append("sort", .array(keys))
    }
    if let first = fetch.firstOfEach {
      let keys = first.keys.map { JSONValue.string($0.exactFormat) }
      object.append("first", .object(JSONObject([("count", .integer(Int64(first.count))), ("of", .array(keys))])))
    }
    if let limit = fetch.limit { object.append("limit", .integer(Int64(limit))) }
    if fetch.offset > 0 { object.append("offset", .integer(Int64(fetch.offset))) }
    if !fetch.groupBy.isEmpty { object.append("group", json(of: fetch.groupBy)) }
    if let having = fetch.having { object.append("having", .string(having.exactFormat)) }
    if !fetch.columns.isEmpty { object.append("show", json(of: fetch.columns)) }
    if fetch.isDistinct { object.append("distinct", .boolean(true)) }
    if query.isCount { object.append("count", .boolean(true)) }
    if !variables.isEmpty {
      let values = variables.map { ($0.name, JSONValue.string(ValueText.literal(of: $0.value))) }
      object.append("variables", .object(JSONObject(values)))
    }
    return object
  }

  private static func json(of columns: [FetchedColumn]) -> JSONValue {
    .array(
      columns.map { column in
        .object(JSONObject([("name", .string(column.name)), ("value", .string(column.expression.exactFormat))]))
      })
  }
}

extension PredicateIssue {
  /// The error for an extension of the language, which Apple's systems do not have. `note` names the extension.
  fileprivate static func noFormElsewhere(_ note: PredicateIssue) -> PredicateIssue {
    .error(
      .extension, nil, IssueText(note.message), hint: "for OpenPredicate, write .as swift", kind: .unsupported)
  }
}
