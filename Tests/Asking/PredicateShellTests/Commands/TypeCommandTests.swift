import Foundation
import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// `.type` reads a column of texts or numbers as dates or booleans.
@Suite("The command .type")
struct TypeCommandTests {
  private let output = TextOutput()
  private let errors = TextOutput()
  private let path: String
  private let session: ShellSession

  init() throws {
    path = FileManager.default.temporaryDirectory.appendingPathComponent("types-\(UUID().uuidString).sqlite").path
    try DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          CREATE TABLE orders (id INTEGER PRIMARY KEY, ordered_at TEXT, express INTEGER);
          INSERT INTO orders VALUES (1, '2025-01-31', 0), (2, '2999-01-01 12:00:00', 1);
          """)
    }
    session = ShellSession(
      database: try NamedDatabase.database(path, model: nil, isReadOnly: true), output: output, errors: errors)
  }

  private func answer(_ statement: String) -> String {
    _ = session.run(statement)
    return output.take() + errors.take()
  }

  @Test func columnsAreOfferedTypedAndKept() throws {
    defer {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: path + ".model.json")
    }
    #expect(
      answer(".type") == """
        orderedAt looks like a date in text. To read it so, write .type Order.orderedAt date
        express looks like a boolean in numbers. To read it so, write .type Order.express boolean
        Take all: .type all

        """)
    let hint = "hint: orderedAt looks like a date in text. To read it so, write .type Order.orderedAt date\n"
    #expect(answer(".count Order where orderedAt > now()").hasSuffix(hint))
    for refused in ["orderedAt > now()", "orderedAt - now() > 0", "orderedAt.year == 2025"] {
      #expect(answer("count Order where \(refused)").hasSuffix(hint), "\(refused)")
    }
    #expect(answer(".type Order.orderedAt date") == "Order.orderedAt is of type date (iso8601Text).\n")
    #expect(answer("count Order where orderedAt > now()").hasPrefix("1 order\n"))
    #expect(answer(".verify Order where orderedAt.year == 2025").contains("are equal"))
    #expect(answer(".type").hasPrefix("express looks like"))
    #expect(
      answer(".type order.express BOOLEAN --save") == """
        Order.express is of type boolean (zeroOrOne).
        Kept in \(path).model.json.

        """)
    #expect(answer(".type").hasPrefix("No column has a name and values that suggest another type"))
    let opened = ShellSession(
      database: try NamedDatabase.database(path, model: nil, isReadOnly: true), output: output, errors: errors)
    _ = opened.run("count Order where orderedAt > now() AND express == YES")
    #expect(output.take().hasPrefix("1 order\n"))
    _ = session.run(".open \(path)")
    #expect(answer("count Order where express == NO").hasPrefix("1 order\n"))
  }

  @Test func whatIsWrongIsTold() {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(answer(".type Oder.orderedAt date").contains(".type Order.orderedAt date"))
    #expect(answer(".type Order.orderdAt date").contains("the nearest name is “orderedAt”"))
    #expect(answer(".type Order.orderedAt").contains("expected a type: boolean, integer"))
    #expect(answer(".type Order.orderedAt dat").contains("date may be meant"))
    #expect(answer(".type --save") == "No type differs from the schema.\n")
  }

  /// The output of a shell over a database that a script creates.
  private func answers(_ script: String, _ statements: String...) throws -> String {
    try answers(script, statements)
  }

  private func answers(_ script: String, _ statements: [String]) throws -> String {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: script) }
    let session = ShellSession(database: try PredicateDatabase(queue), output: output, errors: errors)
    for statement in statements { _ = session.run(statement) }
    return output.take() + errors.take()
  }

  private static let loose = """
    CREATE TABLE a (id INTEGER PRIMARY KEY, active CHAR(1), year VARCHAR(4), seen INTEGER, n INTEGER);
    INSERT INTO a VALUES (1, '1', '2006', 1309518981371935, 7), (2, '0', '1999', NULL, 8), (3, 'x', 'soon', NULL, 9);
    """

  @Test func theValuesDecideHowATypeIsStored() throws {
    #expect(
      try answers(
        Self.loose, ".type A.active boolean", ".type A.year integer", ".type A.seen date",
        "A where active == YES AND year == 2006 AND seen.year == 2011 show id") == """
          A.active is of type boolean (booleanWords).
          A.year is of type integer (integerText).
          A.seen is of type date (microsecondsSince1970): 2011-07-01 11:16:21.
          id
          ──
           1
          1 A
          note: 1 of 3 values do not have this type, such as “x”
          note: 1 of 3 values do not have this type, such as “soon”

          """)
  }

  @Test func aTypeThatFitsNoValueIsRefused() throws {
    let answer = try answers(Self.loose, ".type A.n boolean", ".type A.n date", ".type A.n string", "A show n limit 1")
    #expect(answer.contains("error[type-fits-no-value]: no value of A.n is of type boolean: 7, 8, 9\n"))
    #expect(answer.contains("no value of A.n is of type date: 7, 8, 9\n"))
    #expect(answer.contains("hint: to see how dates can be stored, write .help type. Then write .type A.n STORAGE"))
    #expect(answer.contains("no value of A.n is of type string"))
    #expect(answer.hasPrefix("n\n─\n7\n"))
  }

  /// A number for an impossible date does not determine the unit, even if it is frequent.
  @Test func farDatesDoNotDecideTheUnit() throws {
    let rows = (0..<60).map {
      "(\($0 + 1), \($0 % 3 == 0 ? 1_690_000_000_000 + $0 * 1_000 : 9_007_199_254_740_991), \($0 % 2 == 0 ? -1 : 1_690_000_000 + $0))"
    }
    let tables =
      "CREATE TABLE m (id INTEGER PRIMARY KEY, expires INTEGER, seen INTEGER); INSERT INTO m VALUES \(rows.joined(separator: ", "));"
    let answer = try answers(tables, ".type M.expires date", ".type M.seen date", "count M where expires.year == 2023")
    #expect(
      answer == """
        M.expires is of type date (millisecondsSince1970): 2023-07-22 04:26:40 to 2023-07-22 04:27:37.
        M.seen is of type date (secondsSince1970): 1969-12-31 23:59:59 to 2023-07-22 04:27:39.
        20 M
        note: 40 of 60 values would be dates outside of the years 1900 to 2200, such as 9007199254740991

        """)
  }

  /// No storage format represents dates as numbers in texts. The hints show how to convert them.
  @Test func numbersInTextsHaveAWayToDates() throws {
    let tables =
      "CREATE TABLE u (id INTEGER PRIMARY KEY, made TEXT); INSERT INTO u VALUES (1, '1699056995000'), (2, '1698396291000');"
    for type in ["date", "millisecondsSince1970"] {
      #expect(
        try answers(tables, ".type U.made \(type)").contains(
          "hint: to read the texts as numbers, write .type U.made integer. In a statement, CAST(made / 1000.0 - 978307200, \"NSDate\") is then the date\n"
        ))
    }
    #expect(
      try answers(
        tables, ".type U.made integer", "U where CAST(made / 1000.0 - 978307200, \"NSDate\").month == 11 show id"
      ).contains("\n 1\n1 U\n"))
  }

  @Test func aStorageCanBeNamed() throws {
    #expect(
      try answers(Self.loose, ".type A.n secondsSince2001", "A show n limit 1").hasPrefix(
        "A.n is of type date (secondsSince2001): 2001-01-01 00:00:07 to 2001-01-01 00:00:09.\n"))
    #expect(
      try answers(Self.loose, ".type A.year nanosecondsSince2001").contains(
        "no value of A.year is of type date as nanosecondsSince2001: “2006”, “1999”, “soon”"))
    #expect(
      session.completion(of: ".type Order.express micros").candidates.map(\.text).contains("microsecondsSince1970"))
    #expect(session.completion(of: ".type al").candidates.map(\.text).contains("all"))
  }

  /// Statements that use a text as another type, and the hints for values of this type.
  @Test(arguments: [
    ("A where made.year == 2020", "hint: made looks like a date in text. To read it so, write .type A.made date\n"),
    ("A where cost > 5", "hint: cost looks like a double in text. To read it so, write .type A.cost double\n"),
    ("A where year == 2006", "hint: year looks like an integer in text. To read it so, write .type A.year integer\n"),
    ("A where done == YES", "hint: done looks like a boolean in text. To read it so, write .type A.done boolean\n"),
    ("A where b.made.year == 2020", "hint: made looks like a date in text. To read it so, write .type B.made date\n"),
  ])
  func statementsOfferTheTypeThatTheyNeed(statement: String, hint: String) throws {
    let script = """
      CREATE TABLE b (id INTEGER PRIMARY KEY, made TEXT);
      CREATE TABLE a (id INTEGER PRIMARY KEY, made TEXT, cost TEXT, year TEXT, done TEXT, b_id INTEGER REFERENCES b (id));
      INSERT INTO b VALUES (1, '2020-01-31');
      INSERT INTO a VALUES (1, '2020-01-31', '4.5', '2006', 'n', 1), (2, '2021-01-31', '6', '2007', 'y', 1);
      """
    #expect(try answers(script, statement).hasSuffix(hint))
    #expect(
      try answers(script.replacingOccurrences(of: "'2020-01-31'", with: "'x'"), "A where b.made.year == 1").contains(
        hint) == false)
  }

  /// The hint is the same for a statement in the argument of a command.
  @Test(arguments: [
    ".explain --full", ".explain --run", ".why 1", ".export orders-\(UUID().uuidString).csv", ".verify", ".empty",
  ])
  func columnsAreOfferedInCommands(command: String) {
    let answer = answer("\(command) Order where orderedAt > now()")
    let hint = "hint: orderedAt looks like a date in text. To read it so, write .type Order.orderedAt date\n"
    #expect(answer.hasSuffix(hint), "\(answer)")
  }

  @Test(arguments: [
    "Film where max(boughtAt, shippedAt, now()) > now()", "Film where {boughtAt, shippedAt} CONTAINS now()",
  ])
  func twoColumnsAreOffered(statement: String) throws {
    let answer = try answers(
      """
      CREATE TABLE film (id INTEGER PRIMARY KEY, boughtAt TEXT, shippedAt TEXT);
      INSERT INTO film VALUES (1, '2020-01-31 10:00:00', '2020-02-28 10:00:00');
      """, statement)
    #expect(answer.contains("write .type Film.boughtAt date"), "\(answer)")
  }

  private static let sales = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, made TEXT, madeAt TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p (id), made TEXT, madeAt TEXT, soldAt TEXT,
      bought TEXT, shipped TEXT);
    INSERT INTO p VALUES (1, '2020-01-31', '2020-01-31 10:00:00');
    INSERT INTO c VALUES (1, 1, '2021-01-31', '2021-01-31 10:00:00', '2021-02-01 10:00:00', '2020-01-01', '2020-01-02');
    """

  /// Two entities have columns of the same names. The hint names the entity at the end of the path, and the statement runs with the proposed types.
  @Test(arguments: [
    (".explain C where made > now()", ["C.made"]), (".explain C where madeAt > now()", ["C.madeAt"]),
    (".explain C where shipped > now()", ["C.shipped"]), ("C where p.made > now()", ["P.made"]),
    (".count C where p.madeAt > now()", ["P.madeAt"]),
    ("C where max(soldAt, p.madeAt, now()) > now()", ["C.soldAt", "P.madeAt"]),
    ("C where max(bought, shipped, now()) > now()", ["C.bought", "C.shipped"]),
    ("P where SUBQUERY(cs, $x, $x.madeAt > now()).@count > 0", ["C.madeAt"]),
  ])
  func columnsOfTheStatementsEntity(statement: String, columns: [String]) throws {
    for count in columns.indices {
      let types = columns[..<count].map { ".type \($0) date" }
      let answer = try answers(Self.sales, types + [".use P", statement])
      #expect(answer.contains("To read it so, write .type \(columns[count]) date\n"), "\(answer)")
    }
    let answer = try answers(Self.sales, columns.map { ".type \($0) date" } + [".use P", statement])
    #expect(!answer.contains("error["), "\(answer)")
  }

  @Test func onlyATypeGetsTheHintOfTypes() {
    #expect(!answer(".type Order.express foo number").contains("for whole numbers"))
  }

  /// A mistake that another type of the column would leave gets its own hint.
  @Test(arguments: [
    (
      "Order where orderedAt == max(orderedAt)",
      "hint: to find the object with this value, write Order sort by orderedAt desc limit 1\n"
    ),
    ("Order having express > 1", "hint: to write a condition on objects, use “where”\n"),
    (
      ".type Order.express number",
      "hint: for whole numbers, write integer; for other numbers, write double or decimal\n"
    ),
  ])
  func aTypeThatMendsNothingIsNotOffered(statement: String, hint: String) {
    let answer = answer(statement)
    #expect(answer.hasSuffix(hint), "\(answer)")
  }

  @Test func allSuggestionsAreTakenAtOnce() throws {
    defer {
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.removeItem(atPath: path + ".model.json")
    }
    #expect(
      answer(".type all --save") == """
        Order.orderedAt is of type date (iso8601Text).
        Order.express is of type boolean (zeroOrOne).
        Other columns keep their types. To set the type of a column, write .type ENTITY.ATTRIBUTE TYPE.
        Kept in \(path).model.json.

        """)
    let opened = ShellSession(
      database: try NamedDatabase.database(path, model: nil, isReadOnly: true), output: output, errors: errors)
    _ = opened.run("count Order where orderedAt > now() AND express == YES")
    #expect(output.take().hasPrefix("1 order\n"))
  }

  @Test func completionProposesAttributesAndTypes() {
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(session.completion(of: ".type Order.ex").candidates.first?.text == "Order.express")
    #expect(session.completion(of: ".type Order.express bo").candidates.map(\.text) == ["boolean", "booleanWords"])
  }
}
