import Foundation
import GRDB
import PredicateModel
import PredicateSQLite
import Testing

@testable import PredicateShell

@Suite("Notes on surprising answers")
struct SurpriseNoteTests {
  private let output = TextOutput()
  private let errors = TextOutput()

  private func notes(_ sql: String, _ statement: String) throws -> [String] {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: sql) }
    let session = ShellSession(
      database: try PredicateDatabase(name: "shop", queue: queue), output: output, errors: errors)
    #expect(session.run(statement) == .done, "\(errors.text)")
    return errors.take().split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    // The quotes are proposed only if the statement can run with them.
    ("count C where y > 2020-01-31", "1988; a date must be in quotes"),
    ("count C where j > 2020-1-31", "1988; a date must be in quotes: \"2020-01-31\""),
    ("C show 2020-01-31 as d", "1988; a date must be in quotes: \"2020-01-31\""),
    ("C group by 2020-01-31 show count()", "1988; a date must be in quotes: \"2020-01-31\""),
  ])
  func daysWithoutQuotes(statement: String, end: String) throws {
    let notes = try notes(Self.parts, statement).filter { $0.contains("subtraction") }
    #expect(notes.count == 1 && notes[0].hasSuffix("this is a subtraction, and its result is \(end)"), "\(notes)")
  }

  /// A list of days runs only with quotes around all of them. The notes on the other days are left out.
  @Test func manyDays() throws {
    let days = (1...28).map { "2020-1-\($0)" }.joined(separator: ", ")
    let notes = try notes(Self.parts, "count C where j IN {\(days)}").filter { $0.contains("subtraction") }
    #expect(notes.count == 4 && notes.allSatisfy { $0.contains("a date must be in quotes: \"2020-01-0") }, "\(notes)")
  }

  /// A statement with many days is parsed and bound no more often than a statement with few.
  @Test func workForManyDays() throws {
    func work(_ count: Int) throws -> [Int] {
      let days = Array(repeating: "2020-01-31", count: count).joined(separator: ", ")
      let counts = StatementCounts()
      _ = try StatementCounts.$current.withValue(counts) { try notes(Self.parts, "count C where j IN {\(days)}") }
      return StatementCounts.Work.allCases.map { counts[$0] }
    }
    let few = try work(10)
    #expect(few.allSatisfy { $0 > 0 })
    #expect(try work(1600) == few)
  }

  /// A change stores the result of the subtraction, so the notes come before the question.
  @Test(arguments: [
    ("update C set j = 2020-01-31", "1988; a date must be in quotes: \"2020-01-31\""),
    ("update C set y = 2020-01-31", "1988; a date must be in quotes"),
    ("update C set j = 2020-01-31 + 1", "1988; a date must be in quotes"),
    ("update C set y = 1 where j > 2020-1-31", "1988; a date must be in quotes: \"2020-01-31\""),
    ("insert C y = 1, j = 2020-01-31", "1988; a date must be in quotes: \"2020-01-31\""),
    ("delete C where j > 2020-01-31", "1988; a date must be in quotes: \"2020-01-31\""),
    ("delete C where y > 2020-01-31", "1988; a date must be in quotes"),
    ("update P set cs = (C where j < 2020-01-31) where id == 1", "1988; a date must be in quotes: \"2020-01-31\""),
  ])
  func daysInChanges(statement: String, end: String) throws {
    let notes = try notes(Self.parts, statement).filter { $0.contains("subtraction") }
    #expect(notes.count == 1 && notes[0].hasSuffix("this is a subtraction, and its result is \(end)"), "\(notes)")
  }

  @Test func notesBeforeTheQuestion() throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: Self.parts) }
    let session = ShellSession(
      database: try PredicateDatabase(name: "shop", queue: queue), output: output, errors: errors)
    session.confirmation = .ask { [errors] _ in
      #expect(errors.text.contains("this is a subtraction"))
      return false
    }
    #expect(session.run("update C set j = 2020-01-31") == .refused)
  }

  @Test(arguments: ["2020 - 1", "2000 - 10 - 5", "(2020 - 10) - 5", "2020-10 - 5", "20200-10-5 - 1", "y - 1 - 1"])
  func subtractionsThatAreNoDays(value: String) throws {
    #expect(try notes(Self.parts, "count C where y > \(value)").isEmpty)
  }

  private static let parts = """
    CREATE TABLE p (id INTEGER PRIMARY KEY, name TEXT);
    CREATE TABLE c (id INTEGER PRIMARY KEY, p_id INTEGER REFERENCES p (id), x INTEGER, y INTEGER NOT NULL, j);
    INSERT INTO p VALUES (1, 'a'), (2, 'b');
    INSERT INTO c VALUES (1, 1, 100, 1, 1), (2, 1, NULL, 2, 2);
    """

  @Test(arguments: [
    (
      "P show name, cs.@avg.x",
      "cs.@avg.x: @avg counts an element that has no value of “x” as 0, and is 0 without elements; "
        + "write average(cs.x), which ignores elements without a value. For no elements it is nil"
    ),
    (
      "count P where cs.@avg.x < 60",
      "cs.@avg.x: @avg counts an element that has no value of “x” as 0, and is 0 without elements; "
        + "write average(cs.x), which ignores elements without a value. For no elements it is nil"
    ),
    (
      "P where cs.@count > 0 show cs.@avg.x",
      "cs.@avg.x: @avg counts an element that has no value of “x” as 0; write average(cs.x), which ignores elements without a value. For no elements it is nil"
    ),
    (
      "P sort by cs.@avg.y",
      "cs.@avg.y: @avg is 0 without elements; write average(cs.y), which ignores elements without a value. For no elements it is nil"
    ),
  ])
  func averages(statement: String, note: String) throws {
    #expect(try notes(Self.parts, statement) == ["note: " + note])
  }

  /// A column with the name of an entity shows all objects of the entity in each row. A note proposes the statement that was probably meant.
  @Test(arguments: [
    (
      "P show P",
      "P: P is the list of all objects of the entity, and it is the same in each row; to list the objects, write P without show"
    ),
    (
      "C limit 1 show x, P",
      "P: P is the list of all objects of the entity, and it is the same in each row; to show the related objects of each row, write show p"
    ),
  ])
  func allObjects(statement: String, note: String) throws {
    #expect(try notes(Self.parts, statement) == ["note: " + note])
  }

  @Test(arguments: ["P show P.@count", "P show name as C, C", "C show p"])
  func someObjects(statement: String) throws {
    #expect(try notes(Self.parts, statement).isEmpty)
  }

  /// No note is needed, because objects without elements are not in the answer, or their average is not shown.
  @Test(arguments: ["P where cs.@avg.y > 1", "P where cs.@count > 0 show cs.@avg.y", "P show average(cs.x)", "P"])
  func nothingToSay(statement: String) throws {
    #expect(try notes(Self.parts, statement).isEmpty)
  }

  private static let orders = """
    CREATE TABLE "order" (id INTEGER PRIMARY KEY, "group" TEXT, city TEXT);
    INSERT INTO "order" VALUES (1, 'g', 'Reims'), (2, 'h', 'Roma');
    """

  @Test(arguments: [
    (
      "Order where \"group\" == \"g\"",
      "\"group\": both sides of the comparison are constants, so the result is the same for every object; for the property, write group"
    ),
    (
      "count Order where \"a\" == \"b\"",
      "\"a\": both sides of the comparison are constants, so the result is the same for every object"
    ),
    ("Order show \"select me\"", "\"select me\": this is a constant, so its value is the same in each row"),
    (
      "Order show \"city\"",
      "\"city\": this is a constant, so its value is the same in each row; for the property, write city"
    ),
  ])
  func constantsInQuotes(statement: String, note: String) throws {
    #expect(try notes(Self.orders, statement) == ["note: " + note])
  }

  private static let invoices = """
    CREATE TABLE invoice (no INTEGER PRIMARY KEY, total REAL, "null" TEXT);
    INSERT INTO invoice VALUES (1, 5, 'a'), (2, 7, 'b');
    """

  /// `null` and `no` are constants although the table has columns of these names. A note proposes `#null` and `#no`.
  @Test(arguments: [
    (
      "Invoice where null == 'a'",
      "null: both sides of the comparison are constants, so the result is the same for every object; for the property, write #null"
    ),
    (
      "Invoice group by no", "no: this is a constant, so its value is the same in each row; for the property, write #no"
    ),
    (
      "Invoice show null, total",
      "null: this is a constant, so its value is the same in each row; for the property, write #null"
    ),
    (
      "Invoice group by null",
      "null: this is a constant, so its value is the same in each row; for the property, write #null"
    ),
    (
      "Invoice show max(null)",
      "null: this is a constant, so its value is the same in each row; for the property, write #null"
    ),
    (
      "Invoice where \"total\" != 'a'",
      "\"total\": both sides of the comparison are constants, so the result is the same for every object; for the property, write total"
    ),
  ])
  func constantsWithNamesOfProperties(statement: String, note: String) throws {
    #expect(try notes(Self.invoices, statement) == ["note: " + note])
  }

  /// A sort key that is a constant is refused, and the hint writes it with `#`. The Tab key completes such names with `#`.
  @Test func keysWithNamesOfProperties() throws {
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: Self.invoices) }
    let shell = try TestedShell(try PredicateDatabase(queue))
    let refusal = shell.refusal("Invoice sort by null desc")
    #expect(refusal.code == "sort-key" && refusal.words == "null")
    #expect(refusal.hint.hasSuffix("Invoice sort by #null desc"))
    for text in ["Invoice where n", "Invoice sort by no", "Invoice show #n", "delete Invoice where n"] {
      let completion = shell.session.completion(of: text)
      #expect(completion.candidates.contains { $0.text == "#no" }, "\(text)")
    }
  }

  private static let mixed = """
    CREATE TABLE typ (id INTEGER PRIMARY KEY, i INT, j INT, k INT, l INT, dt DATETIME, da DATE);
    INSERT INTO typ VALUES (1, 1, 1, 1, 1, '2024-01-01', '2024-01-01'), (2, '12a', 'x', 'y', 'z', 'soon', 'later'),
      (3, NULL, 3, 3, 3, '2024-01-01', '2024-01-01');
    """

  /// Four columns have a note each. One further note names the other two columns.
  @Test func valuesOfAnotherType() throws {
    let all = try notes(Self.mixed, "Typ")
    #expect(all.count == 5)
    #expect(
      all.last
        == "note: 2 more columns have values that do not have the type of the column: dt, da; to see all values of the column, write .type Typ.dt any"
    )
  }

  /// An exported file has no value for a stored value of another type. The command counts these values per column in a note.
  @Test(arguments: ["csv", "ndjson"])
  func exportedValuesOfAnotherType(ending: String) throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).\(ending)").path
    defer { unlink(file) }
    let found = try notes(Self.mixed, ".export \(file) Typ show id, i, dt")
    #expect(found.map { $0.prefix(18) } == ["note: 1 value of i", "note: 1 value of d"])
  }

  @Test(arguments: [
    "Invoice where #no > 1", "Invoice show sum(#no)", "Invoice where total != nil",
    "Invoice show #no, total sort by #no",
  ])
  func namesThatAreEscaped(statement: String) throws {
    #expect(try notes(Self.invoices, statement).isEmpty)
  }

  @Test(arguments: ["Order where 'a' == 'b'", "Order show \"x\" as label", "Order where 1 == 2"])
  func otherConstants(statement: String) throws {
    #expect(try notes(Self.orders, statement).isEmpty)
  }

  @Test(arguments: [
    ("city LIKE \"r*\"", "Upper and lower case count: city LIKE[c] \"r*\" finds 2 orders."),
    ("city BEGINSWITH \"REI\"", "Upper and lower case count: city BEGINSWITH[c] \"REI\" finds 1 order."),
    ("city CONTAINS \"OM\"", "Upper and lower case count: city CONTAINS[c] \"OM\" finds 1 order."),
    ("city MATCHES \"r.*\"", "Upper and lower case count: city MATCHES[c] \"r.*\" finds 2 orders."),
    ("city == \"reims\"", "No object has city \"reims\". Similar values are \"Reims\""),
    ("city IN {\"reims\"}", "No object has city \"reims\". Similar values are \"Reims\""),
  ])
  func caseAlone(condition: String, note: String) throws {
    #expect(try notes(Self.orders, "Order where \(condition)") == ["note: " + note])
    #expect(try notes(Self.orders, "count Order where \(condition)") == ["note: " + note])
  }
}
