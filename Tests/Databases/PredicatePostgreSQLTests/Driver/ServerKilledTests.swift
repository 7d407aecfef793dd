#if PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicateSQL
  import PredicateTestSupport
  import PredicateValues
  import Testing

  @testable import PredicatePostgreSQL

  /// A server is killed during a query, an import and an export. The error names the server. Committed rows are kept, and no uncommitted ones.
  /// Running the statement again opens a new connection.
  ///
  /// `OPENPREDICATE_ROUNDS=50 swift test --filter ServerKilledTests` kills it 50 times in each test.
  @Suite(.serialized, .enabled(if: PostgreSQLServer.shared != nil)) struct ServerKilledTests {
    /// The server that these tests kill. Other tests use another server.
    private static let server = Result { try PostgreSQLServer.start("killed") }

    /// Makes the server write its log before a commit returns. The server of the tests otherwise writes it later.
    private static let durable = "SET synchronous_commit = on;"

    private static func database(_ name: String, _ script: String) throws -> (PostgreSQLServer, String) {
      let server = try Self.server.get()
      _ = try server.makeDatabase(name, script: durable + script)
      return (server, server.url(of: name, settings: ["synchronous_commit=on"]))
    }

    /// Kills the processes of a database. The server then ends all sessions, and recovers from its log.
    private static func kill(_ name: String, of server: PostgreSQLServer) throws {
      let processes = try server.run(
        "SELECT pid FROM pg_stat_activity WHERE datname = '\(name)' AND pid <> pg_backend_pid()", in: "postgres")
      let numbers = processes.split(separator: "\n").compactMap { pid_t($0) }
      try #require(!numbers.isEmpty, "\(processes)")
      for number in numbers { Foundation.kill(number, SIGKILL) }
    }

    /// Runs a query until the server has recovered and answers it.
    private static func recovered(_ server: PostgreSQLServer, _ query: String, in name: String) throws -> String {
      func answers() -> Bool {
        do { return try server.run("SELECT 1", in: name) == "1\n" } catch { return false }
      }
      while !answers() { Thread.sleep(forTimeInterval: 0.05) }
      return try server.run(query, in: name)
    }

    private static func check(_ issue: DatabaseIssue?, _ name: String, _ seed: UInt64) {
      #expect(issue?.kind == .disconnected, "\(String(describing: issue)), seed \(seed)")
      #expect(issue?.message.contains("/\(name)” ended: ") == true, "\(String(describing: issue)), seed \(seed)")
      #expect(issue?.hint == "run the statement again to open a new connection")
    }

    @Test func duringAQuery() throws {
      let (server, url) = try Self.database(
        "queried",
        "CREATE TABLE film (id int PRIMARY KEY, title text); INSERT INTO film SELECT i, repeat('t', 1000) FROM generate_series(1, 20000) i"
      )
      let database = try PostgreSQLDatabase(connection: url)
      let fetch = try database.prepare(BoundFetch(EntityFetch("Film"), model: database.model), as: .rows)
      for seed in RandomRun(rounds: 2).seeds {
        var random = SplitMix64(seed: seed)
        let last = Int.random(in: 1..<1_000, using: &random)
        var rows = 0
        let issue = DatabaseIssue.thrown {
          try database.run(fetch) { _ in
            rows += 1
            if rows == last { try Self.kill("queried", of: server) }
            return true
          }
        }
        Self.check(issue, "queried", seed)
        #expect(rows < 20_000)
        #expect(try Self.recovered(server, "SELECT count(*) FROM film", in: "queried") == "20000\n")
        #expect(try database.count(EntityFetch("Film")) == 20_000)
      }
    }

    @Test func duringAnImport() throws {
      let (server, url) = try Self.database("filled", "CREATE TABLE film (id int PRIMARY KEY, title text)")
      let database = try PostgreSQLDatabase(connection: url, isReadOnly: false)
      let columns = RowImport(table: "film", columns: ["id", "title"])
      var committed = 0
      /// Writes 3,000 rows, and calls the body before one of them.
      func write(_ place: Int, _ body: () throws -> Void) throws {
        var row = 0
        try database.write(columns) {
          if row == place { try body() }
          row += 1
          return row <= 3_000 ? [.integer(Int64(committed + row)), .text("film")] : nil
        } refusing: { reason, _ in
          Issue.record("\(reason)")
        }
      }
      for seed in RandomRun(rounds: 2).seeds {
        var random = SplitMix64(seed: seed)
        let place = Int.random(in: 0..<3_000, using: &random)
        let issue = DatabaseIssue.thrown {
          try write(place) { try Self.kill("filled", of: server) }
        }
        Self.check(issue, "filled", seed)
        #expect(try Self.recovered(server, "SELECT count(*) FROM film", in: "filled") == "\(committed)\n")
        try write(0) {}
        committed += 3_000
        #expect(try database.count(EntityFetch("Film")) == committed)
      }
    }

    @Test func duringAnExport() async throws {
      let names = ["a", "b", "c", "d"]
      let tables = names.map {
        "CREATE TABLE \($0) (id int PRIMARY KEY, x text); INSERT INTO \($0) SELECT i, repeat('x', 500) FROM generate_series(1, 3000) i;"
      }
      let origin = try #require(PostgreSQLServer.shared).makeDatabase(script: tables.joined())
      let source = try PostgreSQLDatabase(connection: origin)
      let (server, url) = try Self.database("copied", "")
      for seed in RandomRun(rounds: 2).seeds {
        var random = SplitMix64(seed: seed)
        let table = names.randomElement(using: &random) ?? "a"
        // The lock makes the export wait for this table of its source.
        var lock: ServerConnection? = try ServerConnection(origin)
        try lock?.runAll("BEGIN; LOCK TABLE \(table) IN ACCESS EXCLUSIVE MODE")
        let run = Task.detached {
          try await TestProcess.onThread {
            DatabaseIssue.thrown { _ = try ServerExport(of: source, into: "copy").run(to: url) }
          }
        }
        try await TestProcess.onThread {
          let copies =
            "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY \"copy\".\"\(table)\"%' AND state = 'active'"
          while try server.run(copies, in: "postgres") != "1\n" { Thread.sleep(forTimeInterval: 0.05) }
          try Self.kill("copied", of: server)
        }
        lock = nil
        Self.check(try await run.value, "copied", seed)
        let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = 'copy'"
        #expect(try Self.recovered(server, schemas, in: "copied") == "0\n")
        #expect(try ServerExport(of: source, into: "copy").run(to: url).rows == 12_000)
        #expect(try source.count(EntityFetch("A")) == 3_000)
        try server.run(Self.durable + "DROP SCHEMA copy CASCADE", in: "copied")
      }
    }
  }
#endif
