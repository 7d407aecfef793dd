#if PostgreSQL
  import Foundation
  import PredicateTestSupport
  import Testing

  /// The real shell on a PostgreSQL server, in a real terminal.
  @Suite("The shell on a server", .enabled(if: PostgreSQLServer.shared != nil))
  struct ServerTerminalTests {
    /// Ctrl-C ends the statement on the server. The shell keeps running, and the next statement gets an answer.
    @Test func controlCEndsTheStatementOnTheServer() async throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE movie (id int PRIMARY KEY, title text); INSERT INTO movie VALUES (1, 'Alien');
        CREATE VIEW stuck AS SELECT id, title FROM movie WHERE pg_sleep(3600) IS NOT NULL;
        """
      let url = try server.makeDatabase("terminal", script: script)
      let shell = try ShellOnTerminal()
      let terminal = try await shell.start(url)
      terminal.enter("count Stuck")
      try await server.waitForStatement(in: "terminal")
      terminal.type("\u{3}")
      try await terminal.seeLine("Cancelled.")
      #expect(try !server.hasRunningStatement(in: "terminal"))
      terminal.enter("count Movie")
      try await terminal.see("a count") { $0.lines.contains { $0.hasPrefix("1 movie") } }
      terminal.enter(".quit")
      #expect(try await terminal.end() == 0)
    }

    /// With -e, Ctrl-C ends the statement on the server and then the command.
    @Test(arguments: [["-e", "count Stuck"], ["-e", ".raw SELECT pg_sleep(3600)"]])
    func controlCEndsTheStatementAndTheCommand(arguments: [String]) async throws {
      let server = try #require(PostgreSQLServer.shared)
      let name = "interrupted\(arguments[1].count)"
      let script = """
        CREATE TABLE movie (id int PRIMARY KEY, title text); INSERT INTO movie VALUES (1, 'Alien');
        CREATE VIEW stuck AS SELECT id, title FROM movie WHERE pg_sleep(3600) IS NOT NULL;
        """
      let url = try server.makeDatabase(name, script: script)
      let command = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().appending(
        path: "predicate")
      @Sendable func sleeps() throws -> Bool {
        let sleeping = "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)' AND wait_event = 'PgSleep'"
        return try server.run(sleeping, in: "postgres") != "0\n"
      }
      let status = try await TestProcess.onThread {
        try TestProcess.with(command.path, [url] + arguments) { process in
          while try !sleeps() {}
          process.interrupt()
          return process.finish().status
        }
      }
      #expect(status == -SIGINT)
      #expect(try !sleeps())
    }

    /// A process of the server is killed during a query, an import and an export, and the server then ends all sessions. The shell reports each end,
    /// connects again, and answers the next statement. Nothing half is written.
    ///
    /// `OPENPREDICATE_ROUNDS=50` kills it 50 times for each.
    @Test func aProcessThatIsKilledLeavesTheShell() async throws {
      // A killed process ends the sessions of all databases, so this server has only these.
      let server = try PostgreSQLServer.start("shot")
      defer { server.stop() }
      let script = """
        SET synchronous_commit = on;
        CREATE TABLE movie (id int PRIMARY KEY, title text); INSERT INTO movie VALUES (1, 'Alien');
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); RETURN NEW; END';
        CREATE TRIGGER waiting BEFORE INSERT ON movie FOR EACH ROW WHEN (NEW.id > 1) EXECUTE FUNCTION wait();
        CREATE VIEW stuck AS SELECT id, title FROM movie WHERE pg_sleep(3600) IS NOT NULL;
        CREATE FUNCTION wait_for_schema() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); END';
        CREATE EVENT TRIGGER waiting ON ddl_command_end WHEN TAG IN ('CREATE SCHEMA') EXECUTE FUNCTION wait_for_schema();
        """
      let url = try server.makeDatabase("shot", script: script)
      for _ in 0..<RandomRun(rounds: 1).rounds {
        let shell = try ShellOnTerminal()
        let file = shell.path("movies.csv")
        try "id,title\n2,Brazil\n3,Casablanca\n".write(toFile: file, atomically: true, encoding: .utf8)
        let terminal = try await shell.start("--write", url, columns: 300)
        let statements = ["count Stuck", ".import \(file) INTO Movie", ".export \(url) copy"]
        for (position, statement) in statements.enumerated() {
          terminal.enter(statement)
          if statement.hasPrefix(".import") {
            try await terminal.seeCursor(behind: "Go on? (y/N) ")
            terminal.enter("y")
          }
          try await TestProcess.onThread {
            let sleeping = "SELECT pid FROM pg_stat_activity WHERE datname = 'shot' AND wait_event = 'PgSleep'"
            var process: pid_t?
            while process == nil {
              process = try server.run(sleeping, in: "postgres").split(separator: "\n").first.flatMap { pid_t($0) }
            }
            if let process { kill(process, SIGKILL) }
          }
          try await terminal.see("the end of the connection") {
            $0.lines.count { $0.contains("ended: ") } == position + 1
          }
          try await TestProcess.onThread {
            func answers() -> Bool {
              do { return try server.run("SELECT 1", in: "shot") == "1\n" } catch { return false }
            }
            while !answers() { Thread.sleep(forTimeInterval: 0.05) }
          }
          terminal.enter("count Movie")
          try await terminal.see("a count") { $0.lines.count { $0.hasPrefix("1 movie") } == position + 1 }
        }
        terminal.enter(".quit")
        #expect(try await terminal.end() == 0)
        #expect(try server.run("SELECT count(*) FROM pg_namespace WHERE nspname = 'copy'", in: "shot") == "0\n")
      }
    }

    /// The server ends the session of a query, and that of an import. The shell reports each end, connects again and answers the next statement.
    ///
    /// `OPENPREDICATE_ROUNDS=50` ends 50 of each.
    @Test func aServerThatIsKilledLeavesTheShell() async throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE movie (id int PRIMARY KEY, title text); INSERT INTO movie VALUES (1, 'Alien');
        CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); RETURN NEW; END';
        CREATE TRIGGER waiting BEFORE INSERT ON movie FOR EACH ROW WHEN (NEW.id > 1) EXECUTE FUNCTION wait();
        CREATE VIEW stuck AS SELECT id, title FROM movie WHERE pg_sleep(3600) IS NOT NULL;
        """
      let url = try server.makeDatabase("left", script: script)
      let end = "terminating connection due to administrator command"
      for _ in 0..<RandomRun(rounds: 1).rounds {
        let shell = try ShellOnTerminal()
        let file = shell.path("movies.csv")
        try "id,title\n2,Brazil\n3,Casablanca\n".write(toFile: file, atomically: true, encoding: .utf8)
        let terminal = try await shell.start("--write", url, columns: 300)
        for (count, statement) in [(1, "count Stuck"), (2, ".import \(file) INTO Movie")] {
          terminal.enter(statement)
          if count == 2 {
            try await terminal.seeCursor(behind: "Go on? (y/N) ")
            terminal.enter("y")
          }
          try await server.waitForStatement(in: "left")
          try server.endConnections(to: "left", waits: false)
          try await terminal.see("the end of the connection") { $0.lines.count { $0.contains(end) } == count }
          terminal.enter("count Movie")
          try await terminal.see("a count") { $0.lines.count { $0.hasPrefix("1 movie") } == count }
        }
        terminal.enter(".quit")
        #expect(try await terminal.end() == 0)
      }
    }
  }
#endif
