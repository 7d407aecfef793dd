import Foundation
import GRDB
import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Fetches for users of GRDB, on their own connections and as their own records.
extension PredicateDatabase {
  /// A database that is already open: a `DatabaseQueue`, a `DatabasePool`, a snapshot.
  ///
  /// Its connections should have the functions of predicates: open it with a configuration prepared by
  /// ``SQLiteFunctions/prepare(_:functions:limits:)``. Otherwise the functions are registered on a connection when a fetch first needs them.
  ///
  /// - Parameters:
  ///   - reader: The connections for fetches.
  ///   - model: The model of its tables; nil to read it from the schema.
  ///   - name: Its name in messages.
  /// - Throws: ``DatabaseIssue`` if the schema cannot be read or does not fit the model.
  public convenience init(
    _ reader: any DatabaseReader, model: DataModel? = nil, name: String = "database"
  ) throws(DatabaseIssue) {
    let file = model.map { ModelFile.whole($0) }
    let reading = try reader.readPastDamage(of: name) { database in
      try SQLiteFunctions.ensure(on: database)
      return try SchemaReader.read(database, file: file)
    }
    try self.init(name: name, reader: reader, writer: reader as? any DatabaseWriter, reading: reading, file: file)
  }

  /// The records of a fetch's objects, in its order: any type that GRDB decodes from rows of the entity's table.
  ///
  /// Throws as ``FetchingDatabase/fetch(_:variables:options:)`` does, and errors of decoding.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public func records<Record: FetchableRecord>(
    _ type: Record.Type, _ fetch: EntityFetch, variables: QueryVariables = [:],
    options: BindingOptions = BindingOptions()
  ) throws -> [Record] {
    let request = try request(for: fetch, variables: variables, form: .table, options: options)
    return try failing {
      try reader.unsafeReentrantRead { database in
        try SQLiteFunctions.ensure(on: database, functions: options.functions, limits: options.limits)
        return try Record.fetchAll(database, request)
      }
    }
  }

  /// A fetch as a GRDB request, for cursors, observation and records. The connection must have the functions of predicates.
  ///
  /// - Parameters:
  ///   - fetch: The entity with its condition, order, columns and limits.
  ///   - variables: Values for the `$variables` of the predicate.
  ///   - form: ``SQLFetchForm/table`` selects the table's own columns, for records. ``SQLFetchForm/rows`` selects the fetch's columns in their order,
  ///     with values as SQLite stores them: computed dates as seconds since 2001.
  ///   - options: The functions, limits and time zone that the predicate is bound with.
  public func request(
    for fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .table,
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLRequest<Row> {
    let statement = try translator.translate(fetch, variables: variables, form: form, options: options).statement
    return SQLRequest(literal: statement.requestSQL)
  }
}

extension SQLStatement {
  /// The values of the parameters for GRDB, to run the text of the statement as it is or inside other SQL.
  ///
  /// ```swift
  /// let found = try database.statement(for: EntityFetch("Movie", where: "year > \(minimum)")).statement
  /// let arguments = try found.arguments
  /// let count = try queue.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM (\(found.text))", arguments: arguments) }
  /// ```
  ///
  /// - Throws: A `PredicateIssue` of kind `unsupported` for a text that contains a NUL, because GRDB ends a text at a NUL.
  ///   ``PredicateDatabase/request(for:variables:form:options:)`` passes such a text.
  public var arguments: StatementArguments {
    get throws(PredicateIssue) {
      var values: [(any DatabaseValueConvertible)?] = []
      for value in bindings {
        switch value {
        case .integer(let value): values.append(value)
        case .double(let value): values.append(value)
        case .data(let bytes): values.append(Data(bytes))
        case .string(let text) where text.utf8.contains(0):
          throw .error(
            "nul-argument", nil, "a text that contains the character NUL cannot be an argument in GRDB",
            hint: "write request(for: fetch)",
            kind: .unsupported)
        case .string(let text): values.append(text)
        default: values.append(nil)
        }
      }
      return StatementArguments(values)
    }
  }
}

extension SQLTranslation {
  /// Unavailable: the statement has the text.
  @available(*, unavailable, message: "write .statement.text")
  public var sql: String { statement.text }

  /// Unavailable: the statement has the arguments.
  @available(*, unavailable, message: "write try .statement.arguments")
  public var arguments: StatementArguments { [] }
}

/// A statement in the form that GRDB takes: the values are in the order of their placeholders.
extension SQLStatement {
  /// The statement. `rootColumn` writes the columns of the evaluated object's table.
  func requestSQL(rootColumn: (String) -> SQL) -> SQL {
    pieces.map { piece in
      switch piece {
      case .text(let words): SQL(sql: words)
      case .rootColumn(let name): rootColumn(name)
      case .parameter(let number): Self.sql(of: value(ofParameter: number))
      }
    }.joined()
  }

  /// The statement. The columns of the evaluated object's table are written as in its text.
  var requestSQL: SQL { requestSQL { SQL(sql: rootColumn($0)) } }

  /// A bound value. A text that contains a NUL is passed as bytes, because GRDB ends a text at a NUL.
  private static func sql(of value: QueryValue) -> SQL {
    switch value {
    case .integer(let value): SQL(sql: "?", arguments: [value])
    case .double(let value): SQL(sql: "?", arguments: [value])
    case .data(let bytes): SQL(sql: "?", arguments: [Data(bytes)])
    case .string(let text) where text.utf8.contains(0):
      SQL(sql: "CAST(? AS TEXT)", arguments: [Data(text.utf8)])
    case .string(let text): SQL(sql: "?", arguments: [text])
    default: SQL(sql: "NULL")
    }
  }
}
