import GRDB
import PredicateBinding
import PredicateModel
import PredicateSQL
import PredicateValues

/// Fetches for people who use GRDB: on their own connections, as their own records.
extension PredicateDatabase {
  /// A database that is open already: a `DatabaseQueue`, a `DatabasePool`, a snapshot.
  ///
  /// Its connections should have the functions of predicates: open it with a configuration that went through
  /// ``SQLiteFunctions/prepare(_:functions:limits:)``. A connection that has not got them gets them when a fetch first needs them.
  ///
  /// - Parameters:
  ///   - reader: Where fetches run.
  ///   - model: What it holds; nil to read it from the schema.
  ///   - name: What it is called in messages.
  /// - Throws: ``DatabaseIssue`` where the schema cannot be read or does not fit the model.
  public convenience init(
    _ reader: any DatabaseReader, model: DataModel? = nil, name: String = "database"
  ) throws(DatabaseIssue) {
    do {
      let reading = try reader.readPastDamage { database in
        try SQLiteFunctions.ensure(on: database)
        return try SchemaReader.read(database, file: model.map { .whole($0) })
      }
      try self.init(
        name: name, reader: reader, writer: reader as? any DatabaseWriter, reading: reading,
        file: model.map { .whole($0) })
    } catch {
      throw DatabaseIssue(anyError: error, path: name)
    }
  }

  /// The records of a fetch's objects, in its order: everything that GRDB can make of the rows of the entity's table.
  ///
  /// Throws as ``fetch(_:variables:options:)`` does, and what decoding throws.
  public func records<Record: FetchableRecord>(
    _ type: Record.Type = Record.self, _ fetch: EntityFetch, variables: QueryVariables = [:],
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

  /// A fetch as a request of GRDB's, for cursors, observation and records, on a connection that has the functions of predicates.
  ///
  /// - Parameter form: ``SQLFetchForm/table`` gives the table's own columns, which records are made of; ``SQLFetchForm/rows`` the fetch's
  ///   columns in their order, with values as SQLite has them: dates as seconds since 2001 where they are computed.
  public func request(
    for fetch: EntityFetch, variables: QueryVariables = [:], form: SQLFetchForm = .table,
    options: BindingOptions = BindingOptions()
  ) throws(PredicateIssue) -> SQLRequest<Row> {
    let statement = try translator.translate(fetch, variables: variables, form: form, options: options).statement
    return SQLRequest(literal: statement.requestSQL)
  }
}
