#if PostgreSQL
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Memory's part of a fetch whose tables have keys other than integers: it follows relationships, and reads the columns that it needs.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerKeyTests {
    private static let made = Result {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TYPE mood AS ENUM ('sad', 'ok');
        CREATE TABLE person (
          id uuid PRIMARY KEY, name text, code char(6) UNIQUE, moods mood[], photo bytea,
          boss_id uuid REFERENCES person);
        CREATE TABLE purchase (
          region int, number int, person_id uuid REFERENCES person, status text, total numeric(12,2), ratio double precision,
          free numeric, PRIMARY KEY (region, number));
        CREATE TABLE line (
          region int, purchase_number int, place int, sku text, price numeric(10,2), PRIMARY KEY (region, purchase_number, place),
          FOREIGN KEY (region, purchase_number) REFERENCES purchase);
        INSERT INTO person SELECT md5('p' || i)::uuid, (ARRAY['Anna', 'ANNA', 'Änna', 'Bob', NULL])[i % 5 + 1],
          'c' || i,
          CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN '{}' ELSE '{sad,NULL}' END::mood[], '\\x00'
          FROM generate_series(1, 4000) i;
        UPDATE person SET boss_id = md5('p' || length(name) + 1)::uuid WHERE name LIKE '%n%';
        INSERT INTO purchase SELECT i % 3, i, CASE WHEN i % 6 > 0 THEN md5('p' || i % 17 + 1)::uuid END,
          (ARRAY['new', 'Paid', 'paid', NULL])[i % 4 + 1], i / 4.0, i / 3.0, i FROM generate_series(1, 200) i;
        INSERT INTO line SELECT region, number, n, 'SKU' || number * n % 30, number * n / 8.0 FROM purchase, generate_series(1, 3) n
          WHERE number % 5 > 0;
        CREATE TABLE club (code text PRIMARY KEY, town text);
        CREATE TABLE member (club_code text REFERENCES club, person_id uuid REFERENCES person, PRIMARY KEY (club_code, person_id));
        INSERT INTO club SELECT 'k' || i, 'Town ' || i % 7 FROM generate_series(1, 60) i;
        INSERT INTO member SELECT 'k' || i % 53 + 1, md5('p' || i * 13 % 4000 + 1)::uuid FROM generate_series(1, 9000) i
          ON CONFLICT DO NOTHING;
        CREATE TABLE doc (id int PRIMARY KEY, payload jsonb);
        INSERT INTO doc VALUES (1, '{"x": 1}'), (2, '5'), (3, '{"x": 1e400}');
        ANALYZE;
        """
      return try PostgreSQLDatabase(connection: server.makeDatabase("keys", script: script))
    }

    private static func statement(_ fetch: EntityFetch) throws -> String {
      let database = try made.get()
      return try #require(try database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement).text
    }

    @Test(arguments: [
      ("Purchase", #"person.name ==[cd] "anna""#), ("Purchase", #"person.boss.name MATCHES "A.*""#),
      ("Purchase", #"lines.@sum.price / 3 > 10"#), ("Purchase", #"ANY lines.sku MATCHES "SKU1.*""#),
      ("Line", #"purchase.person.name ==[cd] "ANNA" AND place > 1"#), ("Line", #"purchase.status MATCHES "[pP].*""#),
      ("Person", #"id IN purchases.person.id AND name MATCHES ".*n.*""#),
      ("Person", #"SUBQUERY(purchases, $p, $p.status ==[c] "PAID").@count > 2"#),
      ("Person", #"boss == NULL AND name MATCHES "A.*""#), ("Person", #"boss.boss != NULL AND name ==[d] "Anna""#),
    ])
    func relationshipsAreFollowed(entity: String, format: String) throws {
      let database = try Self.made.get()
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      let expected = try database.knownGraph().rows(fetch).rows
      let all = try database.count(EntityFetch(entity))
      let found = try database.rows(of: fetch).rows
      #expect(found.map { "\($0)" }.sorted() == expected.map { "\($0)" }.sorted())
      #expect(!found.isEmpty && found.count < all, "\(found.count) of \(all)")
    }

    @Test func memoryFetchesWhatItReads() throws {
      var fetch = EntityFetch("Purchase", where: try QueryPredicate(#"person.name ==[cd] "anna""#))
      fetch.columns = [FetchedColumn(key: "total")]
      let statement = try Self.statement(fetch)
      #expect(statement.contains("\"person_id\"") && statement.contains("\"total\""), "\(statement)")
      #expect(!statement.contains("\"ratio\"") && !statement.contains("\"status\""), "\(statement)")
      #expect(statement.contains("ORDER BY"))
      var groups = EntityFetch("Purchase")
      groups.groupBy = [FetchedColumn(key: "status")]
      groups.columns = [FetchedColumn(key: "status"), FetchedColumn(try QueryExpression(format: "sum(ratio)"))]
      let grouped = try Self.statement(groups)
      #expect(!grouped.contains("\"total\"") && !grouped.contains("ORDER BY"), "\(grouped)")
      let database = try Self.made.get()
      let expected = try database.knownGraph().rows(groups).rows
      #expect("\(try database.rows(of: groups).rows)" == "\(expected)")
    }

    /// A table of pairs joins objects without an integer key. Memory decides the conditions.
    @Test(arguments: [
      ("Person", #"clubs.@count > 1 AND ANY clubs.town MATCHES "Town [1-3].*""#),
      ("Club", #"SUBQUERY(people, $p, $p.name MATCHES "A.*").@count > 60"#),
      ("Person", #"NONE clubs.town MATCHES ".*[1-5]""#),
    ])
    func manyToManyTakesStatementsForManyRows(entity: String, format: String) throws {
      let database = try Self.made.get()
      let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
      let expected = try database.knownGraph().rows(fetch).rows
      let counts = StatementCounts()
      let found = try StatementCounts.$current.withValue(counts) { try database.rows(of: fetch).rows }
      #expect(found.map { "\($0)" } == expected.map { "\($0)" })
      #expect(try !found.isEmpty && found.count < database.count(EntityFetch(entity)))
      // Batches of 16 to 1,024 rows, with two statements for each.
      #expect(counts[.translate] <= 1 + 2 * 10, "\(counts[.translate])")
    }

    /// Objects without an integer key are values of a column. They are shown as labels with their key.
    @Test(arguments: [
      ("Purchase", "person", "Person[\""), ("Line", "purchase", "Purchase["),
    ])
    func objectsOfAColumnHaveLabels(entity: String, relationship: String, beginning: String) throws {
      var fetch = EntityFetch(entity)
      fetch.columns = [FetchedColumn(key: relationship)]
      let rows = try Self.made.get().rows(of: fetch).rows
      let labels = rows.compactMap { row in
        if case .object(let object) = row[0] { (object as? any KeyedObject)?.label ?? "" } else { nil }
      }
      #expect(Set(labels).count > 1 && labels.allSatisfy { $0.hasPrefix(beginning) && $0.hasSuffix("]") })
      // The label can be used as the object in a condition.
      let label = try #require(labels.first)
      let condition = try QueryPredicate(format: QueryFormat(raw: "\(relationship) == \(label)"))
      #expect(try Self.made.get().count(EntityFetch(entity, where: condition)) == labels.count { $0 == label })
    }

    @Test(
      "Sums of a column with declared digits are exact on the server",
      arguments: ["sum(total)", "avg(total)", "sum(free)"])
    func decimalSums(sum: String) throws {
      let database = try Self.made.get()
      var fetch = EntityFetch("Purchase")
      fetch.groupBy = [FetchedColumn(key: "status")]
      fetch.columns = [FetchedColumn(key: "status"), FetchedColumn(try QueryExpression(format: QueryFormat(raw: sum)))]
      let expected = try database.knownGraph().rows(fetch).rows
      #expect("\(try database.rows(of: fetch).rows)" == "\(expected)")
      #expect(try Self.statement(fetch).contains("SUM(") == (sum != "sum(free)"))
    }

    @Test(
      "An index of a column of char(n) finds equal texts",
      arguments: [
        (#"code == "c9""#, 1), (#"code == "c9 ""#, 0), (#"code IN {"c9", "c10 ", "c11"}"#, 2),
      ])
    func textsOfLooseColumns(format: String, count: Int) throws {
      let database = try Self.made.get()
      let fetch = EntityFetch("Person", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.count(fetch) == count)
      let all = try database.count(EntityFetch("Person"))
      let opposite = try QueryPredicate(format: QueryFormat(raw: "NOT (\(format))"))
      #expect(try database.count(EntityFetch("Person", where: opposite)) == all - count)
      let statement = try #require(try database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement)
      let plan = try database.plan(of: statement)
      #expect(plan.all.contains { !$0.soughtColumns.isEmpty }, "\(plan.map(\.words))")
    }

    /// The condition uses the index of the column, although the type's `=` ignores case and the language's `==` does not.
    @Test(arguments: [
      (#"email == "User5@x.org""#, 1), (#"email == "user5@x.org""#, 0),
      (#"email IN {"User5@x.org", "user6@x.org", "User7@x.org"}"#, 2), (#"mail == "User5@x.org""#, 1),
      (#"mail IN {"User8@x.org", "User9@x.org"}"#, 2),
    ])
    func textsWithoutCase(format: String, count: Int) throws {
      let database = try Self.caseless.get()
      let fetch = EntityFetch("Account", where: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try database.count(fetch) == count)
      let opposite = try QueryPredicate(format: QueryFormat(raw: "NOT (\(format))"))
      #expect(try database.count(EntityFetch("Account", where: opposite)) == 4_000 - count)
      let statement = try #require(try database.prepare(BoundFetch(fetch, model: database.model), as: .rows).statement)
      let plan = try database.plan(of: statement)
      #expect(plan.all.contains { !$0.soughtColumns.isEmpty }, "\(plan.map(\.words))")
      let inMemory = try database.knownGraph().rows(fetch).rows
      #expect(try "\(database.rows(of: fetch).rows)" == "\(inMemory)")
    }

    private static let caseless = Result {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE SCHEMA "my types"; CREATE EXTENSION citext SCHEMA "my types"; CREATE DOMAIN mail AS "my types".citext;
        CREATE TABLE account (id int PRIMARY KEY, email "my types".citext UNIQUE, mail mail UNIQUE);
        INSERT INTO account SELECT i, 'User' || i || '@x.org', 'User' || i || '@x.org' FROM generate_series(1, 4000) i; ANALYZE;
        """
      return try PostgreSQLDatabase(connection: server.makeDatabase("caseless", script: script))
    }

    @Test func arraysOfEnums() throws {
      let database = try Self.made.get()
      let fetch = EntityFetch("Person", where: try QueryPredicate(#"ANY moods == "sad""#))
      let rows = try database.rows(of: fetch)
      let place = try #require(rows.columns.firstIndex(of: "moods"))
      #expect(rows.rows.count == 1_333 && rows.rows.allSatisfy { $0[place].equals(.array([.string("sad"), .null])) })
    }

    @Test func documentsThatAreNoObjects() throws {
      let database = try Self.made.get()
      let guarded = #"id != 2 AND id != 3 AND payload.x == 1"#
      #expect(try database.count(EntityFetch("Doc", where: QueryPredicate(format: QueryFormat(raw: guarded)))) == 1)
      #expect(try database.count(EntityFetch("Doc", where: QueryPredicate(#"id != 3 AND payload.x == 1"#))) == 1)
      #expect(try database.count(EntityFetch("Doc", where: QueryPredicate(#"id != 3 AND payload.x == nil"#))) == 1)
    }

    /// A JSON document contains a number that is too large for a double. The server finds that the document is not nil, but memory cannot read it.
    @Test func documentsThatCannotBeRead() throws {
      let database = try Self.made.get()
      #expect(try database.count(EntityFetch("Doc", where: QueryPredicate("payload == NULL"))) == 0)
      #expect(try database.fetch(EntityFetch("Doc", where: QueryPredicate("id != 3"))).rows.count == 2)
      let show = EntityFetch("Doc", columns: [FetchedColumn(key: "payload")])
      for (fetch, words) in [
        (EntityFetch("Doc"), "payload of Doc[3] cannot"), (show, "payload of a row of Doc cannot"),
      ] {
        let issue = #expect(throws: DatabaseIssue.self) { try database.fetch(fetch) }
        #expect(issue?.message.contains(words) == true && issue?.message.contains("range of a double") == true)
      }
      #expect(throws: DatabaseIssue.self) { try database.graph().rows(EntityFetch("Doc")) }
    }
  }
#endif
