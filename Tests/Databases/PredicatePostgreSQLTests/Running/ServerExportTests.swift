#if PostgreSQL
  import GRDB
  import PredicateDatabases
  import PredicateDemo
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSQLite
  import PredicateSessions
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// A whole database is copied to a server. Statements then run on the copy, and are explained there.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerExportTests {
    private static let copied = Result { () throws -> (demo: PredicateDatabase, url: String, rows: Int) in
      let (demo, url) = (try PredicateDatabase.demo(), try #require(PostgreSQLServer.shared).makeDatabase())
      let export = try ServerExport(of: demo, into: "Lent films")
      #expect(export.notes.isEmpty, "\(export.notes)")
      return (demo, url, try export.run(to: url).rows)
    }

    /// The copy has the same objects and relationships, and the same answers to statements that need keys and pairs.
    @Test func aCopyHasTheSameRows() throws {
      let (demo, url, rows) = try Self.copied.get()
      let copy = try PostgreSQLDatabase(connection: url, schema: "Lent films", file: .whole(demo.model))
      #expect(rows > 500)
      for entity in demo.model.entities {
        let fetch = EntityFetch(entity.name)
        #expect(try "\(copy.fetch(fetch).rows)" == "\(demo.fetch(fetch).rows)", "\(entity.name)")
      }
      for format in [
        "ANY tags.name == 'classic'", "lentToFriend.friends.@count > 2", "loans.@count == 0", "title > 'É'",
      ] {
        let fetch = EntityFetch("Movie", where: try QueryPredicate(format: QueryFormat(raw: format)))
        #expect(try copy.keys(fetch) == demo.keys(fetch), "\(format)")
      }
    }

    /// The keys are checked by the server, indexes are there, and a second copy into the schema is refused and leaves the first one.
    @Test func aCopyHasKeysAndIndexes() throws {
      let (demo, url, _) = try Self.copied.get()
      let server = try #require(PostgreSQLServer.shared)
      let counts = """
        SELECT count(*) FILTER (WHERE contype = 'p'), count(*) FILTER (WHERE contype = 'f') FROM pg_constraint
        WHERE connamespace = '"Lent films"'::regnamespace
        """
      #expect(try server.run(counts, in: PostgreSQLServer.name(of: url)) == "6|7\n")
      #expect(throws: DatabaseIssue.self) { try ServerExport(of: demo, into: "Lent films").run(to: url) }
      #expect(
        try server.run("SELECT count(*) FROM \"Lent films\".\"Movie\"", in: PostgreSQLServer.name(of: url)) != "0\n")
    }

    /// Notes name the defaults, identities, checks and expressions, which a copy does not have.
    @Test func aCopyReportsWhatItLacks() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE a (id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, made timestamptz DEFAULT now(), n int CONSTRAINT small CHECK (n < 9),
          twice int GENERATED ALWAYS AS (n * 2) STORED, m int DEFAULT 5);
        CREATE TABLE b (id int PRIMARY KEY);
        """
      let database = try PostgreSQLDatabase(connection: server.makeDatabase(script: script))
      #expect(
        try ServerExport(of: database, into: "copy").notes == [
          "a is copied without CHECK (small), DEFAULT (made, m), generated columns (twice), identity (id)"
        ])
    }

    /// Columns of JSON stay JSON, and a number without a fraction is an integer.
    @Test func aCopyHasDocuments() throws {
      let server = try #require(PostgreSQLServer.shared)
      let url = try server.makeDatabase()
      let script = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, n INTEGER, doc JSON);
        INSERT INTO t VALUES (1, 2.0, '{"a": [1, 2.5, null, "x\\\\u0000"]}'), (2, NULL, '"s"'), (3, 4, NULL), (4, 5, '[]');
        """
      let queue = try DatabaseQueue()
      try queue.write { try $0.execute(sql: script) }
      let export = try ServerExport(of: PredicateDatabase(queue), into: "copy")
      #expect(export.notes.isEmpty)
      #expect(try export.run(to: url).rows == 4)
      let rows = try server.run(
        "SELECT n, pg_typeof(doc), doc FROM copy.t ORDER BY id", in: PostgreSQLServer.name(of: url))
      #expect(rows == "2|jsonb|{\"a\": [1, 2.5, null, \"x\\\\u0000\"]}\n|jsonb|\"s\"\n4|jsonb|\n5|jsonb|[]\n")
    }

    /// The issue names the table, the column and the row of a value that the server's column cannot hold.
    @Test(arguments: [
      (
        "n INTEGER", "2.5",
        "t.n of the row with id = 7 has 2.5, which is not a whole number; write .type T.n any to store the column as texts"
      ),
      (
        "n BOOLEAN", "2",
        "t.n of the row with id = 7 has 2, which is not a boolean; write .type T.n any to store the column as texts"
      ),
      (
        "n TEXT", "'a' || char(0)",
        "t.n of the row with id = 7 has the character U+0000, which a text on the server cannot contain"
      ),
      (
        "n JSON", "'[\"\\u0000\"]'",
        "t.n of the row with id = 7 has the character U+0000, which a text on the server cannot contain"
      ),
    ])
    func valuesThatDoNotFit(column: String, value: String, message: String) throws {
      let url = try #require(PostgreSQLServer.shared).makeDatabase()
      let queue = try DatabaseQueue()
      try queue.write {
        try $0.execute(
          sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, \(column)); INSERT INTO t VALUES (3, NULL), (7, \(value))")
      }
      let issue = #expect(throws: DatabaseIssue.self) {
        try ServerExport(of: PredicateDatabase(queue), into: "copy").run(to: url)
      }
      #expect(issue?.message == message, "\(String(describing: issue))")
    }

    /// SQLite may contain rows that refer to missing rows. The copy has the foreign key without checking these rows, and gives the same answers.
    @Test func rowsThatReferToMissingRowsAreCopied() throws {
      let url = try #require(PostgreSQLServer.shared).makeDatabase()
      let queue = try DatabaseQueue(
        configuration: {
          var configuration = Configuration()
          configuration.foreignKeysEnabled = false
          return configuration
        }())
      try queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE folder (id INTEGER PRIMARY KEY, name TEXT, parent INTEGER REFERENCES folder);
            INSERT INTO folder VALUES (1, 'root', 0), (2, 'menu', 1), (3, 'toolbar', 1), (4, 'lost', 9);
            """)
      }
      let source = try PredicateDatabase(queue)
      let (rows, notes) = try ServerExport(of: source, into: "copy").run(to: url)
      #expect(rows == 4)
      #expect(
        notes.count == 1 && notes[0].contains("folder is NOT VALID") && notes[0].contains("(parent)=(0)"), "\(notes)")
      let copy = try PostgreSQLDatabase(connection: url, schema: "copy", file: .whole(source.model))
      for condition in [
        "parent == nil", "parent != nil", "parent.name == nil", "parent.name != 'root'", "NOT (parent.name == 'root')",
        "children.@count == 0", "ANY children.name == 'menu'", "parentKey == 0 OR parentKey == 9",
      ] {
        let fetch = try EntityFetch("Folder", where: QueryPredicate(QueryFormat(raw: condition)))
        #expect(try "\(copy.keys(fetch))" == "\(source.keys(fetch))", "\(condition)")
      }
    }

    /// A copy opens with the model of its source, also if that model refers to rows by the row numbers of SQLite, which a server lacks.
    @Test func aCopyOpensWithTheModelOfItsSource() throws {
      let url = try #require(PostgreSQLServer.shared).makeDatabase()
      let queue = try DatabaseQueue()
      try queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE region (code TEXT PRIMARY KEY, name TEXT);
            CREATE TABLE visit (region TEXT REFERENCES region, day INTEGER, note TEXT, PRIMARY KEY (region, day));
            CREATE TABLE guide (id INTEGER PRIMARY KEY, name TEXT);
            CREATE TABLE guided (guide INTEGER REFERENCES guide, region TEXT REFERENCES region, PRIMARY KEY (guide, region));
            INSERT INTO region VALUES ('n', 'North'), ('s', 'South'), ('w', NULL);
            INSERT INTO guide VALUES (7, 'Ada'), (8, 'Bo');
            INSERT INTO guided VALUES (7, 'n'), (7, 's'), (8, 's');
            INSERT INTO visit VALUES ('n', 1, 'a'), ('n', 2, NULL), ('s', 1, 'b');
            """)
      }
      let source = try PredicateDatabase(queue)
      #expect(try ServerExport(of: source, into: "copy").run(to: url).rows == 11)
      let copy = try PostgreSQLDatabase(connection: url, schema: "copy", file: .whole(source.model))
      for (entity, condition) in [
        ("Region", "visits.@count > 1"), ("Region", "ANY guides.name == 'Ada'"), ("Region", "guides.@count == 0"),
        ("Region", "ANY visits.note == 'b'"), ("Region", "TRUEPREDICATE"),
        ("Visit", "region.name BEGINSWITH 'N'"), ("Visit", "region.visits.@count == 1"), ("Visit", "TRUEPREDICATE"),
      ] {
        var fetch = try EntityFetch(entity, where: QueryPredicate(QueryFormat(raw: condition)))
        fetch.columns = [FetchedColumn(key: entity == "Region" ? "code" : "note")]
        fetch.sortKeys = [entity == "Region" ? "code" : "note"] as [QuerySortKey]
        #expect(try "\(copy.fetch(fetch).rows)" == "\(source.fetch(fetch).rows)", "\(entity): \(condition)")
      }
    }

    /// Columns of arrays keep their types. A table without columns has no rows to copy.
    @Test func aCopyHasArrays() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = #"""
        CREATE TYPE mood AS ENUM ('sad', 'very "ok"'); CREATE TABLE nothing ();
        CREATE TABLE t (id int PRIMARY KEY, tags text[], grid int[], moods mood[], days date[], prices numeric(6,2)[],
          flags bool[], spans interval[], names char(4)[]);
        INSERT INTO t VALUES (1, '{a,NULL,"b \"c\" \\ {d}, e","NULL",""}', '{{1,2},{3,NULL}}', '{"very \"ok\"",NULL}',
          '{2024-02-29,infinity,0044-03-15 BC}', '{1.50,NULL}', '{t,f}', '{01:00:00.5}', '{ab}'),
          (2, '{}', '{}', '{}', '{}', '{}', '{}', '{}', '{}'), (3, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
        """#
      let (origin, url) = (try server.makeDatabase(script: script), try server.makeDatabase())
      let export = try ServerExport(of: PostgreSQLDatabase(connection: origin), into: "copy")
      #expect(export.notes == ["Nothing is not copied, because none of its columns can be read"])
      #expect(try export.run(to: url).rows == 3)
      let columns = "id, tags, grid, moods, days, prices, flags, spans, CAST(names AS text[])"
      let copied = try server.run("SELECT \(columns) FROM copy.t ORDER BY id", in: PostgreSQLServer.name(of: url))
      let rows = try server.run("SELECT \(columns) FROM t ORDER BY id", in: PostgreSQLServer.name(of: origin))
      #expect(copied.replacing("1.5,", with: "1.50,") == rows)
      let types = "SELECT pg_typeof(grid), pg_typeof(moods), pg_typeof(days) FROM copy.t LIMIT 1"
      #expect(try server.run(types, in: PostgreSQLServer.name(of: url)) == "integer[]|text[]|date[]\n")
    }

    /// From a server to a server, types and values stay as they are: digits, lengths, the null of JSON. The columns that are left out are named.
    @Test func aCopyKeepsTypes() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = #"""
        CREATE TYPE mood AS ENUM ('sad', 'ok'); CREATE DOMAIN price AS numeric(8,3);
        CREATE TABLE item (id smallint PRIMARY KEY, total numeric(10,2) NOT NULL, free numeric, price price, ratio real, code varchar(6) UNIQUE,
          tag char(3), at timestamp(3), opens time, spans interval, doc jsonb, text json, mood mood, ok bool, host inet, fee money);
        INSERT INTO item VALUES (1, 1.50, 'NaN', 2.5, 12.1, 'ab', 'x', '2024-01-02 03:04:05.678', '09:30', '1 mon 3 days', 'null',
          ' {"a":  1}', 'ok', true, '10.0.0.1', 5), (2, 0, 1.10, NULL, NULL, NULL, NULL, 'infinity', NULL, NULL, NULL, 'null', NULL, NULL, NULL, NULL);
        CREATE TABLE part (id int PRIMARY KEY, item_id smallint REFERENCES item); INSERT INTO part VALUES (1, 2), (2, NULL);
        CREATE INDEX ON part (item_id);
        """#
      let (origin, url) = (try server.makeDatabase(script: script), try server.makeDatabase())
      let export = try ServerExport(of: PostgreSQLDatabase(connection: origin), into: "copy")
      #expect(
        export.notes == [
          "item.host is left out: predicates cannot read values of the type inet",
          "item.fee is left out: predicates cannot read values of the type money",
        ], "\(export.notes)")
      #expect(try export.run(to: url).rows == 4)
      func run(_ statement: String, _ url: String) throws -> String {
        try server.run(statement, in: PostgreSQLServer.name(of: url))
      }
      let columns = "id, total, free, price, ratio, code, tag, at, opens, spans, doc, text, mood, ok"
      let rows = try run("SELECT \(columns), doc IS NULL FROM item ORDER BY id", origin)
      #expect(try run("SELECT \(columns), doc IS NULL FROM copy.item ORDER BY id", url) == rows)
      func types(_ schema: String) -> String {
        """
        SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute WHERE attnum > 0
        AND attrelid IN ('\(schema).item'::regclass, '\(schema).part'::regclass) AND attname NOT IN ('host', 'fee') ORDER BY attrelid, attnum
        """
      }
      let declared = try run(types("public"), origin).replacing("mood|mood", with: "mood|text")
      #expect(try run(types("copy"), url) == declared.replacing("price|price", with: "price|numeric(8,3)"))
      let indexes = "SELECT indexname FROM pg_indexes WHERE schemaname = 'copy' ORDER BY 1"
      #expect(try run(indexes, url) == "item_code_key\nitem_pkey\npart_item_id_idx\npart_pkey\n")
    }

    /// What is unique stays unique, from a server and from SQLite: columns, several columns, unique indexes. Partial indexes and expressions do not
    /// count, and neither do dates of SQLite, whose texts may have several forms.
    @Test func aCopyKeepsWhatIsUnique() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE seat (id int PRIMARY KEY, hall int, place text, code text UNIQUE, day date, UNIQUE (hall, place));
        CREATE UNIQUE INDEX seat_day ON seat (day); CREATE UNIQUE INDEX seat_some ON seat (hall) WHERE hall > 5;
        CREATE UNIQUE INDEX seat_lower ON seat (lower(place)); INSERT INTO seat VALUES (1, 1, 'a', 'x', '2024-01-01'), (2, 1, 'b', NULL, NULL);
        """
      let (origin, url) = (try server.makeDatabase(script: script), try server.makeDatabase())
      let names =
        "SELECT indexdef FROM pg_indexes WHERE schemaname = 'SCHEMA' AND indexdef LIKE '% UNIQUE %' ORDER BY 1"
      func unique(_ schema: String) throws -> [String] {
        let definitions = try server.run(names.replacing("SCHEMA", with: schema), in: PostgreSQLServer.name(of: url))
        return definitions.split(separator: "\n").compactMap { $0.split(separator: " USING ").last.map(String.init) }
          .sorted()
      }
      #expect(try ServerExport(of: PostgreSQLDatabase(connection: origin), into: "copy").run(to: url).rows == 2)
      #expect(try unique("copy") == ["btree (code)", "btree (day)", "btree (hall, place)", "btree (id)"])
      let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
      try queue.write {
        try $0.execute(
          sql: """
            CREATE TABLE seat (id INTEGER PRIMARY KEY, hall INTEGER, place TEXT, code TEXT UNIQUE, day DATE UNIQUE, UNIQUE (hall, place));
            CREATE UNIQUE INDEX seat_some ON seat (hall) WHERE hall > 5; CREATE UNIQUE INDEX seat_lower ON seat (lower(place));
            INSERT INTO seat VALUES (1, 1, 'a', 'x', '2024-01-01'), (2, 1, 'b', NULL, NULL);
            """)
      }
      let file = try PredicateDatabase(name: "seats", queue: queue)
      #expect(try ServerExport(of: file, into: "seats").run(to: url).rows == 2)
      #expect(try unique("seats") == ["btree (code)", "btree (hall, place)", "btree (id)"])
    }

    @Test func aCopyHasInfiniteDates() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE day (id int PRIMARY KEY, at timestamptz, day date); INSERT INTO day VALUES (1, 'infinity', '-infinity');
        """
      let (origin, url) = (try server.makeDatabase(script: script), try server.makeDatabase())
      #expect(try ServerExport(of: PostgreSQLDatabase(connection: origin), into: "copy").run(to: url).rows == 1)
      let days = try server.run("SELECT at, day FROM copy.day", in: PostgreSQLServer.name(of: url))
      #expect(days == "infinity|-infinity\n")
    }

    /// A date without a time keeps its type, whatever its year is. The message names a date that the server cannot store.
    @Test func aCopyHasDays() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE day (id int PRIMARY KEY, day date, at timestamptz);
        INSERT INTO day VALUES (1, '5874897-12-31', '294276-12-31'), (2, '4713-01-01 BC', NULL), (3, '2024-02-29', '2001-01-01 00:00:01.000001+00');
        """
      let (origin, url) = (try server.makeDatabase(script: script), try server.makeDatabase())
      #expect(try ServerExport(of: PostgreSQLDatabase(connection: origin), into: "copy").run(to: url).rows == 3)
      let name = PostgreSQLServer.name(of: url)
      let days = try server.run("SELECT day FROM copy.day ORDER BY id", in: name)
      #expect(days == "5874897-12-31\n4713-01-01 BC\n2024-02-29\n")
      let microseconds = "SELECT extract(microseconds FROM at)::int FROM copy.day WHERE id = 3"
      #expect(try server.run(microseconds, in: name) == "1000001\n")
      let type = "SELECT pg_typeof(day) FROM copy.day LIMIT 1"
      #expect(try server.run(type, in: name) == "date\n")
      let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
      try queue.write {
        try $0.execute(sql: "CREATE TABLE e (id INTEGER PRIMARY KEY, made REAL); INSERT INTO e VALUES (1, 1e13)")
      }
      let far = try PredicateDatabase(name: "far", queue: queue)
      let entity = try #require(far.model.entities.first?.name)
      let source = try far.retyped("made", of: entity, to: .date, storedAs: .secondsSince2001)
      let issue = #expect(throws: DatabaseIssue.self) { try ServerExport(of: source, into: "far").run(to: url) }
      let message = issue?.message ?? ""
      #expect(message.hasPrefix("e.made of the row with id = 1 has "), "\(message)")
      #expect(message.hasSuffix(", a date that the server cannot store"), "\(message)")
    }

    /// Keys of texts and of several columns, and a table of pairs that is an entity, too.
    @Test func aCopyHasKeysOfAllKinds() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE country (code text PRIMARY KEY, name text); CREATE TABLE tag (id int PRIMARY KEY, name text UNIQUE);
        CREATE TABLE film (id int PRIMARY KEY, country_code text REFERENCES country, title text, made timestamptz, seen bytea, price numeric);
        CREATE TABLE film_tag (film_id int REFERENCES film, tag_id int REFERENCES tag, weight float8, PRIMARY KEY (film_id, tag_id));
        CREATE TABLE note (id int PRIMARY KEY, film_id int, tag_id int, text text, FOREIGN KEY (film_id, tag_id) REFERENCES film_tag);
        CREATE VIEW old AS SELECT * FROM film;
        INSERT INTO country VALUES ('SE', 'Sweden'), ('NO', NULL); INSERT INTO tag VALUES (1, 'a'), (2, E'b\\t\\n');
        INSERT INTO film VALUES (1, 'SE', E'\\\\N', '2020-01-01 00:00:00.000001+00', '\\x00ff', 1.50), (2, NULL, NULL, NULL, NULL, NULL);
        INSERT INTO film_tag VALUES (1, 1, 0.1), (2, 1, 'Infinity'), (1, 2, NULL); INSERT INTO note VALUES (1, 1, 2, ''), (2, NULL, NULL, 'x');
        """
      let url = try server.makeDatabase(script: script)
      let source = try PostgreSQLDatabase(connection: url)
      let export = try ServerExport(of: source, into: "copy")
      #expect(
        export.notes.count == 1 && export.notes[0].hasPrefix("Old is not copied, because it is a view"),
        "\(export.notes)")
      #expect(try export.run(to: url).rows == 11)
      let copy = try PostgreSQLDatabase(connection: url, schema: "copy", file: .whole(source.model))
      for entity in ["Country", "Tag", "Film", "FilmTag", "Note"] {
        let fetch = EntityFetch(entity)
        #expect(try "\(copy.fetch(fetch).rows)" == "\(source.fetch(fetch).rows)", "\(entity)")
      }
      for (entity, format) in [
        ("Film", "country.name == 'Sweden'"), ("Note", "filmTag.weight == nil AND filmTag != nil"),
        ("Film", "ANY tags.name == 'a'"),
      ] {
        let fetch = EntityFetch(entity, where: try QueryPredicate(format: QueryFormat(raw: format)))
        #expect(try copy.count(fetch) == source.count(fetch) && source.count(fetch) > 0, "\(format)")
      }
    }

    /// If the export throws, the server keeps none of its tables.
    @Test func aCopyIsWholeOrNothing() throws {
      let server = try #require(PostgreSQLServer.shared)
      let url = try server.makeDatabase()
      let name = PostgreSQLServer.name(of: url)
      let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
      try queue.write {
        try $0.execute(sql: "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT)")
        try $0.execute(sql: "INSERT INTO film VALUES (1, 'a'), (2, 'b' || char(0))")
      }
      let source = try PredicateDatabase(name: "films", queue: queue)
      let export = try ServerExport(of: source, into: "copy")
      #expect(throws: DatabaseIssue.self) { try export.run(to: url) }
      #expect(try server.run("SELECT count(*) FROM pg_namespace WHERE nspname = 'copy'", in: name) == "0\n")
    }

    // MARK: Explanations

    @Test func conditionsHaveTheirReasons() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = "CREATE TABLE film (id int PRIMARY KEY, title text, year int, rating float8, big bigint)"
      let database = try PostgreSQLDatabase(connection: server.makeDatabase(script: script))
      let predicate = try QueryPredicate(
        format: "year > 1990 AND title ==[c] 'a' AND title MATCHES 'b' AND NOT (rating > big)")
      let bound = try BoundFetch(EntityFetch("Film", where: predicate), model: database.model)
      let lines = try DecidedParts(bound, on: database).lines(for: predicate, variables: [:])
      #expect(lines.count == 4 && lines[0] == "year > 1990: the database", "\(lines)")
      #expect(lines[1].hasPrefix("title ==[c] \"a\": the database in part, then memory ("), "\(lines)")
      #expect(lines[2].hasPrefix("title MATCHES \"b\": memory ("), "\(lines)")
      #expect(
        lines[3].hasPrefix("NOT rating > big: memory ("),
        "\(lines)")
    }

    @Test func indexesAreProposed() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id int PRIMARY KEY, title text, note text, year int, code text); CREATE INDEX ON film (year);
        INSERT INTO film SELECT i, 'film ' || i, 'film ' || i, i % 1000, i FROM generate_series(1, 5000) i; ANALYZE;
        """
      let name = PostgreSQLServer.name(
        of: try server.makeDatabase(
          options: "TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE 'en-US'", script: script))
      func advice(_ format: String) throws -> [String] {
        let database = try PostgreSQLDatabase(connection: server.url(of: name))
        let predicate = try QueryPredicate(format: QueryFormat(raw: format))
        let bound = try BoundFetch(EntityFetch("Film", where: predicate), model: database.model)
        let plan = try database.plan(of: try #require(database.prepare(bound, as: .count).statement))
        return try IndexAdvice(database, #require(database.model.entity(named: "Film")), plan: plan).lines(
          for: predicate)
      }
      for format in ["code == '7'", "title BEGINSWITH 'film 77'", "note < 'film 10'"] {
        let lines = try advice(format)
        let proposal = try #require(lines.first?.split(separator: ": ").last)
        #expect(lines.count == 1 && proposal.hasPrefix("CREATE INDEX ON \"public\".\"film\""), "\(lines)")
        #expect(proposal.contains("COLLATE \"C\"") == !format.hasPrefix("code"), "\(lines)")
        // With the proposed index, the plan uses it.
        try server.run("\(proposal); ANALYZE", in: name)
        #expect(try advice(format).isEmpty, "\(format)")
      }
      #expect(try advice("year == 7").isEmpty && advice("title CONTAINS 'x'").count <= 1)
    }

    /// By default memory computes an exact sum of doubles. An option lets the server compute it.
    @Test func serverSumsAreAChoice() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id int PRIMARY KEY, year int, rating float8);
        INSERT INTO film VALUES (1, 1990, 1e16), (2, 1990, 1), (3, 1990, -1e16), (4, 1991, NULL), (5, 1991, 0.5);
        """
      let url = try server.makeDatabase(script: script)
      func database(_ options: Set<String>) throws -> PostgreSQLDatabase {
        var opening = DatabaseOpening(url)
        opening.options = options
        return try #require(DatabaseKind.postgreSQL.open(opening) as? PostgreSQLDatabase)
      }
      let fetch = EntityFetch("Film", where: try QueryPredicate(format: "Film.@sum.rating > 0.9 AND id == 1"))
      let (exact, fast) = (try database([]), try database(["server-sums"]))
      #expect(try exact.statement(for: fetch).remainder != nil && fast.statement(for: fetch).remainder == nil)
      #expect(try exact.count(fetch) == 1)
      #expect(exact.notes.isEmpty && fast.notes.count == 1)
      let mean = EntityFetch("Film", where: try QueryPredicate(format: "Film.@avg.rating >= 0.09 AND id == 1"))
      _ = try fast.count(mean)
    }
  }
#endif
