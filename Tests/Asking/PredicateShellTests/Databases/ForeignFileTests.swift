import Foundation
import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// The shell works on files of other programs: with keywords as names, names that need quotes, values of the wrong type, and composite keys.
@Suite("Files of other programs")
struct ForeignFileTests {
  private static func shell(_ sql: String) throws -> TestedShell {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: sql) }
    return try TestedShell(try PredicateDatabase(name: "foreign", queue: queue))
  }

  private static let customers = """
    CREATE TABLE customer (id INTEGER PRIMARY KEY, "Balance (LCY)" REAL, "order" INT, "any" TEXT, "and" INT);
    CREATE TABLE "Größen Tabelle" (id INTEGER PRIMARY KEY, g INT);
    CREATE TABLE post (id INTEGER PRIMARY KEY, customer_id INT REFERENCES customer (id));
    CREATE VIEW summary AS SELECT count(*) AS post FROM customer;
    """

  @Test(arguments: [
    ("Customer where \"order\" == 3", "for the property, write without quotes: order == 3"),
    ("SELECT \"Balance (LCY)\" FROM customer", "write Customer show balanceLCY"),
    ("SELECT id FROM customer WHERE \"Balance (LCY)\" > 3", "write Customer where balanceLCY > 3 show id"),
    (
      "Customer where and == 1",
      "a property whose name is a word of the language needs # before it, so write Customer where #and == 1"
    ),
    (
      "Customer show any limit 2",
      "a property whose name is a word of the language needs # before it, so write Customer show #any limit 2"
    ),
    ("Größen Tabelle limit 1", "the entity is called GrößenTabelle: GrößenTabelle limit 1"),
    (
      "Customer where id IN (select customer_id from post)",
      "a subquery of SQL is not possible. To use a collection instead, write Customer where SUBQUERY(Post, $x, $x.customerId == id).@count > 0"
    ),
    (
      "delete Customer where id NOT IN (select customer_id from post)",
      "a subquery of SQL is not possible. To use a collection instead, write delete Customer where SUBQUERY(Post, $x, $x.customerId == id).@count == 0"
    ),
    (
      "Customer where id IN (select customer_id from post where id > 3)",
      "a subquery of SQL is not possible. To use a collection instead, write SUBQUERY(Post, $x, $x.customerId == id AND …).@count > 0"
    ),
    (".mode column", "table may be meant"),
    ("delete Summary", "change the values in Customer"),
    (
      "insert into customer (id, any) values (8, 'x'), (9, 'y')",
      "write one statement per object, with semicolons between them: insert Customer (id, any) values (…); insert Customer (id, any) values (…)"
    ),
  ])
  func hints(_ statement: String, hint: String) throws {
    let shell = try Self.shell(Self.customers)
    #expect(shell.session.run(statement) == .refused)
    let text = shell.errors.take()
    let found = text.split(separator: "\n").filter { $0.hasPrefix("hint: ") }.map { String($0.dropFirst(6)) }
    #expect(found.contains(hint), "\(text)")
  }

  /// A column without a type contains 5 and `a`. Its comparison with a number is refused. The hint proposes `.type`, which reads the text as nil.
  @Test func comparisonsOfValuesOfSeveralTypes() throws {
    let shell = try Self.shell(
      "CREATE TABLE mixed (id INTEGER PRIMARY KEY, v); INSERT INTO mixed VALUES (1, 5), (2, 'a');")
    let refusal = shell.refusal("Mixed where v > 1")
    #expect(refusal.code == "families-differ" && refusal.words == "v > 1", "\(refusal)")
    #expect(
      refusal.hint
        == "v has values of several types. With .type Mixed.v double, values of all other types are read as nil")
    shell.lines(".type Mixed.v double")
    #expect(shell.rows("Mixed where v > 1 show id") == ["1"])
  }

  private static let texts = """
    CREATE TABLE item (key TEXT UNIQUE, value BLOB, n INT);
    INSERT INTO item VALUES ('a', '{"x":1}', 1), ('b', 'plain', NULL), ('c', 'true', 3);
    CREATE TABLE document (id INTEGER PRIMARY KEY, body BLOB, raw BLOB);
    INSERT INTO document VALUES (1, '{"x":1}', x'01'), (2, '[2]', 'text');
    """

  @Test func textsInColumnsOfBytes() throws {
    let shell = try Self.shell(Self.texts)
    let note =
      "3 values of value are not of type data, so they are nil in conditions and answers; to see all values of the column, write .type Item.value any\n"
    for statement in [
      "Item limit 4", "Item show key, value", "Item where value == nil", "Item group by value show value, count() as c",
    ] {
      shell.lines(statement)
      #expect(shell.errors.take().hasSuffix(note), "\(statement)")
    }
    for statement in ["Item show key, n", "count Item", "group by n show n, count()"] {
      shell.lines(statement)
      #expect(shell.errors.take().isEmpty, "\(statement)")
    }
    #expect(
      shell.lines(".type") == [
        "value contains texts in a column of bytes. To read them as texts, write .type Item.value string",
        "body looks like JSON in a column of bytes. To read it as JSON, write .type Document.body json",
        "Take all: .type all",
      ])
    shell.lines(".type Item.value string")
    #expect(shell.rows("Item where value == 'plain' show key") == ["b"])
  }

  @Test func datesAmongNumbersWithFractionsAndAfterNulls() throws {
    let rows = (1...60).map {
      "(\($0), \(1_700_000_000 + $0 * 1_000).25, \($0 > 50 ? "1700000000000" : "NULL"), 133000000010000000)"
    }
    let shell = try Self.shell(
      """
      CREATE TABLE state (id INTEGER PRIMARY KEY, last_updated_ts REAL, created_timestamp INT, written_time INT);
      INSERT INTO state VALUES \(rows.joined(separator: ", "));
      """)
    #expect(
      shell.lines(".type") == [
        "lastUpdatedTs looks like a date in numbers. To read it so, write .type State.lastUpdatedTs date",
        "createdTimestamp looks like a date in numbers. To read it so, write .type State.createdTimestamp date",
        "writtenTime looks like a date in numbers. To read it so, write .type State.writtenTime date",
        "Take all: .type all",
      ])
  }

  /// The key in `.why` determines the entity of the predicate. `.schema` shows how the key of an object is written.
  @Test func keysOfOtherTables() throws {
    let shell = try Self.shell(
      """
      CREATE TABLE line (order_id INT, place INT, quantity INT, PRIMARY KEY (order_id, place));
      INSERT INTO line VALUES (1, 2, 10); CREATE TABLE other (id INTEGER PRIMARY KEY);
      CREATE TABLE bare (a TEXT);
      """)
    shell.lines("Other")
    #expect(shell.lines(".why Line[1, 2] quantity > 9").first?.hasPrefix("true") == true)
    #expect(shell.lines(".schema Line")[1].hasSuffix("row number; Line[orderId, place] names the object"))
    #expect(shell.lines(".schema Bare")[1].hasSuffix("  names the object"))
  }
}
