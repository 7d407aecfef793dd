#if PostgreSQL
  import PredicateDatabases
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSessions
  import PredicateStatements
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// A statement groups the elements of all rows once, instead of reading them for each row. It does so if no index has the foreign key, or if nearly
  /// all rows need their elements.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerGroupedElementsTests {
    private static let script = """
      CREATE TABLE hotel (id int PRIMARY KEY, name text NOT NULL);
      CREATE TABLE room (hotel_id int REFERENCES hotel, number text, beds int, PRIMARY KEY (hotel_id, number));
      CREATE TABLE guest (code text PRIMARY KEY, age int, best text REFERENCES guest);
      CREATE TABLE stay (id int PRIMARY KEY, hotel_id int, number text, guest text REFERENCES guest, nights int NOT NULL, paid numeric(8,2),
        at timestamp, FOREIGN KEY (hotel_id, number) REFERENCES room);
      CREATE TABLE tag (id int PRIMARY KEY, weight int);
      CREATE TABLE guest_tag (guest text REFERENCES guest, tag int REFERENCES tag, PRIMARY KEY (guest, tag));
      INSERT INTO hotel SELECT i, 'Hotel ' || i FROM generate_series(1, 9) i;
      INSERT INTO room SELECT h, CAST(n AS text), n % 4 FROM generate_series(1, 9) h, generate_series(1, 20) n;
      INSERT INTO guest SELECT 'g' || i, NULLIF(i % 50, 7), CASE WHEN i > 9 THEN 'g' || i / 3 END FROM generate_series(1, 300) i;
      INSERT INTO stay SELECT i, i % 9 + 1, CAST(i * i % 19 + 1 AS text), CASE WHEN i % 7 > 0 THEN 'g' || i * i % 200 + 1 END, i % 13,
        NULLIF(i % 90, 5) / 4.0, timestamp '2024-01-01' + i * interval '1 hour' FROM generate_series(1, 2500) i;
      UPDATE stay SET number = NULL WHERE id % 31 = 0;
      INSERT INTO tag SELECT i, i % 5 FROM generate_series(1, 12) i;
      INSERT INTO guest_tag SELECT DISTINCT 'g' || i * 7 % 290 + 1, i * i % 11 + 1 FROM generate_series(1, 900) i;
      """

    private static let plain = Result { try database(script + "ANALYZE;") }
    private static let indexed = Result {
      try database(
        script + """
          CREATE INDEX ON stay (hotel_id, number); CREATE INDEX ON stay (guest); CREATE INDEX ON guest_tag (tag); ANALYZE;
          """)
    }

    private static func database(_ script: String) throws -> PostgreSQLDatabase {
      try PostgreSQLDatabase(connection: #require(PostgreSQLServer.shared).makeDatabase(script: script))
    }

    static let conditions = [
      ("Room", "stays.@count > 14"), ("Room", "stays.@count < 3"), ("Room", "stays.@sum.nights > 90"),
      ("Room", "stays.@max.paid > 22"), ("Room", "stays.@min.paid == nil"), ("Room", "stays.@avg.nights > 6"),
      ("Room", "stays.@sum.paid > 150"), ("Room", "SUBQUERY(stays, $s, $s.nights > beds).@count == 12"),
      ("Room", "stays.@sum.nights > beds * 40"), ("Room", "beds == 2 AND stays.@sum.nights > 80"),
      ("Room", "hotelId == 4 AND stays.@max.nights > 11"), ("Room", "NOT (stays.@sum.nights > 90) OR beds == 1"),
      ("Guest", "stays.@count > 20"), ("Guest", "stays.@sum.nights > age"), ("Guest", "stays.@count > tags.@count"),
      ("Guest", "best.stays.@count == 0"), ("Guest", "best.stays.@sum.nights > 60"), ("Guest", "tags.@max.weight == 4"),
      ("Guest", "tags.@sum.weight > 8 OR age == 3"),
      ("Guest", "SUBQUERY(stays, $s, $s.room.beds > 2).@sum.nights > 40"),
      ("Guest", "stays.@min.at > CAST('2024-01-02', 'NSDate')"), ("Tag", "guests.@max.age > 48"),
      ("Tag", "guests.@sum.age > 1500"), ("Tag", "guests.stays.@sum.nights > 2000"),
      ("Stay", "room.stays.@sum.nights > 90"), ("Stay", "guest.stays.@count > 20"),
      ("Stay", "guest.tags.@count == nil"),
      ("Hotel", "id < 5 AND SUBQUERY(rooms, $r, $r.stays.@sum.nights > 90).@count > 3"),
      ("Hotel", "id < 5 AND rooms.stays.@sum.nights > 1590"),
      ("Hotel", "id == 3 OR ANY rooms.stays.nights > 12 AND id < 3"),
      ("Hotel", "id < 5 OR SUBQUERY(rooms, $r, $r.stays.@max.nights > 11 OR $r.beds == 9).@count > 13"),
    ]

    /// Conditions that compare columns of the rows with constants, together with conditions on the elements.
    static let conditionsOfOwnColumns = [
      ("Room", "hotelId < 4 AND stays.@sum.nights > 80"), ("Room", "hotelId IN {2, 5} AND stays.@count > 12"),
      ("Room", "beds == 2 AND (stays.@max.nights > 11 OR stays.@sum.paid > 150)"),
      ("Room", "hotelId < 8 AND NOT stays.@count > 13 AND (beds == 1 OR number == '7')"),
      ("Room", "beds > 0 AND SUBQUERY(stays, $s, $s.nights > beds).@count > 10"),
      ("Room", "(hotelId == 1 OR beds == 3) AND stays.@min.at < CAST('2024-01-03', 'NSDate')"),
      ("Guest", "age < 9 AND stays.@count > 10"), ("Guest", "age < 9 AND NOT stays.@count > 10"),
      ("Guest", "age < 9 AND stays.@count == 0"), ("Guest", "code BEGINSWITH 'g1' AND tags.@count > 2"),
      ("Guest", "code BEGINSWITH 'g1' AND SUBQUERY(tags, $t, $t.weight > 1).@count >= 2"),
      ("Guest", "age < 30 AND tags.@sum.weight > 2 AND stays.@sum.nights > 20"),
      ("Guest", "age > 40 AND best.stays.@count > 10"), ("Guest", "age == nil OR age < 3 AND stays.@count > 10"),
      ("Tag", "id < 6 AND guests.@max.age > 48"), ("Tag", "id < 6 AND guests.stays.@count > 300"),
      ("Hotel", "id < 4 AND rooms.stays.@sum.nights > 1590"),
      ("Hotel", "id BETWEEN {2, 6} AND rooms.stays.@count > 260"),
      ("Stay", "id < 100 AND guest.stays.@count > 20"), ("Stay", "nights == 3 AND room.stays.@sum.nights > 90"),
    ]

    @Test(arguments: conditions + conditionsOfOwnColumns)
    func theServerAndMemoryAgree(entity: String, format: String) throws {
      for database in [try Self.plain.get(), try Self.indexed.get()] {
        let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
        let expected = try database.knownGraph().rows(fetch).rows
        let prepared = try database.prepare(BoundFetch(fetch, model: database.model), as: .rows)
        #expect(prepared.statement?.text.isEmpty == false)
        let found = try database.rows(of: fetch).rows
        #expect(found.map { "\($0)" } == expected.map { "\($0)" })
        let all = try database.count(EntityFetch(entity))
        #expect(!found.isEmpty && found.count < all, "\(found.count) of \(all)")
      }
    }

    @Test func valuesAreShownAndSorted() throws {
      let values = ["stays.@count", "stays.@sum.nights", "stays.@max.paid", "best.stays.@avg.nights", "tags.@count"]
      for database in [try Self.plain.get(), try Self.indexed.get()] {
        var fetch = EntityFetch("Guest")
        fetch.columns = try values.map { FetchedColumn(try QueryExpression(format: QueryFormat(raw: $0))) }
        fetch.sortKeys = [QuerySortKey(fetch.columns[1].expression, isAscending: false)]
        for limit in [nil, 10] {
          fetch.limit = limit
          let expected = try database.knownGraph().rows(fetch).rows
          #expect("\(try database.rows(of: fetch).rows)" == "\(expected)")
        }
        var groups = EntityFetch("Guest")
        groups.groupBy = [FetchedColumn(try QueryExpression(format: "stays.@count / 10"))]
        groups.columns = groups.groupBy + [FetchedColumn(try QueryExpression(format: "sum(tags.@count)"))]
        let expected = try database.knownGraph().rows(groups).rows
        #expect("\(try database.rows(of: groups).rows)" == "\(expected)")
      }
    }

    private static func bound(_ text: String, _ database: PostgreSQLDatabase) throws -> BoundStatement {
      let tree = StatementParser(model: database.model, currentEntity: nil).parse(text)
      return try BoundStatement(#require(tree.query), model: database.model, variables: [:])
    }

    /// A time that is written without seconds, or with one digit, is not a text that a column of times has.
    @Test(arguments: [
      ("opens == '9:30'", #"opens == "09:30:00""#), ("opens == '12:15'", #"opens == "12:15:00""#),
      ("opens < '7:00'", nil), ("opens == '3:30'", nil), ("opens > '9:00'", #"opens > "09:00:00""#),
    ])
    func timesAreWhole(condition: String, whole: String?) throws {
      let database = try Self.database(
        "CREATE TABLE shop (id int PRIMARY KEY, opens time); INSERT INTO shop VALUES (1, '09:30'), (2, '12:15');")
      let tree = StatementParser(model: database.model, currentEntity: nil).parse("Shop where \(condition)")
      let query = try #require(tree.query)
      var notes: [String] = []
      try EmptyAnswer(query, on: database, variables: [:], elapsed: .zero) { finding in
        if case .correction(_, let found, _) = finding { notes.append(found.canonicalFormat) }
      }.explainConstants()
      #expect(notes == (whole.map { [$0] } ?? []), "\(notes)")
    }

    /// A part of a time is compared by the text of the time.
    @Test func partsOfTimesAreTexts() throws {
      let database = try Self.database(
        "CREATE TABLE shop (id int PRIMARY KEY, opens time); INSERT INTO shop VALUES (1, '15:30'), (2, '16:00'), (3, '09:15');"
      )
      func hint(_ text: String) throws -> String {
        do {
          _ = try Self.bound(text, database)
          return ""
        } catch let issue as PredicateIssue {
          let advice = StatementAdvice(model: database.model, currentEntity: nil, commandUsages: [], foldsLike: false)
          return advice.improved([issue], in: text).first?.hint ?? ""
        }
      }
      #expect(
        try hint("Shop where opens.hour == 15")
          == #"times are texts such as "15:30:00". To find the hour 15, write opens >= "15" AND opens < "16""#)
      #expect(
        try database.count(EntityFetch("Shop", where: QueryPredicate(format: "opens >= '15' AND opens < '16'"))) == 1)
    }

    /// If conditions compare columns of the rows, the elements of other rows are not grouped. The comparison is then in the statement twice.
    @Test(arguments: [
      ("Room", "beds == 2 AND stays.@sum.nights > 80", "\"beds\" = ", 2),
      ("Room", "beds == 2 OR stays.@sum.nights > 80", "\"beds\" = ", 1),
      ("Guest", "age == 3 AND stays.@count > 10", "\"age\" = ", 2),
      ("Guest", "age == 3 AND best.stays.@count > 10", "\"age\" = ", 1),
      ("Hotel", "name == 'x' AND rooms.stays.@max.nights > 9", "\"name\" = ", 2),
    ])
    func elementsOfOtherRowsAreNotGrouped(entity: String, format: String, words: String, count: Int) throws {
      let database = try Self.plain.get()
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      let text = try #require(database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement).text
      #expect(text.ranges(of: words).count == count, "\(text)")
    }

    /// A condition that fails in memory fails for the same rows, also for rows that a later condition excludes.
    @Test func failuresAreKept() throws {
      let database = try Self.database(
        """
        CREATE TABLE box (id int PRIMARY KEY, data jsonb); CREATE TABLE item (id int PRIMARY KEY, box int REFERENCES box);
        INSERT INTO box VALUES (1, '{"name": "ant"}'), (2, '{"name": [1]}'); INSERT INTO item VALUES (1, 1), (2, 1), (3, 2), (4, 2);
        """)
      for (format, fails) in [
        ("items.@count > 1 AND data.name BEGINSWITH 'a' AND id < 2", true),
        ("id < 2 AND items.@count > 1 AND data.name BEGINSWITH 'a'", false),
      ] {
        let fetch = EntityFetch("Box", where: try QueryPredicate(format: QueryFormat(raw: format)))
        let found = Result { try database.rows(of: fetch).rows.count }
        let expected = Result { try database.knownGraph().rows(fetch).rows.count }
        #expect((try? found.get()) == (fails ? nil : 1))
        #expect((try? expected.get()) == (fails ? nil : 1))
      }
    }

    /// With an index of the first foreign key alone, the elements of a second step are read once and not once for each row.
    @Test(arguments: ["guests.stays.@sum.nights > 2000", "id < 9 AND guests.stays.@max.nights > 11"])
    func laterStepsWithoutAnIndexAreGrouped(format: String) throws {
      let database = try Self.database(Self.script + "CREATE INDEX ON guest_tag (tag); ANALYZE;")
      let fetch = EntityFetch("Tag", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try !Self.runsForEachRow(fetch, database))
      #expect(try "\(database.rows(of: fetch).rows)" == "\(database.knownGraph().rows(fetch).rows)")
    }

    /// Dates are compared as they are stored, and only the least or greatest one is converted.
    @Test(arguments: ["stays.@min.at", "stays.@max.at"])
    func leastDatesAreFoundBeforeTheyAreConverted(format: String) throws {
      let database = try Self.plain.get()
      var fetch = EntityFetch("Room")
      fetch.columns = [FetchedColumn(try QueryExpression(format: QueryFormat(raw: format)))]
      let text = try #require(database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement).text
      #expect(text.contains("EXTRACT(EPOCH FROM M"), "\(text)")
      #expect(try "\(database.rows(of: fetch).rows)" == "\(database.knownGraph().rows(fetch).rows)")
    }

    /// Whether a part of the statement's plan runs for each row of another part.
    private static func runsForEachRow(_ fetch: EntityFetch, _ database: PostgreSQLDatabase) throws -> Bool {
      let statement = try database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement
      return try database.plan(of: #require(statement)).all.contains { $0.work == .eachRow && $0.words == "subquery" }
    }

    @Test(arguments: [
      ("stays.@sum.nights > 90", 0, false, false), ("beds == 2 AND stays.@sum.nights > 80", 0, false, true),
      ("stays.@sum.nights > 90", 5, false, true),
    ])
    func anIndexServesFewRows(format: String, limit: Int, plain: Bool, indexed: Bool) throws {
      var fetch = EntityFetch("Room", where: try QueryPredicate(format: QueryFormat(raw: format)))
      if limit > 0 { fetch.limit = limit }
      #expect(try Self.runsForEachRow(fetch, Self.plain.get()) == plain)
      #expect(try Self.runsForEachRow(fetch, Self.indexed.get()) == indexed)
    }

    /// An index of the foreign key is proposed if few rows need their elements.
    @Test(arguments: [
      ("Room where beds == 2 and stays.@sum.nights > 80", #"CREATE INDEX ON "public"."stay" ("hotel_id", "number")"#),
      ("Room show number, stays.@count limit 5", #"CREATE INDEX ON "public"."stay" ("hotel_id", "number")"#),
      ("Guest where age == 3 and stays.@max.paid > 20", #"CREATE INDEX ON "public"."stay" ("guest")"#),
      ("Room where stays.@sum.nights > 80", ""),
    ])
    func anIndexIsProposed(statement: String, proposal: String) throws {
      func advice(_ database: PostgreSQLDatabase) throws -> [String] {
        let bound = try Self.bound(statement, database)
        let plan = try database.plan(of: #require(database.prepare(bound.bound, as: .rows).statement))
        return IndexAdvice(database, bound.bound.entity, plan: plan).lines(for: bound.fetch)
      }
      let found = try advice(Self.plain.get())
      #expect(
        found.contains { $0.contains(" of an object faster: ") && $0.hasSuffix(proposal) } == !proposal.isEmpty,
        "\(found)")
      #expect(try !advice(Self.indexed.get()).contains { $0.contains(" of an object faster: ") })
    }
  }
#endif
