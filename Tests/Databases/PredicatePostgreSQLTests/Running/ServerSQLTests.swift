#if PostgreSQL
  import PredicateBinding
  import PredicateDatabases
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Statements in the server's own SQL can only read, whatever they contain.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerSQLTests {
    private static let script = """
      CREATE TABLE film (id int PRIMARY KEY, title text, price numeric, made date);
      INSERT INTO film VALUES (1, 'Alien', 9.50, '1979-05-25'), (2, 'Brazil', NULL, NULL);
      CREATE SEQUENCE counter;
      """

    private static func database() throws -> PostgreSQLDatabase {
      let server = try #require(PostgreSQLServer.shared)
      return try PostgreSQLDatabase(connection: server.makeDatabase(script: script))
    }

    private static func table(_ sql: String, _ database: PostgreSQLDatabase, size: Int = 100) throws -> [ResultTable] {
      var tables: [ResultTable] = []
      try database.forEachBatch(of: size, ofSQL: sql) { tables.append($0) }
      return tables
    }

    @Test func rowsHaveTheTypesOfTheServer() throws {
      let database = try Self.database()
      let table = try #require(
        try Self.table("SELECT title, price, made, id = 1 AS isFirst FROM film ORDER BY id;", database).first)
      #expect(table.columns == ["title", "price", "made", "isfirst"])
      #expect(table.rows[0][1].equals(.decimal(try #require(QueryDecimal("9.50")))))
      #expect(table.rows[0][3].equals(.boolean(true)))
      #expect(table.rows[1][1].isNull && table.rows[1][2].isNull)
      #expect(try Self.table("SELECT id FROM film WHERE id < 0", database).map(\.columns) == [["id"]])
      #expect(try Self.table("SELECT * FROM generate_series(1, 5)", database, size: 2).map(\.rows.count) == [2, 2, 1])
      #expect(try Self.table("TABLE film", database).first?.rows.count == 2)
      let spans = try #require(
        try Self.table("SELECT interval '1 mon 3 days', CAST(NULL AS interval)", database).first?.rows.first)
      #expect(spans[0].equals(.string("1 mon 3 days")) && spans[1].isNull, "\(spans)")
    }

    @Test(arguments: [
      ("DELETE FROM film", "sql-writes"), ("SET default_transaction_read_only = off", "sql-writes"),
      ("COPY film TO '/dev/null'", "sql-writes"),
      ("WITH gone AS (DELETE FROM film RETURNING id) SELECT * FROM gone", "sql-writes"),
      ("SELECT nextval('counter')", "sql-writes"), ("EXPLAIN ANALYZE DELETE FROM film", "sql-writes"),
      ("SELECT set_config('transaction_read_only', 'off', false), id FROM film", "sql-writes"),
      ("SELECT 1; DELETE FROM film", "sql-several"), ("SELECT titel FROM film", "sql"), ("SELECT $1", "sql-parameter"),
      ("SELECT 1 / 0", "sql"),
    ])
    func whatIsRefused(_ sql: String, _ code: String) throws {
      let database = try Self.database()
      do {
        _ = try Self.table(sql, database)
        Issue.record("\(sql) ran")
      } catch let issue as PredicateIssue {
        #expect(issue.code == code)
      }
      #expect(try database.count(EntityFetch("Film")) == 2)
    }

    /// `count` gives the number of rows within limit and offset, as in SQLite.
    @Test func boundsCount() throws {
      let database = try Self.database()
      let policy = QueryPolicy().allowing(.all, ofEntity: "Film")
      for (limit, offset, count) in [(1, 0, 1), (5, 0, 2), (nil, 1, 1), (0, 0, 0)] as [(Int?, Int, Int)] {
        let fetch = EntityFetch("Film", limit: limit, offset: offset)
        #expect(try database.fetch(fetch).rows.count == count)
        #expect(try database.count(fetch) == count)
        #expect(try database.count(fetch, text: "title != nil", policy: policy) == count)
      }
    }

    /// A setting that a statement changes ends with it, and every statement only reads.
    @Test(arguments: [("application_name", "changed", false), ("default_transaction_read_only", "off", true)])
    func settingsDoNotStay(_ name: String, _ value: String, isOneOfReading: Bool) throws {
      let database = try Self.database()
      _ = try Self.table("SELECT set_config('\(name)', '\(value)', false)", database)
      let shown = try Self.table("SHOW \(isOneOfReading ? "transaction_read_only" : name)", database)
      let text = shown.first?.rows.first?.first
      #expect(text?.equals(.string(value)) == false && (!isOneOfReading || text?.equals(.string("on")) == true))
    }

    /// Even in a read-only transaction, functions of large objects may write. The transaction is rolled back, so no object remains.
    @Test(arguments: ["SELECT lo_create(0)", "SELECT lo_from_bytea(0, '\\x41')", "SELECT lo_create(0), 1 / 0"])
    func largeObjectsDoNotStay(sql: String) throws {
      let server = try #require(PostgreSQLServer.shared)
      let url = try server.makeDatabase(script: Self.script)
      let database = try PostgreSQLDatabase(connection: url)
      do { _ = try Self.table(sql, database) } catch let issue as PredicateIssue {
        // PostgreSQL 16 refuses the statement, version 15 runs it.
        #expect(["sql", "sql-writes"].contains(issue.code))
      }
      let count = "SELECT count(*) FROM pg_largeobject_metadata"
      #expect(try server.run(count, in: PostgreSQLServer.name(of: url)) == "0\n")
      #expect(try Self.table("SELECT 1", database).first?.rows.count == 1)
    }

    @Test func theIssueHasItsPlace() throws {
      let database = try Self.database()
      do {
        _ = try Self.table("SELECT 'é', titel FROM film", database)
      } catch let issue as PredicateIssue {
        #expect(issue.range == SourceRange(13, 18))
      }
    }
  }
#endif
