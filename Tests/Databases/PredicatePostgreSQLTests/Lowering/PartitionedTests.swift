#if PostgreSQL
  import PredicateDatabaseSuite
  import PredicateDatabases
  import PredicateDocuments
  import PredicateFetching
  import PredicateModel
  import PredicateSQL
  import PredicateStatements
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  @testable import PredicatePostgreSQL

  /// Films, loans and tags on three servers of a coordinator: which tables are co-located, what the servers run, and how many rows cross.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct PartitionedTests {
    static let tables = [
      PartitionedScript(
        "film",
        """
        id bigint NOT NULL, title text COLLATE "C" NOT NULL, year int NOT NULL, rating float8, genre text COLLATE "C", made timestamptz,
        friend_id bigint, extra json
        """, by: "id", "PRIMARY KEY (id)"),
      PartitionedScript(
        "loan", "id bigint NOT NULL, film_id bigint NOT NULL, days int, note text COLLATE \"C\", at timestamptz",
        by: "film_id",
        "PRIMARY KEY (id)"),
      PartitionedScript(
        "film_tag", "film_id bigint NOT NULL, tag_id bigint NOT NULL", by: "film_id", "PRIMARY KEY (film_id, tag_id)"),
      // The table is partitioned by another column, so it is not co-located with films.
      PartitionedScript("visit", "id bigint NOT NULL, film_id bigint NOT NULL", by: "id", "PRIMARY KEY (id)"),
    ]

    static let rows = """
      INSERT INTO friend SELECT i, CASE WHEN i % 7 > 0 THEN 'friend ' || i END, i % 5 FROM generate_series(1, 20) i;
      INSERT INTO tag SELECT i, 'tag ' || i FROM generate_series(1, 8) i;
      INSERT INTO film SELECT i, 'film ' || i, 1920 + i * 7 % 104, CASE WHEN i % 9 = 0 THEN 'NaN' WHEN i % 4 > 0 THEN i * 31 % 101 / 10.0 END,
        (ARRAY['Drama', 'Noir', 'Comedy', NULL])[i % 4 + 1], timestamptz '2000-01-01+00' + i * 37 % 3650 * interval '1 day',
        CASE WHEN i % 3 > 0 THEN i % 20 + 1 END, NULL FROM generate_series(1, 300) i;
      INSERT INTO loan SELECT i, i * i % 211 + 1, CASE WHEN i % 6 > 0 THEN i % 40 END, CASE WHEN i % 5 = 0 THEN 'note ' || i END,
        timestamptz '2015-01-01+00' + i * interval '1 day' FROM generate_series(1, 600) i;
      INSERT INTO film_tag SELECT i, i % 8 + 1 FROM generate_series(1, 300, 2) i;
      INSERT INTO film_tag SELECT i, (i + 3) % 8 + 1 FROM generate_series(1, 300, 3) i;
      INSERT INTO visit SELECT i, i % 300 + 1 FROM generate_series(1, 100) i;
      """

    static let local = """
      CREATE TABLE friend (id bigint PRIMARY KEY, name text COLLATE "C", level int);
      CREATE TABLE tag (id bigint PRIMARY KEY, name text COLLATE "C" NOT NULL);
      """

    /// The same rows in one database, whose model the coordinator gets, and on the servers of a coordinator.
    private static let made = Result { () throws -> (plain: PostgreSQLDatabase, hub: PostgreSQLDatabase) in
      let server = try #require(PostgreSQLServer.shared)
      let keys = """
        ALTER TABLE loan ADD FOREIGN KEY (film_id) REFERENCES film; ALTER TABLE film_tag ADD FOREIGN KEY (film_id) REFERENCES film;
        ALTER TABLE film_tag ADD FOREIGN KEY (tag_id) REFERENCES tag; ALTER TABLE film ADD FOREIGN KEY (friend_id) REFERENCES friend;
        ALTER TABLE visit ADD FOREIGN KEY (film_id) REFERENCES film;
        """
      let plain = tables.map { "CREATE TABLE \($0.name) (\($0.columns), \($0.constraint));" }.joined(separator: "\n")
      let database = try PostgreSQLDatabase(
        connection: server.makeDatabase("films-plain", script: local + plain + rows + keys + "ANALYZE;"))
      let url = try server.makePartitionedDatabase(
        "films", tables: tables, script: local + rows + "ANALYZE;", hasEstimates: true)
      return (database, try PostgreSQLDatabase(connection: url, file: .whole(database.model)))
    }

    @Test func theCatalogueFindsServersAndColocatedTables() throws {
      let hub = try Self.made.get().hub
      let found = hub.catalogue.partitioned
      #expect(Set(found.keys.map(\.text)) == ["film", "loan", "film_tag", "visit"])
      let film = try #require(found[ScalarString("film")])
      let loan = try #require(found[ScalarString("loan")])
      let visit = try #require(found[ScalarString("visit")])
      #expect(film.partitions.map(\.server) == ["films_s0", "films_s1", "films_s2"])
      #expect(film.partitions.map(\.name) == ["public.film_0", "public.film_1", "public.film_2"])
      #expect((film.column, loan.column, visit.column) == ("id", "film_id", "id"))
      #expect(film.isColocated(with: loan) && film.isColocated(with: visit))
      #expect(hub.notes.contains { $0.contains("rows are on other servers") })
      #expect(try Self.made.get().plain.catalogue.partitioned.isEmpty)
    }

    /// A table with a local partition, one with two key columns, and one with another modulus.
    @Test func otherLayoutsAreNotColocated() throws {
      let server = try #require(PostgreSQLServer.shared)
      let url = try server.makePartitionedDatabase(
        "layouts", tables: [PartitionedScript("a", "id bigint", by: "id"), PartitionedScript("b", "id int", by: "id")],
        script: """
          CREATE TABLE c (id bigint) PARTITION BY HASH (id); CREATE TABLE c_0 PARTITION OF c FOR VALUES WITH (MODULUS 2, REMAINDER 0);
          CREATE FOREIGN TABLE c_1 PARTITION OF c FOR VALUES WITH (MODULUS 2, REMAINDER 1) SERVER layouts_s0 OPTIONS (table_name 'a');
          CREATE TABLE d (id bigint, x int) PARTITION BY HASH (id, x);
          CREATE FOREIGN TABLE d_0 PARTITION OF d FOR VALUES WITH (MODULUS 1, REMAINDER 0) SERVER layouts_s0;
          CREATE TABLE e (id bigint) PARTITION BY HASH (id);
          CREATE FOREIGN TABLE e_0 PARTITION OF e FOR VALUES WITH (MODULUS 3, REMAINDER 0) SERVER layouts_s1 OPTIONS (table_name 'a');
          CREATE FOREIGN TABLE e_1 PARTITION OF e FOR VALUES WITH (MODULUS 3, REMAINDER 1) SERVER layouts_s0 OPTIONS (table_name 'a');
          """)
      let found = try PostgreSQLDatabase(connection: url).catalogue.partitioned
      #expect(Set(found.keys.map(\.text)) == ["a", "b", "e"])
      let a = try #require(found[ScalarString("a")])
      // The type of an application has another hash function, so equal values may be on different servers.
      #expect(try !a.isColocated(with: #require(found[ScalarString("b")])))
      #expect(try !a.isColocated(with: #require(found[ScalarString("e")])))
    }

    // MARK: What crosses

    /// The server of each scan with the rows that crossed, by EXPLAIN ANALYZE.
    private static func crossed(_ fetch: EntityFetch, form: SQLFetchForm = .keys) throws -> (
      rows: Int, remote: [String]
    ) {
      let hub = try made.get().hub
      let statement = try hub.prepare(BoundFetch(fetch, model: hub.model), as: form).statement
      let plan = try hub.explained(#require(statement), options: ["VERBOSE", "ANALYZE", "TIMING OFF"])
      let traffic = plan.map { RemoteScan.all(in: $0, hub.catalogue.servers) } ?? []
      return (traffic.reduce(0) { $0 + ($1.rows ?? 0) }, traffic.map(\.statement))
    }

    /// Only the matching films cross the network for these conditions.
    static let conditions = [
      "year > 1990", "title BEGINSWITH 'film 2'", "rating > 7.5 AND genre == 'Noir'", "NOT (genre == 'Drama')",
      "genre IN {'Noir', nil}",
      "made > CAST('2005-01-01', 'NSDate')", "rating == nil", "title CONTAINS '9' OR year < 1930",
      "ANY loans.days > 35", "NONE loans.days > 5", "ALL loans.days > 3", "loans.@count > 3", "loans.@count == 0",
      "loans.@count >= 0 AND year > 1990",
      "NOT (loans.@count > 2)",
      "SUBQUERY(loans, $l, $l.note != nil AND $l.days > 3).@count > 1", "ANY loans.note == nil AND year > 1950",
      "ANY loans.days > 35 OR genre == 'Noir'", "ANY loans.days > 35 AND NONE loans.note BEGINSWITH 'note 1'",
      "ANY tags.name == 'tag 3'", "tags.@count > 1", "ANY tags.name IN {'tag 1', 'tag 2'} AND loans.@count > 2",
      "SUBQUERY(tags, $t, $t.name BEGINSWITH 'tag').@count == 1 AND ANY loans.days < 5",
      "loans.@sum.days > 60", "loans.@max.days < 20", "SUBQUERY(loans, $l, $l.days > $l.film.year - 1990).@count > 0",
      "friend.name == 'friend 3'",
    ]

    @Test(arguments: conditions) func onlyMatchingRowsCross(_ condition: String) throws {
      let (plain, hub) = try Self.made.get()
      let predicate = try QueryPredicate(format: QueryFormat(raw: condition))
      let fetch = EntityFetch("Film", where: predicate)
      let expected = try plain.knownGraph().rows(fetch).rows.map { "\($0[0])" }
      #expect(!expected.isEmpty && expected.count < 300, "\(expected.count) of 300")
      #expect(try hub.rows(of: fetch).rows.map { "\($0[0])" } == expected)
      #expect(try hub.count(fetch) == expected.count)
      let (rows, remote) = try Self.crossed(fetch)
      #expect(rows <= expected.count, "\(rows) rows for \(expected.count): \(remote.joined(separator: "\n"))")
      // A count crosses as a number, or as the keys that are counted.
      let counted = try Self.crossed(fetch, form: .count)
      #expect(counted.rows <= max(expected.count, 3), "\(counted.rows) for a count")
      let first = EntityFetch(
        "Film", where: predicate,
        sortedBy: [QuerySortKey(QueryKeyPath(.key("year"))), QuerySortKey(QueryKeyPath(.key("title")))], limit: 2)
      #expect(try hub.rows(of: first).rows.map { "\($0[0])" } == plain.knownGraph().rows(first).rows.map { "\($0[0])" })
      #expect(try Self.crossed(first).rows <= 6)
    }

    /// For groups, aggregates and first rows, each server sends one row per group or per first row.
    static let fetches:
      [(name: String, condition: String?, columns: [String], groups: [String], order: [String], limit: Int?, rows: Int)] =
        [
          (
            "one row of aggregates", nil, ["count()", "sum(year)", "max(year)", "min(rating)", "avg(year)"], [], [],
            nil,
            3
          ),
          ("aggregates of a part", "year > 2100", ["count()", "sum(year)", "min(year)", "avg(year)"], [], [], nil, 3),
          ("groups", "year > 1950", ["genre", "count()", "sum(year)"], ["genre"], [], nil, 12),
          ("groups in an order", nil, ["year", "count()", "max(rating)"], ["year"], ["count()", "year"], 4, 312),
          ("groups of films by their loans", "ANY loans.days > 35", ["genre", "count()"], ["genre"], [], nil, 12),
          ("sums of films by their loans", "ANY loans.days > 35", ["genre", "sum(year)"], ["genre"], [], nil, 60),
          ("groups by a count of elements", nil, ["loans.@count", "count()"], ["loans.@count"], [], nil, 300),
          ("first by a count of elements", nil, ["title", "loans.@count"], [], ["loans.@count", "title"], 5, 15),
          ("first by a local row", nil, ["title", "friend.name"], [], ["year", "title"], 5, 15),
        ]

    @Test(arguments: fetches.indices) func partialResultsCross(_ index: Int) throws {
      let (plain, hub) = try Self.made.get()
      let made = Self.fetches[index]
      func columns(_ formats: [String]) throws -> [FetchedColumn] {
        try formats.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0)), as: $0) }
      }
      let condition = try made.condition.map { try QueryPredicate(format: QueryFormat(raw: $0)) }
      let fetch = EntityFetch(
        "Film", where: condition, columns: try columns(made.columns), groupBy: try columns(made.groups),
        sortedBy: try made.order.map { QuerySortKey(try QueryExpression(format: QueryFormat(raw: $0))) },
        limit: made.limit)
      let expected = try plain.knownGraph().rows(fetch).rows.map { "\($0)" }
      #expect(try hub.rows(of: fetch).rows.map { "\($0)" } == expected)
      let (rows, remote) = try Self.crossed(fetch, form: .rows)
      #expect(rows <= made.rows, "\(made.name): \(rows) rows: \(remote.joined(separator: "\n"))")
    }

    /// The elements of local objects are counted once, in groups. Otherwise each object would need a statement.
    @Test(arguments: [
      "Friend sort by films.@count desc, id limit 5",
      "Friend where SUBQUERY(films, $f, $f.rating > 5).@count > 3 sort by id",
      "Friend show id, films.@count",
      "Friend sort by SUBQUERY(films, $f, $f.year > 1970).@count, id limit 3",
      "Friend show name, films.@count as n sort by n desc limit 4",
      "Friend where SUBQUERY(films, $f, $f.rating > 5).@count > level + 1 sort by id",
    ])
    func elementsOfLocalObjectsAreCountedOnce(text: String) throws {
      let (plain, hub) = try Self.made.get()
      let tree = StatementParser(model: plain.model, currentEntity: nil).parse(text)
      let fetch = try BoundStatement(#require(tree.query), model: plain.model, variables: [:]).fetch
      let expected = try plain.knownGraph().rows(fetch).rows.map { "\($0)" }
      #expect(!expected.isEmpty)
      #expect(try hub.rows(of: fetch).rows.map { "\($0)" } == expected)
      let statement = try #require(try hub.prepare(BoundFetch(fetch, model: hub.model), as: .rows).statement)
      let plan = try #require(try hub.explained(statement, options: ["VERBOSE", "ANALYZE", "TIMING OFF"]))
      #expect(Self.loops(in: .object(plan)) == 1, "\(statement.text)")
    }

    /// The number of executions of the statement that another server runs most often.
    private static func loops(in plan: JSONValue) -> Int {
      switch plan {
      case .array(let parts): return parts.map(loops).max() ?? 0
      case .object(let object):
        var most = 0
        if object["Remote SQL"] != nil, case .integer(let count)? = object["Actual Loops"] { most = Int(count) }
        return max(most, object.members.map { loops(in: $0.value) }.max() ?? 0)
      default: return 0
      }
    }

    /// NoREC and TLP over the servers: as many rows meet a condition as have its value, and a condition parts the rows of another one.
    ///
    /// `OPENPREDICATE_ROUNDS=2000 swift test --filter PartitionedTests` runs many; `OPENPREDICATE_SEED` repeats one.
    @Test func conditionsPartTheRows() throws {
      let run = RandomRun(rounds: 25)
      let server = try #require(PostgreSQLServer.shared)
      let hub = try PostgreSQLDatabase.onThreeServers(ContractFixture(), server, name: "parted")
      let parted = try hub.conditionsThatPart("Book", run.seeds)
      #expect(run.rounds < 20 || parted > run.rounds / 5, "\(parted) of \(run.rounds)")
    }

    /// The plan names the server of each part, the rows that the server sends, and the parts that it does not get.
    @Test func thePlanNamesServers() throws {
      let hub = try Self.made.get().hub
      func plan(_ condition: String, isMeasured: Bool = false) throws -> [String] {
        let fetch = EntityFetch("Film", where: try QueryPredicate(format: QueryFormat(raw: condition)))
        let statement = try hub.statement(for: fetch, form: .keys).statement
        return try (isMeasured ? hub.measuredPlan(of: statement) : hub.plan(of: statement)).all.map(\.words)
      }
      let words = try plan("loans.@count > 3")
      for server in ["films_s0", "films_s1", "films_s2"] {
        #expect(
          words.contains {
            $0.hasPrefix("\(server) runs: SELECT ") && $0.contains("HAVING") && $0.contains(" rows cross")
          })
      }
      #expect(try plan("year > 2000", isMeasured: true).contains { $0.hasSuffix(" rows crossed") })
      #expect(
        try plan("coalesce(genre, 'x') == 'x'").contains {
          $0.hasPrefix("runs on this server, because postgres_fdw cannot send")
        })
      #expect(
        try plan("ANY visits.id > 5").contains {
          $0.contains("runs on this server, because the tables are not co-located")
        })
    }

    // MARK: A server that is away

    @Test func aServerThatIsAwayIsNamed() throws {
      let server = try #require(PostgreSQLServer.shared)
      let other = try PostgreSQLServer.start("-away")
      defer { other.stop() }
      let url = try server.makePartitionedDatabase(
        "away", tables: [PartitionedScript("thing", "id bigint NOT NULL", by: "id", "PRIMARY KEY (id)")],
        script: "INSERT INTO thing SELECT generate_series(1, 100)", first: other)
      let hub = try PostgreSQLDatabase(connection: url)
      let fetch = EntityFetch("Thing", where: try QueryPredicate(format: "id > 10"))
      #expect(try hub.count(fetch) == 90)
      func message() -> String {
        do {
          return "\(try hub.count(fetch))"
        } catch let issue as DatabaseIssue {
          return "\(issue.kind) \(issue)"
        } catch {
          return "\(error)"
        }
      }
      other.stop()
      // The first statement finds that its connection has ended. The second one cannot open a new connection.
      for _ in 0..<2 {
        let text = message()
        #expect(text.hasPrefix("unreachable") && text.contains("\"away_s0\""), "\(text)")
      }
      // Fetching an object by its key reads only the server that has the key.
      let found = try (1...20).filter { key in
        let one = EntityFetch("Thing", where: try QueryPredicate(format: "id == \(key)"))
        do {
          return try hub.count(one) == 1
        } catch is DatabaseIssue {
          return false
        }
      }
      #expect(!found.isEmpty && found.count < 20, "\(found)")
    }
  }
#endif
