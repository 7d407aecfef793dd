#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateTestSupport
  import PredicateValues

  extension DatabaseContract {
    /// PostgreSQL with a language's collation. Its plans are those of large tables.
    static func postgreSQL(_ server: PostgreSQLServer) -> DatabaseContract {
      let settings = ["seqscan", "hashjoin", "mergejoin", "sort", "material"].map { "enable_\($0)=off" }
      let shared = Locked<Result<String, any Error>?>(nil)
      return DatabaseContract(
        description: "PostgreSQL", hasSQL: true, partOfMemory: 0.1...0.3,
        open: { fixture, model, use in
          // All fixtures share one database.
          var url = try shared.withLock { made in
            let result =
              made
              ?? Result {
                _ = try server.makeDatabase(
                  "fixture", options: "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'",
                  script: PostgreSQLScript.creation(of: fixture))
                // A database that others copy has no connections.
                return try server.makeDatabase("fixture-read", options: "TEMPLATE fixture", settings: settings)
              }
            made = result
            return result
          }.get()
          if case .reading = use {
          } else {
            url = try server.makeDatabase(options: "TEMPLATE fixture", settings: settings)
          }
          return try PostgreSQLDatabase(connection: url, isReadOnly: false, file: model.map { .whole($0) })
        },
        openAgain: { first, model, _ in
          guard let first = first as? PostgreSQLDatabase else { return first }
          return try PostgreSQLDatabase(connection: first.target, isReadOnly: false, file: model.map { .whole($0) })
        })
    }
  }

  /// A fixture in PostgreSQL's words.
  package enum PostgreSQLScript {
    /// The tables, their rows, then their foreign keys.
    package static func creation(of fixture: ContractFixture) -> String {
      let tables = fixture.tables.map { $0.schema.creation(types: Self.type) }
      let rows = fixture.tables.flatMap { table in
        table.rows.map { row in
          "INSERT INTO \(table.schema.name.quotedIdentifier) VALUES (\(row.map(literal).joined(separator: ", ")));"
        }
      }
      let keys = fixture.tables.flatMap { table in
        table.schema.foreignKeys.map { key in
          "ALTER TABLE \(table.schema.name.quotedIdentifier) ADD FOREIGN KEY (\(key.columns.quotedList)) "
            + "REFERENCES \(key.table.quotedIdentifier) (\(key.referenced.quotedList));"
        }
      }
      return (["BEGIN;"] + tables + rows + keys + ["COMMIT;", "ANALYZE;"]).joined(separator: "\n")
    }

    private static func type(of column: SchemaColumn) -> String {
      switch column.attribute.type {
      case .integer: "bigint"
      case .double: "double precision"
      case .decimal: "numeric"
      case .boolean: "boolean"
      case .date: "timestamptz"
      case .uuid: "uuid"
      case .data: "bytea"
      default: "text"
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

  extension SchemaTable {
    /// `CREATE TABLE` without foreign keys, for tables that refer to one another.
    fileprivate func creation(types: (SchemaColumn) -> String) -> String {
      let columns = columns.map { "\($0.name.quotedIdentifier) \(types($0))\($0.isNotNull ? " NOT NULL" : "")" }
      let keys = ["PRIMARY KEY (\(keyColumns.quotedList))"] + uniqueKeys.map { "UNIQUE (\($0.quotedList))" }
      return "CREATE TABLE \(name.quotedIdentifier) (\((columns + keys).joined(separator: ", ")));"
    }
  }
#endif
