import PredicateDatabases

// Builds without the trait PostgreSQL have this declaration, too, so that the programs list the same kinds in each build.
extension DatabaseKind {
  /// Databases on PostgreSQL servers. In a build without the trait PostgreSQL, opening one throws.
  package static let postgreSQL = DatabaseKind(
    name: "postgresql", noun: "the URL of a PostgreSQL database", isServer: true,
    addresses: addresses, foldsLike: false, countedRows: .received,
    changeRefusal: { "statements cannot change the rows of “\($0)”; they can be read and imported" },
    options: [serverSums],
    help: Help(
      copying: """
        .export postgresql://user@host/shop SCHEMA copies the whole database into a new schema of a server: tables, rows, keys and
        indexes, in one transaction. It needs --write.
        """,
      measuredPlan:
        "--run runs the statement on a PostgreSQL server, and shows how many rows came from each server that has a part of a table."
    ), driver: driver)

  private static let serverSums = Option(
    "server-sums",
    help:
      "Lets the PostgreSQL server add floating-point numbers. This is fast, but the last digits of a sum depend on the order of the rows."
  )

  /// URLs, and lists of settings for libpq: `host=db.example.org dbname=shop`. The keywords are those of libpq. Some of them need a newer version of libpq
  /// than the one that is installed; libpq then reports the keyword.
  private static let addresses = DatabaseAddresses(
    schemes: ["postgresql://", "postgres://"],
    keywords: [
      "host", "hostaddr", "port", "dbname", "user", "password", "passfile", "service", "servicefile",
      "require_auth", "channel_binding", "connect_timeout", "client_encoding", "options", "application_name",
      "fallback_application_name", "keepalives", "keepalives_idle", "keepalives_interval", "keepalives_count",
      "tcp_user_timeout", "replication", "gssencmode", "sslmode", "sslnegotiation", "sslcompression", "sslcert",
      "sslkey", "sslkeylogfile", "sslpassword", "sslcertmode", "sslrootcert", "sslcrl", "sslcrldir", "sslsni",
      "requirepeer", "ssl_min_protocol_version", "ssl_max_protocol_version", "min_protocol_version",
      "max_protocol_version", "krbsrvname", "gsslib", "gssdelegation", "scram_client_key", "scram_server_key",
      "oauth_issuer", "oauth_client_id", "oauth_client_secret", "oauth_scope", "target_session_attrs",
      "load_balance_hosts",
    ])

  #if PostgreSQL
    private static let driver: Result<Driver, DatabaseIssue> = .success(Driver(copy: copy, open: open))

    private static let open: @Sendable (DatabaseOpening) throws -> any QueryDatabase = { opening in
      if let schema = opening.schema {
        return try PostgreSQLDatabase(connection: opening.address, schema: schema, file: opening.file)
      }
      return try PostgreSQLDatabase(
        connection: opening.address, isReadOnly: opening.isReadOnly,
        usesServerSums: opening.options.contains(serverSums.name), file: opening.file)
    }

    private static let copy: Copier = { source, address, schema in
      try ServerExport(of: source, into: schema).run(to: address)
    }
  #else
    private static let driver: Result<Driver, DatabaseIssue> = .failure(
      DatabaseIssue(
        .notADatabase, "this command was built without PostgreSQL",
        hint: "install the command again with scripts/install --postgresql"))
  #endif
}

#if PostgreSQL
  extension PostgreSQLDatabase {
    package var kind: DatabaseKind { .postgreSQL }
  }
#endif
