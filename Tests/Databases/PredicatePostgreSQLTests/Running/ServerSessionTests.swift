#if PostgreSQL
  import Foundation
  import PredicateDatabases
  import PredicateModel
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  @testable import PredicatePostgreSQL

  /// The other suites are skipped if there is no server. So this test fails if a server is installed but does not start.
  @Suite(.enabled(if: PostgreSQLServer.isInstalled)) struct ServerStartTests {
    @Test func anInstalledServerStarts() {
      #expect(PostgreSQLServer.shared != nil)
    }
  }

  /// A statement ends as soon as no caller needs its rows, and depends on no state of its session.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerSessionTests {
    /// A table whose scan returns twenty rows quickly, and then takes an hour.
    private static func stuck(_ name: String) throws -> (PostgreSQLServer, PostgreSQLDatabase) {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id int PRIMARY KEY, title text);
        INSERT INTO film SELECT i, repeat('x', 10000) FROM generate_series(1, 21) i;
        CREATE VIEW stuck AS SELECT id, title FROM film WHERE id <= 20
          UNION ALL SELECT id, title FROM film WHERE id > 20 AND pg_sleep(3600) IS NOT NULL;
        """
      _ = try server.makeDatabase(name, script: script)
      return (server, try PostgreSQLDatabase(connection: server.url(of: name, settings: ["statement_timeout=7200000"])))
    }

    /// Memory decides which rows meet the condition. With a limit the scan ends; otherwise it would run for an hour.
    @Test func aLimitEndsTheScan() throws {
      let (server, database) = try Self.stuck("limited")
      let fetch = EntityFetch("Stuck", where: try QueryPredicate(format: "title MATCHES 'x*'"), limit: 1)
      #expect(try database.rows(of: fetch).rows.count == 1)
      #expect(try !server.hasRunningStatement(in: "limited"))
    }

    /// No row is passed on after the cancellation.
    @Test func aCancelledTaskEndsTheStatement() async throws {
      let (server, database) = try Self.stuck("task")
      let run = Task.detached { try database.count(EntityFetch("Stuck")) }
      try await server.waitForStatement(in: "task") { run.cancel() }
      await #expect(throws: CancellationError.self) { try await run.value }
      #expect(try !server.hasRunningStatement(in: "task"))
    }

    /// The interruption comes after the connection is taken and before the server receives the statement. The statement still ends.
    @Test func anEarlyInterruptionEndsTheStatement() throws {
      let (server, _) = try Self.stuck("early")
      let connection = try ServerConnection(server.url(of: "early"))
      #expect(throws: CancellationError.self) {
        try connection.run("SELECT pg_sleep(3600)", isStopped: { true }) { _ in true }
      }
      var rows = 0
      try connection.run("SELECT 1") { _ in
        rows += 1
        return true
      }
      #expect(rows == 1)
    }

    /// A connection is not used again while a cancellation is still on its way.
    @Test func aLateCancellationHarmsNoOtherStatement() throws {
      let (server, _) = try Self.stuck("late")
      let connection = try ServerConnection(server.url(of: "late"))
      try connection.run("SELECT 1") { _ in
        connection.cancel()
        return true
      }
      #expect(!connection.isReusable)
    }

    // MARK: Settings

    /// A pooler may give one session to several clients. Settings that another client changed do not affect a statement.
    @Test func noStatementDependsOnTheSession() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE event (id int PRIMARY KEY, at timestamptz, length interval, bytes bytea, share float8);
        INSERT INTO event VALUES (1, '2020-06-01 00:30:00.5+00', '1 day 02:03:04', '\\x00ff', 0.1::float8 + 0.2);
        CREATE FUNCTION public.length(text) RETURNS int LANGUAGE sql IMMUTABLE AS 'SELECT 7';
        CREATE VIEW settings AS SELECT set_config(name, value, false) FROM (VALUES ('TimeZone', 'Asia/Tokyo'),
          ('DateStyle', 'German'), ('IntervalStyle', 'iso_8601'), ('bytea_output', 'escape'), ('extra_float_digits', '-3'),
          ('search_path', 'public, pg_catalog'), ('default_transaction_read_only', 'off')) t (name, value);
        CREATE TABLE log (id int); CREATE FUNCTION note() RETURNS int LANGUAGE sql AS 'INSERT INTO public.log VALUES (1) RETURNING id';
        CREATE VIEW writing AS SELECT note() AS n;
        CREATE VIEW limits AS SELECT current_setting('statement_timeout') AS timeout, current_setting('search_path') AS path;
        """
      let database = try PostgreSQLDatabase(connection: server.makeDatabase("sessions", script: script))
      let event = try "\(database.fetch(EntityFetch("Event")).rows)"
      #expect(try database.fetch(EntityFetch("Setting")).rows.count == 7)
      #expect(try "\(database.fetch(EntityFetch("Event")).rows)" == event)
      let fetch = EntityFetch(
        "Event", where: try QueryPredicate(format: "at.year == 2020 AND at >= '2020-06-01T00:30:00.5Z'"))
      #expect(try database.count(fetch) == 1)
      #expect(throws: DatabaseIssue.self) { try database.fetch(EntityFetch("Writing")) }
      let limits = try database.fetch(EntityFetch("Limit")).rows
      #expect("\(limits)".contains("5min") && "\(limits)".contains("pg_catalog"), "\(limits)")
    }

    /// PgBouncer gives each transaction another session of the server.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/sbin/pgbouncer")))
    func poolsOfTransactions() throws {
      let (server, _) = try Self.stuck("pooled")
      let folder = server.socketFolder + "/pool"
      let configuration = """
        [databases]
        * = host=\(server.socketFolder) user=postgres
        [pgbouncer]
        pool_mode = transaction
        auth_type = any
        listen_addr =
        unix_socket_dir = \(folder)
        listen_port = 5432
        server_reset_query =
        """
      let isRoot = getuid() == 0
      let script = """
        mkdir -p '\(folder)' && cd '\(folder)' && printf '%s' "$0" >pool.ini && \(isRoot ? "chown -R postgres ." : ":")
        exec /usr/sbin/pgbouncer \(isRoot ? "-u postgres" : "") pool.ini
        """
      try TestProcess.with("/bin/sh", ["-c", script, configuration], errors: .merged) { pool in
        defer {
          pool.kill()
          _ = pool.finish()
        }
        // PgBouncer makes the file of its socket before it listens. It prints this text when clients can connect.
        let readiness = "process up"
        #expect(pool.output(containing: readiness).contains(readiness))
        let url = server.url(of: "pooled").replacing(server.socketFolder, with: folder)
        let database = try PostgreSQLDatabase(connection: url)
        // Two statements at a time have two sessions, and each statement may get either.
        let fetch = try database.prepare(BoundFetch(EntityFetch("Film"), model: database.model), as: .rows)
        var rows = 0
        try database.run(fetch) { _ in
          rows += try database.count(EntityFetch("Film", where: QueryPredicate(format: "title BEGINSWITH 'x'")))
          return true
        }
        #expect(rows == 21 * 21)
        #expect(
          try database.rows(of: EntityFetch("Stuck", where: QueryPredicate(format: "title MATCHES 'x*'"), limit: 1))
            .rows.count == 1)
      }
    }
  }
#endif
