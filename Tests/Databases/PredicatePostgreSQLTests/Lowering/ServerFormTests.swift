#if PostgreSQL
  import PredicateDatabases
  import PredicateFetching
  import PredicateModel
  import PredicatePostgreSQL
  import PredicateSyntax
  import PredicateTestSupport
  import PredicateValues
  import Testing

  /// Which part of a condition the server decides. The reference evaluates the rows that the server returns, so no expected rows are written by hand.
  @Suite(.enabled(if: PostgreSQLServer.shared != nil)) struct ServerFormTests {
    enum Form: String, Sendable { case exact, wider, none }

    /// A difference between the server and the language.
    struct Hazard: Sendable, CustomTestStringConvertible {
      let testDescription: String
      let conditions: [(format: String, form: Form)]

      init(_ name: String, _ form: Form, _ formats: String...) {
        testDescription = "\(name) (\(form))"
        conditions = formats.map { ($0, form) }
      }
    }

    /// A table with a column of each type, and with values that the server and the language treat differently.
    private static let script = """
      CREATE TYPE mood AS ENUM ('sad', 'ok', 'Happy');
      CREATE DOMAIN grade AS int CHECK (VALUE > -100);
      CREATE COLLATION blind (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
      CREATE TABLE thing (
        id int PRIMARY KEY, small smallint, whole int NOT NULL, big bigint, single real, real double precision NOT NULL,
        amount numeric, money numeric(10,2), flag boolean, name text NOT NULL, code text COLLATE "C", padded char(6),
        "label" mood, blind_name text COLLATE blind, token uuid, bytes bytea, day date, local timestamp, moment timestamptz,
        length interval, grade grade, doc jsonb, tags text[], far date,
        raw json, german text COLLATE "de-x-icu", swedish text COLLATE "sv-x-icu", posix text COLLATE "POSIX",
        starts time, ends time(0));
      INSERT INTO thing SELECT i, CASE WHEN i % 7 > 0 THEN i % 5 - 2 END, i * 3 - 20,
        CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN 9007199254740993 WHEN 2 THEN 9223372036854775807
          WHEN 3 THEN -9223372036854775808 ELSE i END,
        CASE i % 4 WHEN 0 THEN 'NaN' WHEN 1 THEN 0.1 WHEN 2 THEN i ELSE 'Infinity' END,
        CASE i % 6 WHEN 0 THEN 'NaN' WHEN 1 THEN 0.1::float8 + 0.2 WHEN 2 THEN '-Infinity' WHEN 3 THEN 9007199254740992
          WHEN 4 THEN '-0' ELSE i END,
        CASE i % 6 WHEN 0 THEN 'NaN' WHEN 1 THEN 0.30 WHEN 2 THEN 'Infinity' WHEN 3 THEN 123456789012345678901.5
          WHEN 4 THEN NULL ELSE i END,
        (i - 20) * 1.25, CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN true ELSE false END,
        (ARRAY['Emma', 'emma', 'Émile', E'E\\u0301mile', '', '100%', 'a_b', 'back\\slash', 'z', 'Z', 'ﬀ', E'line\\nbreak',
          '𐍈', '～', 'K', 'straße'])[i % 16 + 1],
        (ARRAY['a', 'B', 'b', 'É', NULL])[i % 5 + 1], (ARRAY['ab', 'ab    ', 'a', NULL])[i % 4 + 1],
        (ARRAY['sad', 'ok', 'Happy', NULL])[i % 4 + 1]::mood, (ARRAY['Ann', 'ann', 'ANN', 'bob', NULL])[i % 5 + 1],
        CASE WHEN i % 3 > 0 THEN lpad(to_hex(i % 9), 32, '0')::uuid END, decode(lpad(to_hex(i % 4), 2, '0'), 'hex'),
        CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN '2001-01-01' WHEN 2 THEN '1815-12-10' WHEN 3 THEN 'infinity'
          WHEN 4 THEN '0044-03-15 BC' ELSE date '2020-02-28' + i END,
        CASE i % 5 WHEN 0 THEN NULL WHEN 1 THEN '2001-01-01 00:00:00.000001' ELSE timestamp '2001-01-01' + i * interval '1 hour' END,
        CASE i % 7 WHEN 0 THEN NULL WHEN 1 THEN '2001-01-01 00:00:00+00' WHEN 2 THEN '-infinity'
          WHEN 3 THEN '9999-12-31 23:59:59.999999+00' ELSE timestamptz '2016-02-29 12:00:00+02' + i * interval '17 minutes' END,
        CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN '1 year 2 mons -3 days 04:05:06.5' ELSE i * interval '1 minute' END,
        i % 6, CASE i % 4 WHEN 0 THEN NULL WHEN 1 THEN 'null' WHEN 2 THEN '{"a": 1, "b": ["x"]}' ELSE '{"a": 2.5}' END::jsonb,
        CASE i % 3 WHEN 0 THEN NULL WHEN 1 THEN ARRAY['x', NULL, 'a "b"'] ELSE '{}' END,
        CASE i % 4 WHEN 0 THEN '5874897-12-31' WHEN 1 THEN '294277-01-01' WHEN 2 THEN '4714-11-24 BC' ELSE date '2020-01-01' END,
        (ARRAY[NULL, ' null ', E'\\t\\nnull', 'null', ' {"a" : 1}', '"null"'])[i % 6 + 1]::json,
        (ARRAY['ä', 'z', 'a', NULL])[i % 4 + 1], (ARRAY['z', 'ä', 'a'])[i % 3 + 1], (ARRAY['a', 'B', 'ä', NULL])[i % 4 + 1],
        (ARRAY['00:00', '09:30', '09:30:00.5', '09:30:00.45', '23:59:59.999999', '24:00', NULL])[i % 7 + 1]::time,
        (ARRAY['09:30', '10:00:01', NULL])[i % 3 + 1]::time
      FROM generate_series(1, 40) i;
      ANALYZE;
      """

    static let hazards = [
      Hazard(
        "whole numbers", .exact, "whole == 7", "whole > 7.5", "whole <= 7.5", "NOT (whole < -1e19) AND whole < 50",
        "small == 1", "small >= 0.5", "big == 9007199254740993", "big > 9007199254740992.0",
        "big >= 9.3e18 OR small == 0",
        "whole IN {1, 4, 7.0, 7.5, 1e30}", "whole BETWEEN {-4.5, 4.5}", "big < whole", "grade == 3", "small == grade",
        "NOT (small == 1)", "small != 1", "big == nil", "whole > flag"),
      Hazard(
        "floating-point numbers", .exact, "real > 1", "real >= 0.30000000000000004", "real == 0.1 + 0.2", "real < 0",
        "real == 0", "real < 9007199254740993", "NOT (real > 1)", "single > 1", "single == 0.1 OR single == 2",
        "NOT (single <= 5)", "real == nil", "single != nil", "real IN {0, 5, 11}", "real > whole", "single < real",
        "real BETWEEN {0, 10}"),
      Hazard("a double with a number of 64 bits", .none, "real < big", "amount > real"),
      Hazard(
        "decimals", .exact, "amount == 0.3", "amount > 1", "amount <= 5", "amount == nil", "NOT (amount > 1)",
        "amount > 123456789012345678901", "money == 1.25", "money > -3.125", "money IN {1.25, 2.5, 2.55}",
        "money > small", "amount == money OR money > 20"),
      Hazard(
        "arithmetic on decimals with declared digits", .exact, "money * 2 > 10", "money * money == 39.0625",
        "money * small < 0", "-money > 3 OR money + money == 2.5", "money - 1 IN {0.25, 4, 9}", "money / 4 > 1.1",
        "NOT (money * 2 <= 20)", "money * money * money > money", "(money + whole) / 8 BETWEEN {1, 3}",
        "1 - money > 0", "money / 1 == money AND whole > 40", "money * big > 1000000 OR money > 20"),
      Hazard(
        "other arithmetic on decimals", .none, "amount * 2 > 1", "money / 3 > 1", "money / small > 1",
        "money * real > 5",
        "money + amount > 9"),
      Hazard("booleans", .exact, "flag == YES", "flag != YES", "flag == 1", "flag > 0", "flag < 0.5", "flag == nil"),
      Hazard(
        "texts by scalars", .exact, "name == 'emma'", "name == 'Émile'", "name < 'a'", "name >= 'z'", "name > '～'",
        "code < 'b'", "code == 'b'", "name BETWEEN {'A', 'a'}", "name IN {'Emma', 'Z', 'nothing'}", "name > code",
        "NOT (code < name)", "padded == 'ab'", "padded == 'ab  ' OR padded == 'a'", "padded < 'ab'",
        "blindName == 'ann'", "blindName < 'a'", "blindName != 'bob'", "name < 'a\\u0000b'", "code == nil"),
      Hazard(
        "texts of two collations", .exact, "german == swedish", "german != swedish", "german < swedish",
        "swedish >= posix", "posix == code", "posix < 'b'", "german == name OR german == 'z'", "german IN {'z', 'ä'}"),
      Hazard("one of two texts", .none, "TERNARY(flag == YES, german, swedish) == 'a'"),
      Hazard(
        "tests of texts", .exact, "name BEGINSWITH 'E'", "name BEGINSWITH 'e'", "name ENDSWITH 'e'",
        "name CONTAINS '%'",
        "name CONTAINS '_'", "name CONTAINS '\\\\'", "name LIKE '*m*'", "name LIKE '?'", "name LIKE '1??%'",
        "name LIKE '*\\\\*' OR name LIKE 'a_b'", "name LIKE '*\\nbreak'", "blindName BEGINSWITH 'a'",
        "blindName CONTAINS 'N'",
        "padded ENDSWITH 'b'", "label BEGINSWITH 'H'", "NOT (name CONTAINS 'a')", "blindName LIKE 'A*'"),
      Hazard(
        "texts without case and accents", .wider, "name ==[c] 'EMMA'", "name ==[cd] 'emile'", "name BEGINSWITH[c] 'k'",
        "name CONTAINS[c] 'SS'", "name ENDSWITH[cd] 'LE'", "name LIKE[c] 'E*A'", "name CONTAINS[d] 'e'",
        "name BEGINSWITH[c] 'ff'", "name ==[c] 'é' OR name ==[c] 'Z'", "name IN[c] {'EMMA', 'z'}"),
      Hazard(
        "enums", .exact, "label == 'sad'", "label == 'unknown' OR label == 'ok'", "label IN {'sad', 'Happy', 'x'}",
        "label < 'ok'", "label != 'sad'", "label == nil", "label == code OR label == 'sad'"),
      Hazard(
        "UUIDs and bytes", .exact, "token == nil", "token != nil", "token == '00000000-0000-0000-0000-000000000001'",
        "token != '00000000-0000-0000-0000-000000000002'",
        "token IN {'00000000-0000-0000-0000-000000000001', 'FFFFFFFF-0000-0000-0000-000000000000'}",
        "bytes == bytes AND whole > 5",
        "byteCount(bytes) > small", "NOT byteCount(bytes) > small"),
      Hazard(
        "dates", .exact, "day == '2001-01-01'", "day < '2001-01-01'", "day > '2001-01-01T12:00'", "day >= '2020-03-01'",
        "day <= '2001-01-01T00:00:01'", "local == '2001-01-01T02:00'", "local > '2001-01-01'",
        "local <= '2001-01-01T07:30'",
        "moment == '2001-01-01'", "moment < '2016-02-29T11:00Z'", "moment >= '2016-02-29T11:00+01:00'",
        "moment BETWEEN {'2001-01-01', '2016-02-29T12:00'}", "moment > '9999-01-01'", "NOT (moment > '2016-01-01')",
        "moment == nil", "day < local", "local < moment", "moment IN {CAST(0, 'NSDate'), CAST(1, 'NSDate')}",
        "day == local OR day == moment"),
      Hazard(
        "dates later than any instant", .exact, "far > '9999-12-31'", "far == CAST(185330728684800, 'NSDate')",
        "far >= CAST(185330728684800, 'NSDate')", "far < CAST(9223339708800, 'NSDate')", "far > moment",
        "far == day OR far > local",
        "far > CAST(9223339708800, 'NSDate')"),
      Hazard(
        "the year of a date", .exact, "moment.year == 2016", "day.year < 2001", "day.year >= 2001", "local.year > 2000",
        "NOT (moment.year <= 2016)", "day.year != 1815"),
      Hazard(
        "parts of dates", .exact, "day.startOfDay == day AND day.year == 2020", "moment.startOfYear <= '2016-01-01'",
        "moment.month == 2", "day.month IN {1, 3}", "local.day > 1", "NOT (moment.month == 2)", "day.weekday < 3",
        "moment.weekday != 1", "local.hour BETWEEN {3, 9}", "day.hour == 0 AND day > '2001-01-02'",
        "moment.minute > 30",
        "moment.second == 0 AND moment.minute < 30", "day.dayOfYear > 40", "day.quarter == 1",
        "day.week == 10 OR day.week > 50",
        "day.weekYear < 1900", "moment.startOfMonth == '2016-02-01'", "day.startOfQuarter == '2020-01-01'",
        "day.startOfWeek > '2020-03-01'", "moment.startOfWeek < '2016-03-01'", "local.startOfMonth != '2001-01-01'",
        "day.month == local.month OR day.month == 3", "moment.month == nil",
        "day.year == moment.year OR day.year == 2020"),
      Hazard(
        "far dates", .exact, "far.month == 12", "far.year > 9999", "far.weekYear < 0", "far.startOfYear > '9999-01-01'",
        "far.startOfQuarter < '2000-01-01'", "far.week == 48", "far.weekday IN {1, 3}",
        "far.dayOfYear > 300", "far.startOfWeek < '2019-12-31'", "moment.year == 10000 OR moment.month == 1"),
      Hazard("parts of dates in a zone", .none, "FUNCTION(moment, 'month:inTimeZone:', 'Europe/Berlin') == 2"),
      Hazard(
        "arithmetic on whole numbers", .exact, "whole + 1 > 5", "whole * 2 - small == 0 OR whole > 30", "-whole > 0",
        "whole / 0 == 1 OR whole / 7 == 2", "whole / -7 == 0", "100 / small == 50", "NOT (whole / small > 3)",
        "(whole + grade) * 1000 > 5000.5", "whole - 1 IN {0, 3, 9}", "whole + small BETWEEN {0, 10}"),
      Hazard(
        "lengths of texts", .exact, "name.length > 4", "name.length == 2", "padded.length < 2",
        "label.length == code.length OR code.length == 1"),
      Hazard(
        "lengths of time", .exact, "length > 600", "length == 120", "length >= 600.5", "length == nil",
        "length IN {120, 600.0}"),
      Hazard(
        "times of day", .exact, "starts == '09:30:00'", "starts == '09:30' OR starts == '24:00:00'",
        "starts != '09:30:00'", "starts > '09:30'", "starts >= '09:30:00'", "starts < '09:30:00.5'",
        "starts <= '09:30:00.450'",
        "starts < '24:00:00'", "starts > '09:30:00.9999999'", "starts <= '1'", "starts > '24'", "starts < '09:3'",
        "starts > 'a' OR starts == ends",
        "starts BETWEEN {'09', '10'}", "starts IN {'09:30:00', '00:00:00', '25:00:00', 'x'}", "starts < ends",
        "starts BEGINSWITH '09'", "ends LIKE '*:01'", "starts == nil", "NOT (starts > '12:00:00')", "starts >= ''"),
      Hazard(
        "what the server has no form for", .none, "doc.a * 2 == 2", "ANY tags ==[c] 'X'", "big + 1 > 5",
        "name MATCHES '[A-Z].*'", "uppercase(name) == 'Z'", "real * 2 > 5",
        "modulus(whole, 7) == 1"),
      Hazard("elements of arrays", .exact, "ANY tags == 'x'", "tags.@count > 0", "'x' IN tags", "ANY tags == nil"),
      Hazard("values inside JSON", .wider, "doc.a == 1", "doc.a > 1", "doc.b[0] == 'x'", "doc.a <= 1.5 AND whole > 0"),
      Hazard("nil of JSON", .exact, "doc == nil", "doc != nil", "tags == nil", "raw == nil", "raw != nil"),
    ]

    /// The collations that a server may have for its texts.
    static let locales = ["LOCALE 'C'", "LOCALE 'C.UTF-8'", "LOCALE_PROVIDER icu ICU_LOCALE 'en-US'"]

    private static let databases = Dictionary(
      uniqueKeysWithValues: locales.map { locale in
        (
          locale,
          Result {
            let server = try #require(PostgreSQLServer.shared)
            let options = "TEMPLATE template0 ENCODING 'UTF8' \(locale)"
            let url = try server.makeDatabase("forms in \(locale.filter(\.isLetter))", options: options, script: script)
            let database = try PostgreSQLDatabase(connection: url.replacing(" ", with: "%20"))
            return (database: database, graph: try database.graph())
          }
        )
      })

    /// The database of the locale C.
    static func database() throws -> PostgreSQLDatabase {
      try #require(databases["LOCALE 'C'"]).get().database
    }

    @Test(arguments: hazards, locales) func decideAsTheReference(hazard: Hazard, locale: String) throws {
      let (database, graph) = try #require(Self.databases[locale]).get()
      for (format, form) in hazard.conditions {
        let condition = try QueryPredicate(format: QueryFormat(raw: format))
        var shares: [[String]] = []
        for predicate in [condition, .not(condition)] {
          let fetch = EntityFetch("Thing", where: predicate)
          let expected = try graph.rows(fetch).rows.map { "\($0[0])" }
          #expect(try database.rows(of: fetch).rows.map { "\($0[0])" } == expected, "\(predicate)")
          #expect(try database.number(of: fetch) == expected.count, "\(predicate)")
          shares.append(expected)
        }
        // A condition that all rows meet, or none, would prove nothing.
        #expect(!shares[0].isEmpty && !shares[1].isEmpty, "\(format): \(shares[0].count) of 40")
        let prepared = try database.prepare(
          BoundFetch(EntityFetch("Thing", where: condition), model: database.model), as: .rows)
        let text = prepared.statement?.text ?? ""
        let found: Form = prepared.remainder == nil ? .exact : text.contains(" WHERE ") ? .wider : .none
        #expect(found == form, "\(format): \(text)")
      }
    }

    @Test(
      arguments: [
        "whole", "big desc", "single", "real desc", "amount", "money desc", "flag", "name", "code desc", "padded",
        "label",
        "blindName desc", "token", "bytes", "day desc", "local", "moment desc", "length", "starts", "ends desc",
      ], locales) func ordersAsTheReference(order: String, locale: String) throws
    {
      let (database, graph) = try #require(Self.databases[locale]).get()
      let (key, isAscending) = (String(order.prefix { $0 != " " }), !order.hasSuffix("desc"))
      let fetch = EntityFetch("Thing", sortedBy: [QuerySortKey(QueryKeyPath(.key(key)), isAscending: isAscending)])
      let expected = try graph.rows(fetch).rows.map { "\($0[0])" }
      #expect(try database.rows(of: fetch).rows.map { "\($0[0])" } == expected)
    }

    /// The server sends and takes texts in UTF-8 whatever encoding it keeps them in, and refuses constants that its encoding does not have.
    @Test(arguments: [("LATIN1", "é"), ("WIN1251", "Ж"), ("EUC_JP", "の"), ("SQL_ASCII", "é")])
    func otherEncodings(encoding: String, letter: String) throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        SET client_encoding = 'UTF8';
        CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TABLE film (id int PRIMARY KEY, title text, mood mood);
        INSERT INTO film SELECT i, (ARRAY['Emma', 'emma', 'a§b', '§', 'z', NULL, '', '100%'])[i],
          (ARRAY['sad', 'glad', NULL])[i % 3 + 1]::mood FROM generate_series(1, 8) i;
        """.replacing("§", with: letter)
      let url = try server.makeDatabase(options: "TEMPLATE template0 ENCODING '\(encoding)' LOCALE 'C'", script: script)
      let database = try PostgreSQLDatabase(connection: url)
      let graph = try database.graph()
      for format in [
        "title == 'Emma'", "title == 'é'", "title == '日本'", "title != '日本'", "title IN {'Emma', 'Ж', 'の'}",
        "title < 'é'",
        "title BEGINSWITH 'a'", "title CONTAINS 'é'", "title ==[c] 'EMMA'", "title LIKE '*の*'", "title == mood",
        "mood == 'sad'",
        "mood == 'é' OR title == ''", "title.length == 1", "title BETWEEN {'a', 'の'}",
      ] {
        let fetch = EntityFetch("Film", where: try QueryPredicate(format: QueryFormat(raw: format)))
        let expected = try graph.rows(fetch).rows.map { "\($0[0])" }
        #expect(try database.rows(of: fetch).rows.map { "\($0[0])" } == expected, "\(format)")
      }
      #expect(try "\(graph.rows(EntityFetch("Film")).rows)".contains("a\(letter)b"))
      #expect(try database.values(of: "title", in: "Film", prefix: "é", limit: 5).count <= 2)
    }

    /// A comparison reads the column without a conversion, so that an index of the column is used.
    @Test func indexesAreUsed() throws {
      let server = try #require(PostgreSQLServer.shared)
      let script = """
        CREATE TABLE film (id int PRIMARY KEY, year int, big bigint, rating real, price numeric, title text COLLATE "C",
          made date, seen timestamptz, token uuid);
        INSERT INTO film SELECT i, i % 1000, i, i % 97, i % 89, 'film ' || i, date '1900-01-01' + i % 40000,
          timestamptz '2000-01-01' + i * interval '1 hour', lpad(to_hex(i), 32, '0')::uuid FROM generate_series(1, 20000) i;
        CREATE INDEX ON film (year); CREATE INDEX ON film (big); CREATE INDEX ON film (rating); CREATE INDEX ON film (price);
        CREATE INDEX ON film (title); CREATE INDEX ON film (made); CREATE INDEX ON film (seen); CREATE INDEX ON film (token);
        ANALYZE;
        """
      let database = try PostgreSQLDatabase(connection: server.makeDatabase("indexes", script: script))
      for format in [
        "id == 7", "year == 7", "year > 998.5", "big == 7.0", "rating > 95.5 AND year == 3", "price == 7 AND big < 100",
        "title == 'film 7'", "title BEGINSWITH 'film 77'", "title < 'film 100'", "made == '1901-01-01'",
        "made < '1900-01-05'",
        "seen > '2002-04-13'", "seen == '2000-01-02'", "title IN {'film 1', 'film 2'}", "year BETWEEN {3, 4}",
      ] {
        let fetch = EntityFetch("Film", where: try QueryPredicate(format: QueryFormat(raw: format)))
        let statement = try #require(
          try database.prepare(BoundFetch(fetch, model: database.model), as: .count).statement)
        let plan = try database.plan(of: statement)
        #expect(!plan.all.contains { $0.work == .scan }, "\(format): \(plan.all.map(\.words))")
      }
    }
  }
#endif
