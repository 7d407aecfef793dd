import PredicateDatabases
import PredicateModel
import PredicateSQLite
import PredicateSyntax
import PredicateValues
import Testing

/// Types whose values a column may store in several forms. The stored values show the form, and memory and SQL read it alike.
@Suite struct TypeFitTests {
  private static let units: [(AttributeStorage, perSecond: Int64, offset: Int64)] = [
    (.secondsSince2001, 1, 0), (.millisecondsSince2001, 1_000, 0), (.microsecondsSince2001, 1_000_000, 0),
    (.nanosecondsSince2001, 1_000_000_000, 0), (.secondsSince1970, 1, 978_307_200),
    (.millisecondsSince1970, 1_000, 978_307_200), (.microsecondsSince1970, 1_000_000, 978_307_200),
    (.nanosecondsSince1970, 1_000_000_000, 978_307_200), (.secondsSince1601, 1, 12_622_780_800),
    (.millisecondsSince1601, 1_000, 12_622_780_800), (.microsecondsSince1601, 1_000_000, 12_622_780_800),
    (.ticksSince1601, 10_000_000, 12_622_780_800), (.ticksSince0001, 10_000_000, 63_113_904_000),
  ]

  /// The values are 2020-03-01, 2019-12-31 10:00, a text, NULL, and 0. The column has an index on request.
  private static func dates(_ perSecond: Int64, _ offset: Int64, indexed: Bool) throws -> PredicateDatabase {
    let numbers = [604_713_600, 599_479_200].map { ($0 + offset) * perSecond }
    return try ScriptDatabase.open(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, moment INTEGER);
      INSERT INTO item VALUES (1, \(numbers[0])), (2, \(numbers[1])), (3, 'x'), (4, NULL), (5, 0);
      \(indexed ? "CREATE INDEX item_moment ON item (moment);" : "")
      """)
  }

  @Test(arguments: units, [true, false])
  func datesInEveryUnit(unit: (AttributeStorage, perSecond: Int64, offset: Int64), indexed: Bool) throws {
    let plain = try Self.dates(unit.perSecond, unit.offset, indexed: indexed)
    let subject = try AgreementSubject(plain.retyped("moment", of: "Item", to: .date, storedAs: unit.0))
    #expect(try subject.ids("moment >= '2020-02-29' AND moment < '2020-03-03'", "Item") == [1])
    #expect(try subject.ids("moment == '2020-03-01'", "Item") == [1])
    #expect(try subject.ids("moment.year == 2019", "Item") == [2])
    #expect(try subject.ids("moment IN {'2019-12-31 10:00', '2020-03-01'}", "Item") == [1, 2])
    #expect(try subject.ids("moment == nil", "Item") == [3, 4])
    _ = try subject.ids("NOT moment < '2020-01-01'", "Item")
    _ = try subject.ids("moment + 60 > '2020-03-01'", "Item")
  }

  /// Days stored as numbers of eight digits, as data warehouses have them, with some numbers that are not days.
  @Test(arguments: ["INTEGER", "REAL", "", "TEXT"])
  func daysInDigits(declared: String) throws {
    let plain = try ScriptDatabase.open(
      """
      CREATE TABLE sale (id INTEGER PRIMARY KEY, day_key \(declared), amount INTEGER);
      INSERT INTO sale VALUES (1, 20240229, 1), (2, 20231231, 2), (3, 20240101, 3), (4, NULL, 4), (5, 20240230, 5),
        (6, -1, 6), (7, 99991231, 7), (8, 'soon', 8), (9, 20240229, 9), (10, x'01', 10);
      CREATE INDEX sale_day ON sale (day_key);
      """)
    let isText = declared == "TEXT"
    let storage = isText ? AttributeStorage.basicISO8601Text : .basicISO8601Number
    let evidence = try plain.evidence("dayKey", of: "Sale", as: .date, storedAs: nil)
    #expect(evidence?.storage == storage)
    let database = try plain.retyped("dayKey", of: "Sale", to: .date, storedAs: storage)
    let subject = try AgreementSubject(database)
    for (format, ids) in [
      ("dayKey == '2024-02-29'", [1, 9]), ("dayKey > '2024-01-01'", [1, 7, 9]),
      ("dayKey >= '2024-01-01'", [1, 3, 7, 9]),
      ("dayKey < '2024-01-01T00:00:01Z'", [2, 3]), ("dayKey BETWEEN {'2023-12-31', '2024-01-31'}", [2, 3]),
      ("dayKey IN {'2023-12-31', '2024-02-29'}", [1, 2, 9]), ("dayKey.year == 2024", [1, 3, 9]),
      ("dayKey == nil", [4, 5, 6, 8, 10]), ("NOT dayKey < '2024-01-31'", [1, 4, 5, 6, 7, 8, 9, 10]),
      ("dayKey != '2024-02-29'", [2, 3, 4, 5, 6, 7, 8, 10]),
    ] {
      #expect(try subject.ids(format, "Sale") == ids.map { Int64($0) }, "\(declared) \(format)")
      guard !isText, !format.contains("nil"), !format.contains("NOT"), !format.contains("!=") else { continue }
      let fetch = EntityFetch("Sale", where: try QueryPredicate(format: QueryFormat(raw: format)))
      let plan = try database.plan(of: database.statement(for: fetch, form: .count).statement)
      #expect(plan.all.contains { $0.words.contains("SEARCH") && $0.words.contains("sale_day") }, "\(format): \(plan)")
    }
  }

  /// The size of bytes. SQLite finds it without reading the bytes. For values of other classes it is nil.
  @Test(arguments: ["BLOB", "ANY"])
  func sizesOfBytes(declared: String) throws {
    let subject = try AgreementSubject(
      ScriptDatabase.open(
        """
        CREATE TABLE photo (id INTEGER PRIMARY KEY, data \(declared), album INTEGER REFERENCES album);
        CREATE TABLE album (id INTEGER PRIMARY KEY);
        INSERT INTO album VALUES (1), (2);
        INSERT INTO photo VALUES (1, x'0102', 1), (2, x'', 1), (3, NULL, 1), (4, zeroblob(70000), 2)
          \(declared == "BLOB" ? ", (5, 'text', 2), (6, 7, NULL)" : "");
        """))
    #expect(try subject.ids("byteCount(data) > 1", "Photo") == [1, 4])
    #expect(try subject.ids("byteCount(data) == 0", "Photo") == [2])
    #expect(try subject.ids("byteCount(data) BETWEEN {1, 100}", "Photo") == [1])
    #expect(try subject.ids("byteCount(data) == nil", "Photo") == (declared == "BLOB" ? [3, 5, 6] : [3]))
    #expect(try subject.ids("SUBQUERY(photos, $p, byteCount($p.data) > 9).@count > 0", "Album") == [2])
    let sizes = EntityFetch(
      "Photo", columns: [FetchedColumn(try QueryExpression(format: "sum(byteCount(data))"), as: "size")])
    #expect(try subject.rows(sizes) == ["\([QueryValue.integer(70_002)])"])
    guard declared == "BLOB" else { return }
    let text = try subject.sql(EntityFetch("Photo", where: QueryPredicate(format: "byteCount(data) > 1")))
    #expect(text.contains(#"length(t0."data")"#) && !text.contains("predicate_"), "\(text)")
  }

  /// Numbers that are dates in two storages: the column's name decides between them. If it does not, the second storage is offered as the alternative.
  @Test(arguments: [
    (
      "createdTicks", [637_500_000_000_000_000, 638_700_000_000_000_000], AttributeStorage.ticksSince0001,
      nil as AttributeStorage?
    ),
    ("moment", [637_500_000_000_000_000, 638_700_000_000_000_000], .nanosecondsSince2001, .ticksSince0001),
    ("moment", [132_223_968_000_000_000, 133_485_408_000_000_000], .ticksSince1601, nil),
    ("since_cocoa", [-189_000_000, 720_000_000], .secondsSince2001, nil),
    ("moment", [-189_000_000, 720_000_000], .secondsSince1970, .secondsSince2001),
    ("moment", [1_583_020_800, 1_577_786_400], .secondsSince1970, nil),
  ])
  func numbersOfTwoMeanings(
    name: String, numbers: [Int], storage: AttributeStorage, other: AttributeStorage?
  ) throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE item (id INTEGER PRIMARY KEY, \(name) INTEGER);
      INSERT INTO item (\(name)) VALUES (\(numbers[0])), (\(numbers[1]));
      """)
    let attribute = try #require(database.model.entity(named: "Item")?.attributes.last)
    let evidence = try #require(try database.evidence(attribute.name, of: "Item", as: .date, storedAs: nil))
    #expect(evidence.storage == storage)
    #expect(evidence.other?.storage == other)
  }

  /// The values of a view decide its storage, too, although opening a database does not read views.
  @Test(arguments: [
    "SELECT * FROM reading", "SELECT id, ts FROM reading UNION ALL SELECT id + 10, ts FROM reading",
    "SELECT max(ts) AS ts FROM reading GROUP BY id",
  ])
  func datesOfViews(view: String) throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE reading (id INTEGER PRIMARY KEY, ts INTEGER);
      INSERT INTO reading VALUES (1, 1761955200), (2, 1762000000), (3, NULL); CREATE VIEW latest AS \(view);
      """)
    let entity = try #require(database.model.entities.first { $0.table == "latest" }?.name)
    let evidence = try #require(try database.evidence("ts", of: entity, as: .date, storedAs: nil))
    #expect(evidence.storage == .secondsSince1970 && evidence.valueCount >= 2 && evidence.misfitCount == 0)
    let retyped = try database.retyped("ts", of: entity, to: .date)
    let fetch = EntityFetch(entity, where: try QueryPredicate("ts > '2025-11-01 00:00:01'"))
    #expect(try retyped.number(of: fetch) == evidence.valueCount / 2)
    #expect(try database.evidence("ts", of: entity, as: .uuid, storedAs: nil)?.misfitCount == evidence.valueCount)
  }

  @Test func textsThatStandForNumbersBooleansAndDates() throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, active CHAR(1), year VARCHAR(4), cost TEXT, made TEXT);
      INSERT INTO film VALUES (1, '1', '2006', '4.99', '20060215'), (2, '0', '1999', '10', '19990101T120000Z'),
        (3, 'y', 'soon', '-1e1', 'never'), (4, NULL, NULL, NULL, NULL);
      CREATE INDEX film_year ON film (year);
      """
    )
    .retyped("active", of: "Film", to: .boolean).retyped("year", of: "Film", to: .integer)
    .retyped("cost", of: "Film", to: .double).retyped("made", of: "Film", to: .date)
    let film = try #require(database.model.entity(named: "Film"))
    #expect(
      film.attributes.map(\.storage) == [.integer, .booleanWords, .integerText, .realText, .basicISO8601Text])
    let subject = try AgreementSubject(database)
    for (format, expected) in [
      ("active == YES", [1, 3] as [Int64]), ("active == NO", [2]), ("active == nil", [4]), ("year == 2006", [1]),
      ("year < 2006", [2]), ("year == nil", [3, 4]), ("year + 1 == 2000", [2]), ("year IN {1999, 2006}", [1, 2]),
      ("cost > 5", [2]), ("cost BETWEEN {-20, 5}", [1, 3]), ("cost == nil", [4]), ("made.year == 1999", [2]),
      ("made > '2000-01-01'", [1]), ("made == nil", [3, 4]),
    ] {
      #expect(try subject.ids(format, "Film") == expected, "\(format)")
      _ = try subject.ids("NOT (\(format))", "Film")
    }
    #expect(
      try subject.database.fetch(EntityFetch("Film", sortedBy: [QuerySortKey(QueryKeyPath(.key("year")))])).rows.count
        == 4)
  }

  @Test func evidenceCountsTheValuesThatDoNotFit() throws {
    let database = try ScriptDatabase.open(
      """
      CREATE TABLE a (id INTEGER PRIMARY KEY, seen INTEGER, year INTEGER, word TEXT);
      INSERT INTO a VALUES (1, 1309518981371935, 1999, 'true'), (2, 0, 2006, 'soon'), (3, NULL, 2011, 'no');
      """)
    let seen = try #require(try database.evidence("seen", of: "A", as: .date, storedAs: nil))
    #expect(seen.storage == .microsecondsSince1970)
    #expect(seen.valueCount == 2 && seen.misfitCount == 0)
    let year = try #require(try database.evidence("year", of: "A", as: .date, storedAs: nil))
    #expect(year.isRefuted)
    #expect(year.misfits == [.integer(1999), .integer(2006), .integer(2011)])
    #expect(try database.evidence("year", of: "A", as: .date, storedAs: .secondsSince1970)?.misfitCount == 0)
    #expect(try database.evidence("year", of: "A", as: .boolean, storedAs: nil)?.isRefuted == true)
    #expect(try database.evidence("year", of: "A", as: .string, storedAs: nil)?.isRefuted == true)
    let word = try #require(try database.evidence("word", of: "A", as: .boolean, storedAs: nil))
    #expect(word.misfitCount == 1 && word.misfits == [.text("soon")])
    #expect(try database.evidence("word", of: "A", as: .integer, storedAs: nil)?.isRefuted == true)
  }

  /// Evidence about a column includes the least and the greatest value of its index.
  @Test func evidenceLooksAtTheEndsOfAnIndex() throws {
    let script = """
      CREATE TABLE a (id INTEGER PRIMARY KEY, n TEXT);
      WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 50000)
        INSERT INTO a SELECT i, CASE i WHEN 24567 THEN 'zz' ELSE i END FROM c;
      """
    #expect(
      try ScriptDatabase.open(script).evidence("n", of: "A", as: .integer, storedAs: nil)?.misfitCount == 0)
    let indexed = try ScriptDatabase.open(script + "CREATE INDEX a_n ON a (n);")
    #expect(try indexed.evidence("n", of: "A", as: .integer, storedAs: nil)?.misfits == [.text("zz")])
  }
}
