#if PostgreSQL
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSessions
  import PredicateStatements
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Whole statements have the same rows as in memory, although the server's own operators have another meaning.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerMemoryTests {
    private static let made = Result {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE part (a int, b text, v int, PRIMARY KEY (a, b));
        INSERT INTO part VALUES (1, 'x', 1), (1, 'y', 2);
        CREATE TABLE make (id int PRIMARY KEY, up int REFERENCES make, a int, b text, a2 int, b2 text,
          FOREIGN KEY (a, b) REFERENCES part, FOREIGN KEY (a2, b2) REFERENCES part);
        INSERT INTO make VALUES (1, NULL, NULL, 'x', NULL, 'x'), (2, 1, NULL, NULL, NULL, NULL), (3, 1, 1, 'x', 1, 'x'),
          (4, 3, 1, 'x', 1, 'y'), (5, 3, 1, 'x', NULL, NULL), (6, 4, NULL, 'x', NULL, 'y'), (7, 6, 1, NULL, 1, 'y'),
          (8, NULL, 1, 'y', 1, 'y');
        CREATE TABLE stay (id int PRIMARY KEY, length interval);
        INSERT INTO stay VALUES (1, '1000 years'), (2, '292277 years'), (3, '-292278 years'), (4, '1000000 years'),
          (5, '100 days 200000 years'), (6, '2000000000 hours'), (7, '-178000000 years'), (8, '2147483647 days 00:00:00.000001'),
          (9, '-178000000 years 00:00:01.5'), (10, NULL), (11, '178000000 years -00:00:00.000001');
        CREATE TABLE topic (id int PRIMARY KEY, slug text, title text COLLATE "C", made date NOT NULL, seen timestamptz,
          views int NOT NULL, price numeric(12,2), rate numeric(5,4) NOT NULL, pieces int NOT NULL, free numeric);
        INSERT INTO topic SELECT i, (ARRAY['b', 'B', 'a', 'Ä', 'ä', NULL])[i % 6 + 1], (ARRAY['z', 'Y', NULL])[i % 3 + 1],
          date '2020-01-01' + i * 7 % 4000, CASE i % 5 WHEN 0 THEN NULL ELSE timestamptz '2020-01-01' + i * interval '17 hours' END,
          i % 11, CASE i % 9 WHEN 0 THEN NULL WHEN 1 THEN 'NaN' ELSE (i - 3000) * 1.37 END, (i % 100) / 10000.0, i % 17,
          i * 0.1 FROM generate_series(1, 6000) i;
        CREATE INDEX ON topic (made); CREATE INDEX ON topic (seen); ANALYZE;
        """
      let database = try PostgreSQLDatabase(connection: server.makeDatabase("memory", script: script))
      return (database: database, graph: try database.graph())
    }

    private static func bound(_ text: String, _ database: PostgreSQLDatabase) throws -> BoundStatement {
      let tree = StatementParser(model: database.model, currentEntity: nil).parse(text)
      return try BoundStatement(#require(tree.query), model: database.model, variables: [:])
    }

    /// The number of rows of a statement, after comparing the rows of the server with those of memory. The SQL is nil if memory computes a part.
    private static func check(_ text: String) throws -> (count: Int, sql: String?) {
      let (database, graph) = try made.get()
      let bound = try Self.bound(text, database)
      let prepared = try database.prepare(bound.bound, as: .rows)
      let expected = try graph.rows(bound.fetch).rows.map { "\($0)" }
      let found = try database.rows(of: bound.fetch).rows.map { "\($0)" }
      #expect(found == expected, "\(text): \(prepared.statement?.text ?? "")")
      return (expected.count, prepared.remainder == nil ? prepared.statement?.text : nil)
    }

    /// A key with a part that is NULL refers to nothing, whatever its other parts hold. Two such keys are both nil.
    @Test(arguments: [
      "Make where part == relatedPart", "Make where part != relatedPart", "Make where NOT (part == relatedPart)",
      "Make where part == nil", "Make where up.part == part", "Make where part != up.relatedPart",
      "Make where NOT (up.relatedPart == relatedPart)",
    ])
    func keysThatArePartlyNULL(statement: String) throws {
      let found = try Self.check(statement)
      #expect(found.count > 0 && found.count < 8 && found.sql != nil, "\(found)")
    }

    /// The server counts months, days and microseconds separately, so that an interval may have more microseconds than 64 bits.
    @Test(arguments: [
      ("Stay where length < 0", 3), ("Stay where length > 3e13", 3), ("Stay where length == nil", 1),
      ("Stay where NOT (length > 0)", 4), ("Stay sort by length desc", 11),
    ])
    func longIntervals(statement: String, count: Int) throws {
      let found = try Self.check(statement)
      #expect(found.count == count && found.sql != nil, "\(found)")
      let rows = try Self.made.get().database.rows(of: EntityFetch("Stay")).rows
      #expect(rows.count { $0[1].isNull } == 1, "\(rows)")
    }

    @Test(arguments: [
      ("Topic group by slug show distinct slug", 6), ("Topic group by slug, title show distinct title", 3),
      ("Topic group by slug, title show distinct title sort by title desc", 3),
      ("Topic group by slug show distinct slug, count() sort by slug limit 4", 4),
      ("Topic group by slug having slug > 'A' show distinct slug sort by slug desc", 5),
      ("Topic group by title, views show distinct views, title", 33), ("Topic show distinct slug", 6),
      ("Topic group by slug, title show distinct title, slug first 2 of each slug", 6),
    ])
    func distinctTextsOfGroups(statement: String, count: Int) throws {
      let found = try Self.check(statement)
      #expect(found.count == count && found.sql != nil, "\(found)")
    }

    @Test(arguments: [
      "Topic show sum(price * 2)", "Topic show sum(price * pieces * (1 - rate))",
      "Topic group by slug show sum(price * pieces), avg(price * 2)",
      "Topic group by slug show slug, sum(pieces * 2), avg(pieces + 1), max(price * rate)",
      "Topic sort by price * pieces desc limit 9",
      "Topic show id, price * pieces, pieces * 3, -price, price / 8 sort by id limit 20",
      "Topic group by price * 0 show count()",
      "Topic group by pieces * 2 having count() > 300 show sum(-price)",
      "Topic show max(price - rate), min(pieces * pieces)",
      "Topic group by seen.month show seen.month, count(), sum(price)", "Topic group by seen.year, seen.quarter",
      "Topic group by seen.startOfMonth show seen.startOfMonth as m, count() sort by m desc limit 5",
      "Topic group by made.weekday",
      "Topic where seen.month == 5 show id, seen.startOfWeek, made.week limit 30", "Topic sort by seen.day, id limit 7",
      "Topic where price * 2 > 150 AND pieces * 2 < 9", "Topic group by made.startOfQuarter, seen.hour show count()",
    ])
    func exactArithmetic(statement: String) throws {
      let found = try Self.check(statement)
      #expect(found.count > 0 && found.sql != nil, "\(found)")
    }

    /// The server would round these results, or add them in another order, so memory computes them.
    @Test(arguments: [
      "Topic show sum(free * 2)", "Topic show sum(price / 3)", "Topic where price * 0.19 > 100",
      "Topic show max(price / pieces)",
    ])
    func otherArithmetic(statement: String) throws {
      let found = try Self.check(statement)
      #expect(found.count > 0 && found.sql == nil, "\(found)")
    }

    // MARK: One connection

    /// For a condition, memory needs other rows while the rows of the statement are arriving.
    @Test func oneConnectionIsEnough() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE person (id int PRIMARY KEY, name text, boss_id int REFERENCES person);
        INSERT INTO person SELECT i, (ARRAY['Anna', 'ANNA', 'Bob'])[i % 3 + 1] || i % 10, NULLIF(i / 3, 0) FROM generate_series(1, 5000) i;
        CREATE ROLE lonely LOGIN CONNECTION LIMIT 1; GRANT USAGE ON SCHEMA public TO lonely; GRANT SELECT ON person TO lonely;
        """
      let url = try server.makeDatabase("lonely", script: script).replacing("postgres@", with: "lonely@")
      let database = try PostgreSQLDatabase(connection: url)
      let graph = try database.graph()
      for format in [
        "boss.name MATCHES 'A.*[13579]'", "ANY reports.name MATCHES 'B.*'",
        "boss.boss.name ==[c] 'anna3' AND name != 'Bob1'",
        "SUBQUERY(reports, $p, $p.boss.name MATCHES $p.name).@count > 0 OR Person.@count < name.length",
      ] {
        var fetch = EntityFetch("Person", where: try QueryPredicate(format: QueryFormat(raw: format)))
        let expected = try graph.rows(fetch).rows.map { "\($0)" }
        #expect(expected.count < 5_000, "\(format)")
        #expect(try database.rows(of: fetch).rows.map { "\($0)" } == expected, "\(format)")
        #expect(try database.count(fetch) == expected.count)
        // Some rows are enough, and the connection is free afterwards.
        fetch.limit = 3
        #expect(try database.rows(of: fetch).rows.map { "\($0)" } == Array(expected.prefix(3)))
        // Memory needs the boss of each row before it can sort the rows.
        fetch.sortKeys = [
          QuerySortKey(try QueryExpression(format: "uppercase(boss.name)")), QuerySortKey(QueryKeyPath(.key("id"))),
        ]
        #expect(try "\(database.rows(of: fetch).rows)" == "\(graph.rows(fetch).rows)")
      }
      // An error of the body ends the statement. An error of the server does not affect later statements.
      var groups = EntityFetch("Person", where: try QueryPredicate("boss.name MATCHES 'A.*'"))
      groups.limit = 4_000
      struct Enough: Error {}
      var rows = 0
      #expect(throws: Enough.self) {
        try database.forEachRow(groups) { _ in
          rows += 1
          if rows == 40 { throw Enough() }
        }
      }
      #expect(try database.count(EntityFetch("Person")) == 5_000)
    }

    /// An index of a column that is never NULL has the order of the language. One of another column has NULL at the wrong end.
    @Test func theFirstRowsComeFromAnIndex() throws {
      let (database, _) = try Self.made.get()
      func advice(_ text: String) throws -> [String] {
        let bound = try Self.bound(text, database)
        let plan = try database.plan(of: #require(database.prepare(bound.bound, as: .rows).statement))
        return IndexAdvice(database, bound.bound.entity, plan: plan).lines(for: bound.fetch)
      }
      for statement in ["Topic sort by made limit 5", "Topic sort by made desc limit 5"] {
        let sql = try #require(try Self.check(statement).sql)
        #expect(!sql.contains("NULLS"), "\(sql)")
        #expect(try advice(statement).isEmpty)
      }
      for statement in [
        "Topic sort by seen limit 5", "Topic sort by seen desc limit 5", "Topic sort by title desc limit 3",
      ] {
        #expect(try #require(try Self.check(statement).sql).contains("NULLS"))
        let column = statement.contains("seen") ? "seen" : "title"
        #expect(
          try advice(statement) == [
            "an index would find the first objects by \(column) faster: CREATE INDEX ON \"public\".\"topic\" (\"\(column)\" NULLS FIRST)"
          ])
      }
      #expect(try advice("Topic sort by views limit 5").count == 1)
      #expect(try advice("Topic sort by views").isEmpty)
    }

    @Test func proposedIndexesServe() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id int PRIMARY KEY, seen timestamptz, title text, year int NOT NULL);
        INSERT INTO film SELECT i, timestamptz '2020-01-01' + i * interval '1 hour', 'film ' || i, i % 100 FROM generate_series(1, 5000) i;
        ANALYZE;
        """
      let name = PostgreSQLServer.name(
        of: try server.makeDatabase(
          options: "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'", script: script))
      func advice(_ text: String) throws -> [String] {
        let database = try PostgreSQLDatabase(connection: server.url(of: name))
        let bound = try Self.bound(text, database)
        let plan = try database.plan(of: #require(database.prepare(bound.bound, as: .rows).statement))
        return IndexAdvice(database, bound.bound.entity, plan: plan).lines(for: bound.fetch)
      }
      for column in ["seen", "title", "year"] {
        let proposal = try #require(
          try advice("Film sort by \(column) desc limit 5").first?.split(separator: ": ").last)
        try server.run("\(proposal); ANALYZE", in: name)
        for order in ["", " desc"] {
          let database = try PostgreSQLDatabase(connection: server.url(of: name))
          let bound = try Self.bound("Film sort by \(column)\(order) limit 5", database)
          let plan = try database.plan(of: #require(database.prepare(bound.bound, as: .rows).statement))
          #expect(!plan.all.contains { $0.work == .scan && $0.access == .none }, "\(plan.all.map(\.words))")
          // The index gives the order. Only rows with the same value are sorted.
          let words = PlanText(tables: [:]).lines(for: plan)
          #expect(words.contains { $0.contains("sorts only rows with equal values of \(column)") }, "\(words)")
          #expect(!words.contains { $0.contains("because no index has them") }, "\(words)")
          #expect(try advice("Film sort by \(column)\(order) limit 5").isEmpty)
        }
      }
    }
  }
#endif
