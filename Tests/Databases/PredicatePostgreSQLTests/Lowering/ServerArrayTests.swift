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

  /// Conditions on columns of arrays: the server gives the rows that memory finds, and decides the condition alone.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerArrayTests {
    private static let database = Result {
      let script = """
        CREATE TYPE mood AS ENUM ('sad', 'ok');
        CREATE TABLE shelf (id int PRIMARY KEY, name text);
        INSERT INTO shelf VALUES (1, 'low'), (2, 'high');
        CREATE TABLE item (id int PRIMARY KEY, tags text[], codes varchar(9)[], scores int[], smalls smallint[],
          tokens uuid[], moods mood[], flags bool[], sizes float8[], days date[], shelf_id int REFERENCES shelf);
        INSERT INTO item VALUES
          (1, '{x,y}', '{x}', '{1,2}', '{1}', '{00000000-0000-0000-0000-000000000001}', '{sad}', '{t}', '{1.5}', '{2024-01-31}', 1),
          (2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
          (3, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}', 1),
          (4, '{x,NULL}', '{NULL}', '{1,NULL}', '{NULL}', '{NULL}', '{NULL,ok}', '{NULL,f}', '{NaN}', '{NULL}', 2),
          (5, '{{x,y},{z,NULL}}', '{{x}}', '{{1,2},{3,4}}', '{{1}}', '{{NULL}}', '{{sad,ok}}', '{{t}}', '{{2}}', '{{NULL}}', 2),
          (6, '{NULL,NULL,Ä}', '{"X "}', '{9}', '{9}', '{}', '{ok,ok}', '{f,f}', '{}', '{}', 2),
          (7, '[3:4]={x,q}', '{}', '[0:1]={5,1}', '{}', '{}', '{}', '{}', '{}', '{}', 1);
        """
      let server = try #require(PostgreSQLServer.shared)
      return try PostgreSQLDatabase(connection: server.makeDatabase("arrays", script: script))
    }

    private static func keys(_ table: ResultTable) -> [String] { table.rows.map { "\($0[0])" } }

    private static func fetch(_ format: String) throws -> EntityFetch {
      EntityFetch("Item", where: try QueryPredicate(format: QueryFormat(raw: format)))
    }

    @Test(arguments: [
      "ANY tags == 'x'", "NOT (ANY tags == 'x')", "NONE tags == 'x'", "ALL tags == 'x'",
      "ALL tags != 'x'", "ANY tags != 'x'", "ANY tags == nil", "ANY tags != nil", "ALL tags != nil", "ANY tags == 'Ä'",
      "ANY tags IN {'y', 'q'}", "NOT (ANY tags IN {'y', 'q'})", "'x' IN tags", "NOT ('x' IN tags)", "tags CONTAINS 'x'",
      "NOT (tags CONTAINS 'q')", "'x' IN codes OR ANY codes == nil", "ANY codes == 'X '", "ANY scores == 1",
      "2.0 IN scores",
      "ANY scores == 2.5 OR id == 3", "ANY scores IN {2, 9, 2.5}", "ALL scores == 9", "ANY scores == nil",
      "9 IN smalls",
      "NOT (1 IN smalls) AND id > 1", "ANY moods == 'ok'", "NOT (ANY moods == 'unknown') AND id > 2", "'sad' IN moods",
      "ANY moods == nil", "ALL moods == 'ok'", "ANY flags == YES", "ALL flags == NO", "ANY flags == nil",
      "CAST('00000000-0000-0000-0000-000000000001', 'uuid') IN tokens", "ANY tokens == nil", "ANY days == nil",
      "tags.@count == 0", "tags.@count == nil", "tags.@count != nil", "tags.@count > 1", "NOT (tags.@count > 1)",
      "tags.@count BETWEEN {1, 2}", "tags.@count IN {0, 3}", "tags.@count == scores.@count", "tags.@count > id",
      "scores.@count > 0.5 AND ANY tags == 'x'", "sizes.@count == 1", "ANY tags == 'x' OR moods.@count == 2",
      "shelf.name == 'low' AND 'x' IN tags",
    ])
    func theServerDecides(format: String) throws {
      let database = try Self.database.get()
      let graph = try database.knownGraph()
      let fetch = try Self.fetch(format)
      let expected = try Self.keys(graph.rows(fetch))
      #expect(try Self.keys(database.rows(of: fetch)) == expected, "\(format)")
      #expect(!expected.isEmpty && expected.count < 7, "\(format) is true for \(expected)")
      let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .rows)
      #expect(prepared.remainder == nil && prepared.statement?.text.contains(" WHERE ") == true, "\(format)")
    }

    /// The order of elements, texts without case, and elements that may be NaN are left to memory.
    @Test(arguments: [
      "ANY tags ==[c] 'X'", "ANY sizes == nil", "ANY sizes == 1.5", "ANY tags BEGINSWITH 'x' AND id < 5",
      "ALL scores > 0 AND id < 5",
    ])
    func memoryDecides(format: String) throws {
      let database = try Self.database.get()
      let graph = try database.knownGraph()
      let fetch = try Self.fetch(format)
      func answer(_ rows: () throws -> ResultTable) -> String {
        do { return try "\(Self.keys(rows()))" } catch { return (error as? PredicateIssue)?.code ?? "\(error)" }
      }
      let expected = answer { try graph.rows(fetch) }
      #expect(answer { try database.rows(of: fetch) } == expected && expected != "[]", "\(format)")
    }

    @Test func lengthsAreColumns() throws {
      let database = try Self.database.get()
      var fetch = EntityFetch("Item")
      fetch.columns = [FetchedColumn(try QueryExpression(format: "tags.@count"), as: "count")]
      #expect(try Self.keys(database.rows(of: fetch)) == Self.keys(database.knownGraph().rows(fetch)))
    }
  }
#endif
