import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// Notes explain expressions that are nil although the file has a value, averages that count a missing value as 0, and names that are numbers.
@Suite("Notes on nil and on averages")
struct NothingNoteTests {
  private func notes(_ statement: String) throws -> [String] {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE ward (id INTEGER PRIMARY KEY, name TEXT);
          CREATE TABLE pulse (id INTEGER PRIMARY KEY, ward_id INTEGER REFERENCES ward, kind TEXT, rate REAL,
            doc JSON, taken TEXT, due DATE, done DATE);
          INSERT INTO ward VALUES (1, 'a'), (2, 'b');
          INSERT INTO pulse VALUES (1, 1, 'rest', 60, '{"at": "2024-05-31T10:00:00Z"}', '5/31/2024', '2024-05-31', NULL),
            (2, 1, 'rest', NULL, '{"at": "2025-05-31T10:00:00Z"}', '6/30/2024', NULL, NULL),
            (3, 2, 'run', 120, '{"n": 1}', NULL, '2024-05-31', '2024-05-31');
          CREATE TABLE crop (id INTEGER PRIMARY KEY, species TEXT, "2007" REAL);
          INSERT INTO crop VALUES (1, 'rye', 1.5);
          """)
    }
    let shell = try TestedShell(try PredicateDatabase(name: "ward", queue: queue))
    #expect(shell.session.run(statement) == .done, "\(shell.errors.text)")
    return shell.errors.take().split(separator: "\n").map(String.init)
  }

  private static let rest = #"SUBQUERY(pulses, $v, $v.kind == "rest")"#

  @Test(arguments: [
    (
      "Ward show name, \(rest).@avg.rate",
      ": @avg counts an element that has no value of “rate” as 0, and is 0 without elements; "
        + "write average(\(rest).rate), which ignores elements without a value. For no elements it is nil"
    ),
    (
      "count Ward where \(rest).@avg.rate > 20",
      ": @avg counts an element that has no value of “rate” as 0; write average(\(rest).rate), which ignores elements without a value. For no elements it is nil"
    ),
    (
      "count Pulse where rate > Pulse.@avg.rate",
      "Pulse.@avg.rate: @avg counts an element that has no value of “rate” as 0; "
        + "write average(Pulse.@unionOfObjects.rate), which ignores elements without a value. For no elements it is nil"
    ),
    (
      "count Ward where SUBQUERY(Pulse, $v, $v.kind == \"rest\").@avg.rate > 20",
      ": @avg counts an element that has no value of “rate” as 0; "
        + "write average(SUBQUERY(Pulse, $v, $v.kind == \"rest\").rate), which ignores elements without a value. For no elements it is nil"
    ),
  ])
  func averages(statement: String, note: String) throws {
    let found = try notes(statement)
    #expect(found.count == 1 && found[0].hasSuffix(note), "\(found)")
  }

  @Test(arguments: [
    "Ward show name, average(\(rest).rate)", "Ward where SUBQUERY(pulses, $v, $v.rate > 1).@avg.rate > 20",
    "Pulse where doc.n > 0", "Pulse show CAST(taken, \"NSString\")", "Pulse where CAST(taken, \"NSDate\") == nil",
    "Pulse where due != nil AND due == done", "Crop where 2 > 1", "Crop show 2008", "Pulse show substring(kind, 1, 2)",
    "Crop show #_2007", "Pulse where due.year == 2024",
  ])
  func nothingToSay(statement: String) throws {
    #expect(try notes(statement).isEmpty)
  }

  @Test(arguments: [
    (
      "count Pulse where doc.at.year == 2024",
      "doc.at.year: JSON cannot contain dates, so doc.at is a text, which has no year; CAST(doc.at, \"NSDate\").year reads the date"
    ),
    (
      "Pulse group by doc.at.year show doc.at.year, count()",
      "doc.at.year: JSON cannot contain dates, so doc.at is a text, which has no year; CAST(doc.at, \"NSDate\").year reads the date"
    ),
    (
      "count Pulse where CAST(taken, \"NSDate\").month == 5",
      "CAST(taken, \"NSDate\"): CAST gives nil for texts that it cannot read, such as “5/31/2024”; CAST reads dates such as "
        + "2024-05-31. To read parts of other texts, write substring(taken, 1, 4) or taken CONTAINS \"…\""
    ),
    (
      "Pulse show substring(kind, 0, 2)",
      "substring(kind, 0, 2): the first letter has the position 1, not 0; write 1 for the first letter"
    ),
    (
      "Crop show species, 2007",
      "2007: this is a constant, so its value is the same in each row; for the property, write _2007"
    ),
    (
      "Crop where 2007 > 2",
      "2007: both sides of the comparison are constants, so the result is the same for every object; for the property, write _2007"
    ),
    (
      "count Pulse where due == done",
      "due == done: the comparison is also true for objects in which both sides are nil; to exclude objects in which both sides are nil, add AND due != nil"
    ),
  ])
  func notes(statement: String, note: String) throws {
    #expect(try notes(statement) == ["note: " + note])
  }
}
