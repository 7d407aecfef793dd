import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Hints about columns that store dates in other forms, columns of bytes, and columns whose names need quotes or `#`.
@Suite("Hints about odd columns")
struct OddColumnHintTests {
  private static func shell() throws -> TestedShell {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE form (id INTEGER PRIMARY KEY, sent TEXT, born TEXT, day_key INTEGER, at INTEGER, made REAL, doc JSON,
            photo BLOB, "1st" TEXT, "2007" REAL, "tip%" REAL, open_rate REAL);
          INSERT INTO form VALUES
            (1, '5/31/2024 10:00', '2024-05-31', 20240531, 1700000000, 1700000000.5, '{"at": "2024-05-31"}', x'01', 'a', 1.5, 2, 1),
            (2, '6/30/2024 11:00', '', 20231231, 1710000000, 1710000000.5, '{"at": "2025-05-31"}', x'02', 'b', 2.5, 3, 2),
            (3, '6/30/2024 11:00', '2020-01-01', 20230101, 1720000000, 1720000000.5, '{"at": "2025-05-31"}', x'02', 'b', 2.5, 3, 2);
          CREATE TABLE store (no INTEGER PRIMARY KEY, region TEXT); INSERT INTO store VALUES (1, 'N'), (2, 'S');
          CREATE TABLE tbl_vitals (id INTEGER PRIMARY KEY, form_id INTEGER REFERENCES form, store_no INTEGER);
          """)
    }
    return try TestedShell(try PredicateDatabase(name: "odd", queue: queue))
  }

  @Test(arguments: [
    (
      "Form where sent.month == 5", "unknown-key",
      "no text of sent is a date that CAST reads, such as “5/31/2024 10:00”; to read parts of the text, "
        + "write substring(sent, 1, 4) or sent BEGINSWITH \"…\""
    ),
    (
      "Form where dayKey > \"2024-01-31\"", "families-differ",
      "dayKey looks like a date in numbers. To read it so, write .type Form.dayKey date"
    ),
    (
      "Form where dayKey.year == 2024", "key-of-value",
      "dayKey looks like a date in numbers. To read it so, write .type Form.dayKey date"
    ),
    (
      "Form where doc.at > CAST(\"2024-06-01\",\"NSDate\")", "families-differ",
      "JSON cannot contain dates. To read a date from a text, write CAST(doc.at, \"NSDate\") > CAST(\"2024-06-01\",\"NSDate\")"
    ),
    (
      "Form where length(photo) > 2", "function-argument",
      "photo contains bytes. To get their number, write byteCount(photo)"
    ),
    (
      "Form show photo.@count", "aggregate-of-scalar",
      "photo contains bytes. To get their number, write byteCount(photo)"
    ),
    (
      "Form where 1st == \"x\"", "number-suffix",
      "the name of the property for this column is _1st, so write Form where _1st == \"x\""
    ),
    ("Form where 2007 > \"a\"", "families-differ", "the name of the property for this column is _2007"),
    ("Form where tip% > 20", "modulo", "the name of the property for this column is tip, so write Form where tip > 20"),
    (
      "Form where json_extract(doc, '$.at') == \"x\"", "unknown-function", "write Form where doc.at == \"x\""
    ),
    ("Form where doc->>'at' == \"x\"", "operand-expected", "write Form where doc.at == \"x\""),
    // `no` without `#` is a constant.
    ("select distinct no from store", "sql-statement", "write Store show distinct #no"),
    (
      "SELECT region FROM store WHERE no = '2' ORDER BY 1", "sql-statement",
      "write Store where #no = 2 show region sort by region"
    ),
    ("Form where tip == 2,5", "unexpected-clause", "a number has a point: Form where tip == 2.5"),
    ("Form where open", "unknown-key", "a predicate compares: id != nil"),
    ("Form where vitals.@count > 2", "unknown-key", "the nearest name is “tblVitals”"),
    (
      "TblVital where storeNo IN (Store where region == \"S\").no", "operator-expected",
      "to use the objects of another entity in a SUBQUERY, write TblVital where SUBQUERY(Store, $x, $x.region == \"S\" AND $x.no == storeNo).@count > 0"
    ),
  ])
  func hints(statement: String, code: String, hint: String) throws {
    let found = try Self.shell().refusal(statement)
    #expect(found.code == code && found.hint == hint, "\(found)")
  }

  private static func votes() throws -> TestedShell {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE vote (id INTEGER PRIMARY KEY, flag BOOLEAN, "true" INTEGER, no INTEGER NOT NULL, state TEXT, price TEXT);
          INSERT INTO vote VALUES (1, 1, 1, 3, 'none', '5.0'), (2, 0, 0, 4, 'a', '5');
          CREATE TABLE stop (id INTEGER PRIMARY KEY, rank INTEGER, none INTEGER, active BOOLEAN, size BLOB, grade INTEGER, note TEXT);
          INSERT INTO stop VALUES (1, 2, 2, 1, 5, 5, 'a'), (2, 3, 2, 0, 6, 6, 'b');
          """)
    }
    return try TestedShell(try PredicateDatabase(name: "votes", queue: queue))
  }

  @Test(arguments: [
    // The word after AS is a name.
    ("select state as first, no from vote", "Vote show state as first, #no"),
    ("select state, count(*) as matches from vote group by 1", "Vote group by state show state, count() as matches"),
    // The table has no column `true`, so the word is a constant of SQL.
    ("select id from stop where active = true", "Stop where active = true show id"),
    // SQLite converts a text that is compared with a column of numbers.
    ("select id from stop where grade = '5'", "Stop where grade = 5 show id"),
    // The column has no NULL, so no condition excludes it.
    ("select id from vote where no <> 3", "Vote where #no != 3 show id"),
    ("select id from vote where state <> 'a'", "Vote where state != 'a' AND state != nil show id"),
  ])
  func translatedNames(sql: String, statement: String) throws {
    let shell = try Self.votes()
    #expect(shell.refusal(sql).hint == "write \(statement)")
    #expect(shell.session.run(statement) == .done, "\(shell.errors.take())")
  }

  /// The table has a column `true`. SQLite compares with this column, and PostgreSQL with the constant, so no statement is proposed.
  @Test(arguments: ["select id from vote where flag = true", "update vote set no = 5 where flag = true"])
  func truthThatIsAColumn(sql: String) throws {
    let shell = try Self.votes()
    #expect(shell.rows(".raw select id from vote where flag = true") == ["1", "2"])
    #expect(!shell.refusal(sql).hint.contains("Vote"), "\(shell.refusal(sql))")
  }

  /// ORDER BY reads the name of the column, but `sort by #no` would read the property.
  @Test func namesThatArePropertiesToo() throws {
    #expect(try Self.votes().refusal("select state as no from vote order by no").hint.hasPrefix("the syntax is: "))
  }

  /// SQL compares a column of texts with the text `'5'`, and not with the number.
  @Test func numbersInTextsStayTexts() throws {
    let shell = try Self.votes()
    shell.lines(".type Vote.price double")
    #expect(shell.refusal("select id from vote where price = '5'").hint.hasPrefix("the syntax is: "))
    // All values of the column are numbers, but SQLite does not convert a text that is compared with a BLOB column.
    #expect(shell.rows(".raw select id from stop where size = '5'").isEmpty)
    #expect(shell.refusal("select id from stop where size = '5'").hint != "write Stop where size = 5 show id")
  }

  /// `none` may be no value, a text or a property. The hint has all readings that the column and the entity allow.
  @Test(arguments: [
    (
      "Vote where state == none",
      "for no value, write Vote where state == nil; or, for the text, write Vote where state == \"none\""
    ),
    (
      "Vote where state is none",
      "for no value, write Vote where state == nil; or, for the text, write Vote where state == \"none\""
    ),
    (
      "Vote where state != None",
      "for no value, write Vote where state != nil; or, for the text, write Vote where state != \"None\""
    ),
    (".count Vote where state = none", "for no value, write nil; or, for the text, write \"none\""),
    ("Vote where flag = none", "write Vote where flag = nil"),
    ("Vote where flag is none", "write Vote where flag == nil"),
    (
      "Stop where rank = none",
      "a property whose name is a word of the language needs # before it, so write Stop where rank == #none"
    ),
    (
      "Stop where rank is none",
      "a property whose name is a word of the language needs # before it, so write Stop where rank == #none"
    ),
    ("Vote where state == any", "a text must be in quotes: \"any\""),
  ])
  func wordsThatAreNotNil(statement: String, hint: String) throws {
    #expect(try Self.votes().refusal(statement).hint == hint)
  }

  /// A path that begins with `none` is not the word.
  @Test(arguments: ["Vote where flag = none.no", "Vote where flag = none(no)"])
  func pathsOfNone(statement: String) throws {
    let found = try Self.votes().refusal(statement)
    #expect(!found.code.isEmpty && !found.hint.contains("nil"), "\(found)")
  }

  @Test func numbersInQuotes() throws {
    #expect(
      try TestedShell().refusal("select * from Movie where year = '1990' and rating <> '8'").hint
        == "write Movie where year = 1990 and rating != 8 AND rating != nil")
  }

  /// The hint proposes `.type` also for a value that a statement assigns.
  @Test func assignedDates() throws {
    let shell = try Self.shell()
    for value in ["now()", "\"2024-05-31\""] {
      let found = shell.refusal("update Form set made = \(value) where id == 1")
      #expect(
        found.code == "change-type"
          && found.hint == "made looks like a date in numbers. To read it so, write .type Form.made date")
    }
    #expect(shell.refusal("update Form set made = \"x\" where id == 1").hint == "for example, write made = 8.5")
  }
}
