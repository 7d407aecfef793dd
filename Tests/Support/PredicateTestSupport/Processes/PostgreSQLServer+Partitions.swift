/// A table whose rows are on several servers, by the hash of a column.
public struct PartitionedScript: Sendable {
  /// The name of the table.
  public let name: String
  /// The declarations of the columns.
  public let columns: String
  let key: String
  /// Additional declarations for the tables on the servers.
  public let constraint: String

  /// - Parameters:
  ///   - columns: The declarations of the columns, for the coordinator and the servers.
  ///   - key: The column whose hash determines the server of a row.
  ///   - constraint: Additional declarations for the tables on the servers, such as `PRIMARY KEY (id)`.
  public init(_ name: String, _ columns: String, by key: String, _ constraint: String = "") {
    (self.name, self.columns, self.key, self.constraint) = (name, columns, key, constraint)
  }
}

extension PostgreSQLServer {
  /// Creates a coordinator and three databases that it accesses by `postgres_fdw`. Returns the coordinator's URL. The names of the servers and their
  /// databases are `NAME_s0` to `NAME_s2`.
  ///
  /// - Parameters:
  ///   - options: The text after the names in CREATE DATABASE.
  ///   - script: Runs on the coordinator after all tables are made.
  ///   - other: Another server for the first partition; nil for a database of this one.
  ///   - hasEstimates: Whether the coordinator asks the servers for their estimates, which costs a statement some milliseconds for each plan.
  public func makePartitionedDatabase(
    _ name: String, options: String = "", tables: [PartitionedScript], script: String,
    first other: PostgreSQLServer? = nil,
    hasEstimates: Bool = false
  ) throws -> String {
    try run("CREATE DATABASE \"\(name)\" \(options)", in: "postgres")
    var parts = ["CREATE EXTENSION postgres_fdw;"]
    for table in tables {
      parts.append(
        "CREATE TABLE \"\(table.name)\" (\(table.columns)) PARTITION BY HASH (\(table.key));")
    }
    for place in 0..<3 {
      let server = place == 0 ? other ?? self : self
      let database = "\(name)_s\(place)"
      let own = tables.map { table in
        "CREATE TABLE \"\(table.name)\" (\(table.columns)\(table.constraint.isEmpty ? "" : ", " + table.constraint));"
      }
      _ = try server.makeDatabase(database, options: options, script: own.joined(separator: "\n"))
      parts.append(
        """
        CREATE SERVER "\(database)" FOREIGN DATA WRAPPER postgres_fdw OPTIONS (host '\(server.socketFolder)', dbname '\(database)',
          async_capable 'true', batch_size '1000', fdw_tuple_cost '20', connect_timeout '10', use_remote_estimate '\(hasEstimates)');
        CREATE USER MAPPING FOR postgres SERVER "\(database)" OPTIONS (user 'postgres');
        """)
      for table in tables {
        parts.append(
          """
          CREATE FOREIGN TABLE "\(table.name)_\(place)" PARTITION OF "\(table.name)" FOR VALUES WITH (MODULUS 3, REMAINDER \(place))
            SERVER "\(database)" OPTIONS (table_name '\(table.name)');
          """)
      }
    }
    try run((parts + [script]).joined(separator: "\n"), in: name)
    return url(of: name)
  }
}
