#if PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// A connection ends, a statement is cancelled, or the server is missing. Each has its own issue.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerConnectionTests {
    /// A view of a table that takes a long time to read.
    private static func slow(_ name: String) throws -> (PostgreSQLServer, PostgreSQLDatabase) {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id int PRIMARY KEY, title text); INSERT INTO film SELECT i, 'film ' || i FROM generate_series(1, 1000) i;
        CREATE VIEW slow AS SELECT id, title FROM film WHERE pg_sleep(0.05) IS NOT NULL;
        """
      return (server, try PostgreSQLDatabase(connection: server.makeDatabase(name, script: script)))
    }

    @Test func aStatementIsCancelledOnTheServer() async throws {
      let (server, database) = try Self.slow("cancelled")
      let run = Task.detached { try await TestProcess.onThread { try database.count(EntityFetch("Slow")) } }
      try await server.waitForStatement(in: "cancelled")
      database.interrupt()
      await #expect(throws: CancellationError.self) { try await run.value }
      // The error of the cancelled statement has arrived, so the server runs nothing any more.
      #expect(try !server.hasRunningStatement(in: "cancelled"))
      #expect(try database.count(EntityFetch("Film")) == 1_000)
    }

    /// A stopped process of the server answers neither the statement nor its cancellation. The connection is given up.
    @Test func aServerThatHangsIsLeft() async throws {
      let (server, database) = try Self.slow("frozen")
      let process = try server.run(
        "SELECT pid FROM pg_stat_activity WHERE datname = 'frozen' AND pid <> pg_backend_pid()", in: "postgres")
      let number = try #require(pid_t(process.trimmingCharacters(in: .whitespacesAndNewlines)), "\(process)")
      try #require(kill(number, SIGSTOP) == 0)
      defer { kill(number, SIGCONT) }
      let run = Task.detached { try await TestProcess.onThread { try database.count(EntityFetch("Film")) } }
      let isOver = Locked(false)
      // The interruption must come after the statement has begun; an earlier one would have no effect.
      let interruptions = Task.detached {
        while !isOver.withLock({ $0 }) {
          database.interrupt()
          try await Task.sleep(for: .milliseconds(100))
        }
      }
      await #expect(throws: CancellationError.self) { try await run.value }
      isOver.withLock { $0 = true }
      try await interruptions.value
      // Another connection answers.
      #expect(try database.count(EntityFetch("Film")) == 1_000)
    }

    @Test func anIdleConnectionThatEndedIsMadeAgain() throws {
      let (server, database) = try Self.slow("ended")
      try server.endConnections(to: "ended", waits: true)
      #expect(try database.count(EntityFetch("Film")) == 1_000)
    }

    @Test func aConnectionThatEndsInAStatementIsReported() throws {
      let (server, database) = try Self.slow("dropped")
      var rows = 0
      let issue = DatabaseIssue.thrown {
        let fetch = try database.prepare(BoundFetch(EntityFetch("Slow"), model: database.model), as: .rows)
        try database.run(fetch) { _ in
          rows += 1
          if rows == 1 { try server.endConnections(to: "dropped", waits: false) }
          return true
        }
      }
      // Rows that the server had already sent are passed on before the issue.
      #expect(issue?.kind == .disconnected, "\(String(describing: issue)), \(rows) rows")
      #expect(try database.count(EntityFetch("Film")) == 1_000)
    }

    @Test func aStatementTakesItsTimeAtMost() throws {
      let (server, _) = try Self.slow("timed")
      // The limit holds for the statements that read the catalogue too, and they take long on a busy machine. The slow statement takes 50 seconds.
      let database = try PostgreSQLDatabase(connection: server.url(of: "timed", settings: ["statement_timeout=5000"]))
      #expect(DatabaseIssue.thrown { _ = try database.count(EntityFetch("Slow")) }?.kind == .timedOut)
      #expect(try database.count(EntityFetch("Film")) == 1_000)
    }

    /// Another session may cancel a statement. Then the issue does not mention a time limit as the only cause.
    @Test func aStatementThatAnotherSessionCancels() async throws {
      let (server, database) = try Self.slow("stopped")
      let run = Task.detached {
        try await TestProcess.onThread { DatabaseIssue.thrown { _ = try database.count(EntityFetch("Slow")) } }
      }
      try await server.waitForStatement(in: "stopped")
      try server.run(
        "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE datname = 'stopped' AND state = 'active'",
        in: "postgres")
      let issue = try await run.value
      #expect(issue?.kind == .failed)
      #expect(
        issue?.message.hasSuffix("cancelled the statement: canceling statement due to user request") == true,
        "\(String(describing: issue))")
      #expect(try database.count(EntityFetch("Film")) == 1_000)
    }

    /// A view calls a function that writes. The server refuses the statement.
    @Test func nothingIsWritten() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE log (id int); CREATE FUNCTION note() RETURNS int LANGUAGE sql AS 'INSERT INTO public.log VALUES (1) RETURNING id';
        CREATE VIEW writing AS SELECT note() AS n;
        """
      let database = try PostgreSQLDatabase(connection: server.makeDatabase("written", script: script))
      #expect(DatabaseIssue.thrown { _ = try database.fetch(EntityFetch("Writing")) }?.kind == .notPermitted)
      #expect(try server.run("SELECT count(*) FROM log", in: "written") == "0\n")
    }

    @Test(arguments: [
      ("postgresql://nobody@/nothing?host=SOCKET", "cannot be opened"),
      ("host=SOCKET dbname=nothing user=postgres", "does not exist"),
      ("postgresql://x@localhost:1/x?connect_timeout=2", "cannot be opened"),
      ("service=no-such-service", "cannot be opened"),
      ("postgresql://ann:secret@db/shop?hots=x", "“postgresql://ann@db/shop” cannot be opened: "),
      ("host=db pasword=secret", "invalid connection option"),
      ("host=db hots=x", "“host=db” cannot be opened: "),
      ("postgresql://a:secret@localhost:1/x", "postgresql://a@localhost:1/x"),
    ]) func aDatabaseThatCannotBeOpened(target: String, words: String) throws {
      let server = try #require(PostgreSQLServer.shared)
      let issue = DatabaseIssue.thrown {
        _ = try PostgreSQLDatabase(connection: target.replacing("SOCKET", with: server.socketFolder))
      }
      #expect(issue?.kind == .unreachable)
      #expect(
        issue?.message.contains(words) == true && issue?.message.contains("secret") == false, "\(issue?.message ?? "")")
    }

    @Test func aTableThatIsGone() throws {
      let (server, database) = try Self.slow("gone")
      try server.run("DROP VIEW slow; ALTER TABLE film RENAME TO movie", in: "gone")
      #expect(DatabaseIssue.thrown { _ = try database.count(EntityFetch("Film")) }?.kind == .schemaChanged)
      let again = try #require(try database.reloadedIfChanged())
      #expect(try again.count(EntityFetch("Movie")) == 1_000)
      #expect(try again.reloadedIfChanged() == nil)
    }

    /// A row of a long answer takes no more memory than a row of a short one.
    @Test func rowsComeOneByOne() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script =
        "CREATE TABLE film (id int PRIMARY KEY, title text); INSERT INTO film SELECT i, repeat('x', 100) FROM generate_series(1, 200000) i"
      let database = try PostgreSQLDatabase(connection: server.makeDatabase("long", script: script))
      let fetch = try database.prepare(BoundFetch(EntityFetch("Film"), model: database.model), as: .rows)
      var rows = 0
      try database.run(fetch) { _ in
        rows += 1
        return rows < 10
      }
      #expect(rows == 10)
      try database.run(fetch) { _ in
        rows += 1
        return true
      }
      #expect(rows == 200_010)
    }
  }

  extension DatabaseIssue {
    /// The issue that a function throws; nil for a function that throws no such issue.
    static func thrown(by body: () throws -> Void) -> DatabaseIssue? {
      do {
        try body()
        return nil
      } catch {
        return error as? DatabaseIssue
      }
    }
  }
#endif
