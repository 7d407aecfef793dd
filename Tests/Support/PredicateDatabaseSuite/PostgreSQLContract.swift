#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateTestSupport
  import PredicateValues

  extension DatabaseContract {
    /// PostgreSQL with the collation of a natural language. Its settings make it use the plans of large tables.
    static func postgreSQL(_ server: PostgreSQLServer) -> DatabaseContract {
      let settings = ["seqscan", "hashjoin", "mergejoin", "sort", "material"].map { "enable_\($0)=off" }
      let shared = Locked<[ContractFixture.Kind: Result<String, any Error>]>([:])
      return DatabaseContract(
        description: "PostgreSQL", hasSQL: true, partOfMemory: 0.1...0.3, hasFetches: true,
        open: { fixture, model, use in
          // All fixtures of a kind share one database.
          let name = fixture.kind == .whole ? "fixture" : "fixture-\(fixture.kind.rawValue)"
          var url = try shared.withLock { made in
            let result =
              made[fixture.kind]
              ?? Result {
                _ = try server.makeDatabase(
                  name, options: "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'",
                  script: PostgreSQLScript.creation(of: fixture))
                // The template database must not have connections while others copy it.
                return try server.makeDatabase(
                  "\(name)-read", options: "TEMPLATE \(name.quotedIdentifier)", settings: settings)
              }
            made[fixture.kind] = result
            return result
          }.get()
          if case .reading = use {
          } else {
            url = try server.makeDatabase(options: "TEMPLATE \(name.quotedIdentifier)", settings: settings)
          }
          return try PostgreSQLDatabase(connection: url, isReadOnly: false, file: model.map { .whole($0) })
        },
        openAgain: { first, model, _ in
          guard let first = first as? PostgreSQLDatabase else { return first }
          return try PostgreSQLDatabase(connection: first.target, isReadOnly: false, file: model.map { .whole($0) })
        })
    }
  }

  extension PostgreSQLDatabase {
    /// A fixture on a coordinator with three servers. Persons with their passports, and books with their chapters and pairs, are partitioned over the
    /// servers. All other tables are on the coordinator.
    package static func onThreeServers(
      _ fixture: ContractFixture, _ server: PostgreSQLServer, name: String
    ) throws -> PostgreSQLDatabase {
      let keys = ["person": "id", "passport": "person_id", "book": "id", "chapter": "book_id", "book_tag": "book_id"]
      let tables = fixture.tables.map { ($0, keys[$0.schema.name]) }
      let parts = tables.compactMap { table, key in
        key.map {
          PartitionedScript(
            table.schema.name, PostgreSQLScript.columns(of: table.schema, texts: "text COLLATE \"C\""), by: $0,
            "PRIMARY KEY (\(table.schema.keyColumns.quotedList))")
        }
      }
      let local = tables.filter { $0.1 == nil }.map {
        PostgreSQLScript.table(of: $0.0.schema, texts: "text COLLATE \"C\"")
      }
      let rows = fixture.tables.flatMap(PostgreSQLScript.rows)
      let url = try server.makePartitionedDatabase(
        name, options: "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'", tables: parts,
        script: (local + rows + ["ANALYZE;"]).joined(separator: "\n"))
      return try PostgreSQLDatabase(connection: url, file: .whole(fixture.model))
    }
  }

  /// Writes a fixture as SQL for PostgreSQL.
  package enum PostgreSQLScript {
    /// The tables, their rows, then their foreign keys.
    package static func creation(of fixture: ContractFixture) -> String {
      let tables = fixture.tables.map { table(of: $0.schema, texts: "text") }
      let rows = fixture.tables.flatMap(rows)
      let keys = fixture.tables.flatMap { table in
        table.schema.foreignKeys.map { key in
          "ALTER TABLE \(table.schema.name.quotedIdentifier) ADD FOREIGN KEY (\(key.columns.quotedList)) "
            + "REFERENCES \(key.table.quotedIdentifier) (\(key.referenced.quotedList));"
        }
      }
      let hasLooseTexts = fixture.tables.contains { $0.schema.columns.contains { !$0.comparesBytes } }
      let collations = hasLooseTexts ? [looseCollation] : []
      return (["BEGIN;"] + collations + tables + rows + keys + ["COMMIT;", "ANALYZE;"]).joined(separator: "\n")
    }

    private static let looseCollation =
      "CREATE COLLATION loose (provider = icu, locale = 'und-u-ks-level2', deterministic = false);"

    fileprivate static func rows(of table: ContractFixture.Table) -> [String] {
      table.rows.map { row in
        "INSERT INTO \(table.schema.name.quotedIdentifier) VALUES (\(row.map(literal).joined(separator: ", ")));"
      }
    }

    /// `CREATE TABLE` without foreign keys, for tables that refer to one another.
    fileprivate static func table(of schema: SchemaTable, texts: String) -> String {
      let key = schema.keyColumns.isEmpty ? [] : ["PRIMARY KEY (\(schema.keyColumns.quotedList))"]
      let keys =
        key + schema.uniqueKeys.map { "UNIQUE (\($0.quotedList))" }
      let parts = [columns(of: schema, texts: texts)] + keys
      return "CREATE TABLE \(schema.name.quotedIdentifier) (\(parts.joined(separator: ", ")));"
    }

    fileprivate static func columns(of schema: SchemaTable, texts: String) -> String {
      schema.columns.map {
        "\($0.name.quotedIdentifier) \(type(of: $0, texts: texts))\($0.isNotNull ? " NOT NULL" : "")"
      }.joined(separator: ", ")
    }

    private static func type(of column: SchemaColumn, texts: String) -> String {
      switch column.attribute.type {
      case .integer: "bigint"
      case .double: "double precision"
      case .decimal: "numeric"
      case .boolean: "boolean"
      case .date: "timestamptz"
      case .uuid: "uuid"
      case .data: "bytea"
      default: column.comparesBytes ? texts : "text COLLATE loose"
      }
    }

    /// A value as SQL writes it. No text has U+0000.
    package static func literal(_ value: QueryValue) -> String {
      switch value {
      case .boolean(let value): value ? "TRUE" : "FALSE"
      case .integer(let value): "'\(value)'"
      case .double(let value): "'\(value)'"
      case .decimal(let value): "'\(value)'"
      case .string(let text), .url(let text):
        "'" + String(String.UnicodeScalarView(text.unicodeScalars.flatMap { $0 == "'" ? [$0, $0] : [$0] })) + "'"
      case .date(let seconds): "timestamptz '2001-01-01 00:00:00+00' + \(seconds) * interval '1 second'"
      case .uuid(let value): "'\(value)'"
      case .data(let bytes): "'\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
      default: "NULL"
      }
    }
  }
#endif
