#if PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateDocuments
  import PredicateModel
  import PredicateOutput
  import PredicatePostgreSQL
  import PredicateSessions
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Rows are imported into a table of a server.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerImportTests {
    private static func database() throws -> (server: PostgreSQLServer, name: String, database: PostgreSQLDatabase) {
      let server = try #require(PostgreSQLServer.shared)
      let script = "CREATE TABLE film (id int PRIMARY KEY, title text, year smallint CHECK (year > 1800))"
      let url = try server.makeDatabase(script: script)
      return (server, PostgreSQLServer.name(of: url), try PostgreSQLDatabase(connection: url, isReadOnly: false))
    }

    /// Imports rows. Returns the reason for each refused row, by the first value of the row.
    private static func write(_ rows: [[StoredValue]], to database: PostgreSQLDatabase) throws -> [String: String] {
      var position = 0
      var reasons: [String: String] = [:]
      try database.write(RowImport(table: "film", columns: ["id", "title", "year"])) {
        defer { position += 1 }
        return position < rows.count ? rows[position] : nil
      } refusing: { reason, rowsSince in
        reasons["\(rows[min(position, rows.count) - 1 - rowsSince][0])"] = reason
      }
      return reasons
    }

    @Test func rowsThatTheServerRefusesLeaveTheOthers() throws {
      let (server, name, database) = try Self.database()
      var rows: [[StoredValue]] = (1...500).map { [.integer($0), .text("film \($0)"), .integer(1900)] }
      rows[9] = [.integer(10), .text("a\0b"), .integer(1900)]
      rows[19] = [.integer(20), .text("old"), .integer(1700)]
      rows[29] = [.integer(1), .text("same"), .integer(1900)]
      rows[39] = [.integer(40), .text("late"), .integer(99_999)]
      let reasons = try Self.write(rows, to: database)
      #expect(Set(reasons.keys) == Set([rows[9], rows[19], rows[29], rows[39]].map { "\($0[0])" }), "\(reasons)")
      #expect(reasons["\(rows[9][0])"]?.contains("U+0000") == true)
      #expect(try server.run("SELECT count(*), count(*) FILTER (WHERE title = 'a') FROM film", in: name) == "496|0\n")
    }

    /// If the database is read-only by default, an import and an export to it are refused.
    @Test func readOnlyByDefault() throws {
      let (server, name, database) = try Self.database()
      try server.run("ALTER DATABASE \(name) SET default_transaction_read_only = on", in: "postgres")
      let issue = #expect(throws: DatabaseIssue.self) {
        try Self.write([[.integer(1), .text("a"), .integer(1900)]], to: database)
      }
      #expect(
        issue?.kind == .notPermitted && issue?.message.contains("read-only") == true, "\(String(describing: issue))")
      let export = #expect(throws: DatabaseIssue.self) {
        try ServerExport(of: database, into: "copy").run(to: server.url(of: name))
      }
      #expect(export?.kind == .notPermitted)
    }

    @Test func textsComeAsTheyAre() throws {
      let (server, name, database) = try Self.database()
      let texts = ["", "\\N", "\\.", "a\tb", "a\nb\r\n", "\\", "\\n", "é", "𐍈", "'", "\"", "NULL", " x ", "{a,b}"]
      let rows = texts.enumerated().map { [StoredValue.integer(Int64($0)), .text($1), .null] }
      #expect(try Self.write(rows, to: database).isEmpty)
      let statement =
        "SELECT string_agg(encode(convert_to(title, 'UTF8'), 'hex'), ' ' ORDER BY id), count(year) FROM film"
      let bytes = texts.map { $0.utf8.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
      #expect(try server.run(statement, in: name) == bytes.joined(separator: " ") + "|0\n")
    }

    /// The output of `.mode ndjson` can be imported again: arrays, infinite dates and numbers, JSON.
    @Test func ownRecordsComeBack() throws {
      let server = try #require(PostgreSQLServer.shared)
      let columns = """
        (id int PRIMARY KEY, tags text[], numbers numeric(6,2)[], ratios float8[], grid int[], flags bool[], days date[],
          photos bytea[], ids uuid[], made timestamptz, day date, ratio float8, document jsonb)
        """
      let script = #"""
        CREATE TABLE origin \#(columns); CREATE TABLE copy \#(columns);
        INSERT INTO origin VALUES
          (1, '{a,NULL,"b \"c\" \\ {d}, e","NULL",""}', '{1.50,-2}', '{0.1,Infinity,-Infinity}', '{{1,2},{3,4}}', '{t,f}',
            '{2024-02-29,infinity,-infinity}', '{"\x00ff","\x"}', '{00112233-4455-6677-8899-aabbccddeeff}', 'infinity',
            '-infinity', 'Infinity', '{"a": [1, "x"]}'),
          (2, '{}', '{}', NULL, '{}', '{}', '{}', '{}', '{}', '2024-02-29 12:00+00', '2024-02-29', 0.1, '"text"'),
          (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '5'),
          (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0044-03-15 10:00:00.5+00 BC', '0753-04-21 BC', 1, NULL),
          (5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '20000-02-29 00:00:01+00', '5874897-12-31', -1, NULL),
          (6, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '0001-02-28 00:00:00+00 BC', '4713-01-01 BC', 2, NULL);
        """#
      let url = try server.makeDatabase(script: script)
      let database = try PostgreSQLDatabase(connection: url, isReadOnly: false)
      let table = try database.fetch(EntityFetch("Origin"))
      let lines = table.rows.map { row in
        JSONWriter.text(of: .object(JSONObject(zip(table.columns, row).map { ($0, DataText.json(of: $1)) })))
      }
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: file)
      var told: [String] = []
      let run = ImportRun(
        database: database, skips: false, name: "rows", tell: { told.append($0) }, checkCancellation: {})
      #expect(try run.run(path: file.path, into: "Copy").written == 6, "\(told)")
      let different = "SELECT id FROM (SELECT * FROM origin EXCEPT SELECT * FROM copy) t"
      #expect(try server.run(different, in: PostgreSQLServer.name(of: url)) == "")
    }

    /// The server computes a generated column. An identity keeps the value of the row, in a batch and in a single row.
    @Test func columnsThatTheServerGenerates() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, title text CHECK (title <> 'bad'),
          year int GENERATED ALWAYS AS (id * 2) STORED);
        """
      let url = try server.makeDatabase(script: script)
      let database = try PostgreSQLDatabase(connection: url, isReadOnly: false)
      let rows: [[StoredValue]] = [
        [.integer(7), .text("a"), .integer(14)], [.integer(8), .text("bad"), .null],
        [.integer(9), .text("c"), .integer(0)],
      ]
      let reasons = try Self.write(rows, to: database)
      #expect(reasons.count == 1 && reasons["\(rows[1][0])"] != nil, "\(reasons)")
      #expect(
        try Self.write([[.integer(10), .text("d"), .null], [.integer(11), .text("e"), .null]], to: database).isEmpty)
      let found = try server.run("SELECT * FROM film ORDER BY id", in: PostgreSQLServer.name(of: url))
      #expect(found == "7|a|14\n9|c|18\n10|d|20\n11|e|22\n")
    }

    /// A record that lacks a name gets the column's default, and the values of generated columns are not imported. A default that calls a function,
    /// such as the next number of a sequence, is not the same for all rows.
    @Test func defaultsAndGeneratedColumns() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (no text PRIMARY KEY, country varchar(9) DEFAULT 'it''s DE', blocked int NOT NULL DEFAULT (2 - 2),
          price numeric(6,2) DEFAULT 1.50, made date DEFAULT '2024-02-29', rank int DEFAULT length('abc'),
          twice int GENERATED ALWAYS AS (blocked * 2) STORED);
        """
      let url = try server.makeDatabase(script: script)
      let database = try PostgreSQLDatabase(connection: url, isReadOnly: false)
      let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ndjson")
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: file) } }
      let lines = """
        {"no":"A","country":"AT","blocked":1,"price":2,"made":"2024-01-01","rank":7,"twice":9}
        {"no":"B"}
        {"no":"C","country":null}

        """
      try Data(lines.utf8).write(to: file)
      var told: [String] = []
      let run = ImportRun(
        database: database, skips: false, name: "rows", tell: { told.append($0) }, checkCancellation: {})
      #expect(try run.run(path: file.path, into: "Film").written == 3, "\(told)")
      #expect(told.contains("the table computes: twice"), "\(told)")
      let found = try server.run("SELECT * FROM film ORDER BY no", in: PostgreSQLServer.name(of: url))
      #expect(
        found == "A|AT|1|2.00|2024-01-01|7|2\nB|it's DE|0|1.50|2024-02-29||0\nC||0|1.50|2024-02-29||0\n")
    }

    /// The administrator ends the session while COPY sends rows. The issue has the server's reason.
    @Test func aSessionThatEndsNamesTheReason() throws {
      let (server, name, database) = try Self.database()
      for place in [10, 2_500] {
        var row = 0
        let issue = DatabaseIssue.thrown {
          try database.write(RowImport(table: "film", columns: ["id", "title", "year"])) {
            row += 1
            if row == place { try server.endConnections(to: name, waits: true) }
            return row <= 5_000 ? [.integer(Int64(row)), .text(String(repeating: "x", count: 9_000)), .null] : nil
          } refusing: { reason, _ in
            Issue.record("\(reason)")
          }
        }
        #expect(
          issue?.message.contains("terminating connection due to administrator command") == true,
          "\(place): \(String(describing: issue))")
      }
      #expect(try server.run("SELECT count(*) FROM film", in: name) == "0\n")
    }

    /// If the body throws, the import is rolled back.
    @Test func anImportIsWholeOrNothing() throws {
      struct Stop: Error {}
      let (server, name, database) = try Self.database()
      var count = 0
      #expect(throws: Stop.self) {
        try database.write(RowImport(table: "film", columns: ["id", "title", "year"])) {
          count += 1
          if count > 3_000 { throw Stop() }
          return [.integer(Int64(count)), .null, .null]
        } refusing: { _, _ in
        }
      }
      #expect(try server.run("SELECT count(*) FROM film", in: name) == "0\n")
      #expect(try Self.write([[.integer(1), .null, .null]], to: database).isEmpty)
    }
  }
#endif
