#if PostgreSQL
  import PredicateDatabaseSuite
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// All levels of a relationship (`parent*`): the server finds the objects that were counted by hand. Memory finds the same objects in tables with
  /// an integer key. It cannot follow other keys here.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerLevelsTests {
    private static let database = Result {
      try PostgreSQLDatabase(
        connection: #require(PostgreSQLServer.shared).makeDatabase("levels", script: LevelsTrial.script))
    }

    @Test func conditions() throws {
      let database = try Self.database.get()
      let graph = try database.knownGraph()
      for trial in LevelsTrial.conditions + LevelsTrial.inJSON {
        for format in [trial.format, "NOT (\(trial.format))"] {
          let fetch = EntityFetch(trial.entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
          let found = try database.rows(of: fetch).rows.map { "\($0)" }
          if format == trial.format { #expect(found.count == trial.count, "\(format)") }
          guard database.model.entity(named: trial.entity)?.key.integerColumn != nil else { continue }
          #expect(try graph.rows(fetch).rows.map { "\($0)" } == found, "\(format)")
        }
      }
    }

    @Test func columns() throws {
      let database = try Self.database.get()
      let graph = try database.knownGraph()
      for trial in LevelsTrial.columns where trial.entity != "Place" {
        var fetch = EntityFetch(trial.entity)
        fetch.columns = try trial.columns.map {
          FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0)
        }
        let expected = try graph.rows(fetch).rows.map { "\($0)" }
        #expect(try database.rows(of: fetch).rows.map { "\($0)" } == expected, "\(trial.columns)")
      }
    }

    @Test func severalParents() throws {
      let database = try Self.database.get()
      let graph = try database.knownGraph()
      let names = try #require(database.model.entity(named: "Part")).relationships.map(\.name)
      #expect(names.count == 2, "\(names)")
      for format in names.flatMap({ ["\($0)*.@count == 6", "ANY \($0)*.weight > 1", "SELF IN \($0)*"] }) {
        let fetch = EntityFetch("Part", where: try QueryPredicate(format: QueryFormat(raw: format)))
        let expected = try graph.rows(fetch).rows.map { "\($0)" }
        #expect(try database.rows(of: fetch).rows.map { "\($0)" } == expected, "\(format)")
      }
    }
  }
#endif
