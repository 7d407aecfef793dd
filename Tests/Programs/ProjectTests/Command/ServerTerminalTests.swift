#if PostgreSQL
  import PredicateTestSupport
  import Testing

  /// The shell on a server, in a real terminal.
  @Suite("The shell on a server", .enabled(if: PostgreSQLServer.shared != nil))
  struct ServerTerminalTests {
    /// The shell lives, the statement has ended on the server, and the next one is answered.
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
  }
#endif
