#if PostgreSQL
  import PredicateDemo
  import PredicatePostgreSQL
  import PredicateSQLite
  import PredicateTestSupport
  import Testing

  @testable import PredicateConformance

  /// The suite's cases with a fixture pass on a PostgreSQL server with a copy of the demo database.
  @Suite("The engine over PostgreSQL", .enabled(if: PostgreSQLServer.shared != nil))
  struct ServerEngineTests {
    /// A fixture is a schema. The issue about a missing schema names it.
    @Test func aMissingSchemaIsNamed() throws {
      let url = try #require(PostgreSQLServer.shared).makeDatabase()
      let issue = #expect(throws: DatabaseIssue.self) {
        try PostgreSQLDatabase(connection: url, schema: "movies", file: nil)
      }
      #expect(issue?.kind == .unusableSchema && issue?.message.hasSuffix("” has no schema “movies”") == true)
    }

    @Test func conforms() throws {
      let server = try #require(PostgreSQLServer.shared)
      let (demo, url) = (try PredicateDatabase.demo(), try server.makeDatabase())
      let export = try ServerExport(of: demo, into: "movies")
      #expect(export.notes.isEmpty)
      #expect(try export.run(to: url).rows > 500)
      let engine = DatabaseEngine("postgresql", maximumSeconds: PythonRunner.enoughSeconds) { fixture in
        try PostgreSQLDatabase(connection: url, schema: fixture, file: .whole(demo.model))
      }
      var runner = ConformanceRunner(target: LocalTarget(engine: engine))
      let cases = SuiteRun.cases.filter { $0.fixture != nil && ConformanceSelection().contains($0) }
      let results = runner.run(cases).results.filter { $0.engine == "postgresql" }
      #expect(results.count > 400)
      let wrong = results.filter { $0.verdict != .pass }
      // No case is refused, because memory decides every part that the server cannot express.
      #expect(wrong.isEmpty, "\(wrong.map { "\($0.name): \($0.item.text) gave \(ConformanceReport.answer($0))" })")
    }
  }
#endif
