#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  @testable import PredicatePostgreSQL

  /// Facts about the server that decide how a condition is written: which SQL keeps an index, and which plan the server makes.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerFactTests {
    private static let script = """
      CREATE TABLE friend (id int PRIMARY KEY, name text NOT NULL);
      INSERT INTO friend SELECT i, 'friend ' || i FROM generate_series(1, 2000) i;
      CREATE TABLE film (id int PRIMARY KEY, title text, year int, remade int, token uuid, friend_id int REFERENCES friend);
      INSERT INTO film SELECT i, 'film ' || i, i % 1000, nullif(i % 900, 0), lpad(to_hex(i), 32, '0')::uuid, i % 2000 + 1
        FROM generate_series(1, 20000) i;
      CREATE TABLE loan (id int PRIMARY KEY, film_id int NOT NULL REFERENCES film, days int);
      INSERT INTO loan SELECT i, i % 20000 + 1, i % 40 FROM generate_series(1, 40000) i;
      CREATE INDEX ON film (title text_pattern_ops); CREATE INDEX ON film (year); CREATE INDEX ON film (friend_id);
      CREATE INDEX ON friend (name); CREATE INDEX ON loan (film_id);
      CREATE TABLE guarded (id int PRIMARY KEY, title text COLLATE "C", owner text);
      INSERT INTO guarded SELECT i, 'film ' || i, CASE WHEN i % 100 < 99 THEN 'guard' END FROM generate_series(1, 20000) i;
      CREATE INDEX ON guarded (title); ALTER TABLE guarded ENABLE ROW LEVEL SECURITY;
      CREATE ROLE guard LOGIN; GRANT SELECT ON guarded TO guard; CREATE POLICY own ON guarded USING (owner = current_user);
      CREATE VIEW prepared AS SELECT name FROM pg_prepared_statements;
      CREATE VIEW fraction AS SELECT current_setting('cursor_tuple_fraction') AS value;
      ANALYZE;
      """

    private static let made = Result { () throws -> (url: String, database: PostgreSQLDatabase) in
      let url = try #require(PostgreSQLServer.shared).makeDatabase("facts", script: script)
      return (url, try PostgreSQLDatabase(connection: url))
    }

    private static func prepared(
      _ format: String, of entity: String = "Film", in database: PostgreSQLDatabase? = nil
    ) throws -> (database: PostgreSQLDatabase, fetch: PreparedFetch) {
      let database = try database ?? made.get().database
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      return (database, try database.prepare(BoundFetch(fetch, model: database.model), as: .rows))
    }

    private static func text(_ format: String) throws -> String {
      try #require(try prepared(format).fetch.statement).text
    }

    /// The server's plan, in its own words.
    private static func plan(
      _ format: String, of entity: String = "Film", in database: PostgreSQLDatabase? = nil
    ) throws -> String {
      let (database, fetch) = try prepared(format, of: entity, in: database)
      let statement = try #require(fetch.statement)
      let plan = try #require(try database.explained(statement))
      return "\(plan)"
    }

    /// A written collation would exclude the column's index, and no collation changes the answer of these comparisons.
    @Test(arguments: [
      "title == 'film 7'", "title != 'film 7'", "title IN {'film 7', 'é'}", "title BEGINSWITH 'film 77'",
      "friend.name == 'friend 7'", "ANY loans.film.title == 'film 7'", "title == friend.name",
    ])
    func equalityHasNoCollation(format: String) throws {
      let text = try Self.text(format)
      #expect(!text.contains("COLLATE"), "\(text)")
    }

    @Test func orderHasTheCollationOfScalars() throws {
      #expect(try Self.text("title < 'film 7'").contains("COLLATE \"C\""))
    }

    /// The index has the operator class `text_pattern_ops`. Its collation is not that of scalars.
    @Test func anIndexOfPatternsServesPrefixes() throws {
      let plan = try Self.plan("title BEGINSWITH 'film 777'")
      #expect(plan.contains("film_title_idx") && !plan.contains("Seq Scan"), "\(plan)")
    }

    /// Under row security an index only serves operators that reveal nothing about other rows, as `^@` and `=` do.
    @Test(arguments: ["title BEGINSWITH 'film 777'", "title == 'film 777'", "title IN {'film 777', 'film 778'}"])
    func rowSecurityKeepsTheIndex(format: String) throws {
      let database = try PostgreSQLDatabase(
        connection: Self.made.get().url.replacing("postgres@", with: "guard@"))
      let plan = try Self.plan(format, of: "Guarded", in: database)
      #expect(plan.contains("guarded_title_idx"), "\(plan)")
      let fetch = EntityFetch("Guarded", where: try QueryPredicate(format: QueryFormat(raw: "title == 'film 99'")))
      #expect(try database.count(fetch) == 0)
      #expect(try database.count(EntityFetch("Guarded")) == 19_800)
    }

    /// NOT EXISTS is an anti join. NOT IN would compare each row with all rows of the subquery.
    @Test(arguments: ["NONE loans.days > 5", "NOT (ANY loans.days > 5)", "loans.@count == 0", "ALL loans.days < 5"])
    func aNegatedConditionOnElementsIsAnAntiJoin(format: String) throws {
      let plan = try Self.plan(format)
      #expect(plan.contains("Anti") && !plan.contains("SubPlan"), "\(plan)")
    }

    /// A count for each object would run a subquery for each row.
    @Test func countsAreGroups() throws {
      let (text, plan) = (try Self.text("loans.@count > 5"), try Self.plan("loans.@count > 5"))
      #expect(text.contains("GROUP BY") && text.contains("HAVING"), "\(text)")
      #expect(!plan.contains("SubPlan"), "\(plan)")
    }

    /// IS NOT DISTINCT FROM excludes every index. `=` has the same meaning where one side is never nil.
    @Test(arguments: [
      ("year == id", false), ("id == year", false), ("year == 7", false), ("friend.name == 'friend 7'", false),
      ("NOT (year != 7)", false), ("year == remade", true),
    ])
    func onlyTwoSidesThatMayBeNilNeedMoreThanEquality(format: String, hasNilTest: Bool) throws {
      let text = try Self.text(format)
      #expect((text.contains("DISTINCT") || text.contains("IS NULL")) == hasNilTest, "\(text)")
    }

    @Test(arguments: [
      "year == 7", "NOT (year != 7)", "friend.name == 'friend 7'", "friend == Friend[7]",
      "token == '00000000-0000-0000-0000-000000000007'", "friend.name == 'friend 7' AND year > 3",
    ])
    func columnsThatMayBeNilUseTheirIndexes(format: String) throws {
      let (database, fetch) = try Self.prepared(format)
      let nodes = try database.plan(of: try #require(fetch.statement)).all
      let isOfToken = format.hasPrefix("token")
      #expect(nodes.contains { $0.work == .scan } == isOfToken, "\(format): \(nodes.map(\.words))")
    }

    /// A malformed UUID would be an error of the server. The binder finds it.
    @Test(arguments: ["token == 'x'", "token IN {'00000000-0000-0000-0000-000000000007', 'x'}"])
    func aMalformedUUIDIsRefusedBeforeTheServer(format: String) {
      #expect(throws: PredicateIssue.self) { try Self.prepared(format) }
    }

    @Test(arguments: [
      ("token == '00000000-0000-0000-0000-00000000000A'", 1),
      ("token != '00000000-0000-0000-0000-00000000000a'", 19_999),
      ("token IN {'00000000-0000-0000-0000-000000000001', 'ffffffff-0000-0000-0000-000000000001'}", 1),
    ])
    func uuidsAreCompared(format: String, count: Int) throws {
      let database = try Self.made.get().database
      let fetch = EntityFetch("Film", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.count(fetch) == count)
    }

    /// A named statement gets a plan without its constants after five runs, and such a plan cannot use the index of a prefix.
    @Test func noStatementIsPrepared() throws {
      let database = try Self.made.get().database
      for number in 1...8 {
        let fetch = EntityFetch("Film", where: try QueryPredicate("title BEGINSWITH \("film 77\(number)")"))
        #expect(try database.count(fetch) == 11)
      }
      #expect(try database.count(EntityFetch("Prepared")) == 0)
    }

    /// A cursor is planned for all of its rows.
    @Test func cursorsArePlannedForAllRows() throws {
      let (database, fetch) = try Self.prepared("value != nil", of: "Fraction")
      var values: [String] = []
      try database.runBesideOthers(fetch) { row in
        values += row.map { "\($0)" }
        return true
      }
      #expect(values.count == 1 && values[0].contains("1"), "\(values)")
    }

    // MARK: Functions

    /// The functions that statements may call. Each of them computes a value from its arguments, and does nothing else.
    private static let functions: Set = [
      "abs", "array_length", "array_ndims", "btrim", "char_length", "floor", "isfinite", "jsonb_typeof", "lower",
      "make_date", "octet_length", "regexp_replace", "right", "strpos", "unnest",
    ]

    /// A read-only transaction lets functions change settings, take locks and notify others. So a statement calls no other functions.
    @Test func onlyKnownFunctionsAreWritten() throws {
      let (things, orders) = (try ServerFormTests.database(), try HostileCorpusTests.database())
      var found: Set<String> = []
      let conditions =
        ServerFormTests.hazards.flatMap(\.conditions).map { (things, "Thing", $0.format) }
        + HostileCorpusTests.hazards.flatMap(\.conditions).map { (orders, "Order", $0) }
      for (database, entity, format) in conditions {
        guard let statement = try Self.prepared(format, of: entity, in: database).fetch.statement else { continue }
        // Names in quotes are those of columns and tables.
        let parts = statement.text.split(separator: "\"", omittingEmptySubsequences: false)
        let text = parts.enumerated().map { $0.offset.isMultiple(of: 2) ? String($0.element) : "_ " }.joined()
        for match in text.matches(of: /([a-z_][a-z_0-9.]*)\(/) { found.insert(String(match.output.1)) }
      }
      // This is the name of the rows of unnest, with the names of its columns.
      found.remove("e")
      #expect(found.subtracting(Self.functions).isEmpty && found.count > 10, "\(found.sorted())")
    }
  }
#endif
