import GRDB
import PredicateSQLite
import Testing

@testable import PredicateShell

/// People first use names that a file does not have. Each statement gets the answer that was meant, or is refused with a hint that contains a correct
/// statement.
@Suite("Hints about files of other programs")
struct ForeignHintTests {
  private static func shell(_ sql: String) throws -> TestedShell {
    let queue = try DatabaseQueue(configuration: PredicateDatabase.defaultConfiguration)
    try queue.write { try $0.execute(sql: sql) }
    return try TestedShell(try PredicateDatabase(name: "foreign", queue: queue))
  }

  private static let market = """
    CREATE TABLE schema_migrations (version TEXT);
    CREATE TABLE persons (id INTEGER PRIMARY KEY, name TEXT, active BOOLEAN, site TEXT);
    CREATE TABLE deals (id INTEGER PRIMARY KEY, buyer_id INTEGER REFERENCES persons (id),
      seller_id INTEGER REFERENCES persons (id), total REAL, amount TEXT, made_at INTEGER, agreed TEXT, shop INTEGER);
    CREATE TABLE badges (_id INTEGER PRIMARY KEY, person_id INTEGER REFERENCES persons (id), title TEXT);
    CREATE TABLE settings (id INTEGER PRIMARY KEY, value);
    CREATE TABLE folders (id INTEGER PRIMARY KEY, parent_id INTEGER REFERENCES folders (id));
    INSERT INTO persons VALUES (1, 'Ann', 1, NULL), (2, 'Bo', 0, 'https://a.example/x'), (3, 'Cy', 1, NULL);
    INSERT INTO deals VALUES (1, 1, 2, 10, '-12.50', 1700000000, 'yes', 4), (2, 1, 3, 20, '', 1700000100, 'no', 4),
      (3, 2, 3, 30, '3', 1700000300, 'yes', 5);
    INSERT INTO badges VALUES (1, 1, 'x'), (2, 1, 'y'); INSERT INTO settings VALUES (1, 'NA'), (2, 42), (3, 'B');
    """

  private static let leads = "buyerDeals and sellerDeals lead to Deal"
  private static let several = "value has values of several types. With .type Setting.value "

  @Test(arguments: [
    ("Person show name, deals.@count as n", "unknown-key", leads),
    ("Person where deals.@count > 2", "unknown-key", leads),
    ("Person show name, deals.@sum.total as t", "unknown-key", leads),
    ("Person where SUBQUERY(deals, $d, $d.total > 25).@count > 0", "unknown-key", leads),
    ("Person group by deals.@count", "unknown-key", leads),
    ("Person group by active show active, deals.@count", "unknown-key", leads),
    ("Person sort by deals.@count desc", "unknown-key", leads),
    ("Person where ANY deals.total > 25", "unknown-key", leads),
    ("count Badge where person.deals.@count == 0", "unknown-key", leads),
    (
      "Deal where badges.@count > 1", "unknown-key",
      "buyer.badges and seller.badges lead to Badge"
    ),
    ("Badge where ANY deals.total > 5", "unknown-key", "person.buyerDeals and person.sellerDeals lead to Deal"),
    ("Badge where active == YES", "unknown-key", "active is a property of Person: Badge where person.active == YES"),
    ("Deal where buyer._id == 3", "unknown-key", "write id for the key of Person"),
    ("Person where badges[0].id == 3", "unknown-key", "the nearest name is “_id”"),
    (
      "Deal where made_at.year == 2024", "key-of-value",
      "madeAt looks like a date in numbers. To read it so, write .type Deal.madeAt date"
    ),
    (
      "Deal where shop.name == \"x\"", "key-of-value",
      "shop is an integer, not a relationship; a model file can add a relationship that uses the column shop"
    ),
    (
      "count Deal where amount < 0", "families-differ",
      "to compare the texts as numbers, write CAST(amount, \"NSNumber\") < 0"
    ),
    (
      "Deal show sum(amount) as m", "aggregate-type",
      "to read the texts as numbers, write Deal show sum(CAST(amount, \"NSNumber\")) as m"
    ),
    ("Deal where buyer IN {1, 2}", "families-differ", "to compare the key: buyer.id IN {1,2}"),
    ("Person where site.host == \"a\"", "unknown-key", "to read a URL from a text x, write CAST(x, \"NSURL\").host"),
    (
      "Setting where value ENDSWITH \"A\"", "string-expected",
      several
        + "string, values of all other types are read as nil. To read all values as texts, write CAST(value, \"NSString\")"
    ),
    (
      "Setting where value > 80 show value", "families-differ",
      several + "double, values of all other types are read as nil"
    ),
    ("Setting show max(value) as m", "families-differ", several + "double, values of all other types are read as nil"),
    (
      "Person[1].badges show title", "unexpected-clause", "write Badge where person == Person[1] show title"
    ),
    ("Folder[1].children* show id", "unexpected-clause", "to list the related objects, write .go Folder[1].children*"),
  ])
  func hints(_ statement: String, code: String, hint: String) throws {
    let shell = try Self.shell(Self.market)
    let found = shell.refusal(statement)
    #expect(found.code == code, "\(statement): \(found)")
    #expect(found.hint == hint, "\(statement)")
  }

  /// A refused change has a hint, and changes nothing.
  @Test(arguments: [
    ("update Person set name = \"x\" where deals.@count > 2", "unknown-key", leads),
    ("delete Person where deals.@count > 2", "unknown-key", leads),
    (
      "update Person set active = NOT active where id == 1", "bare-value",
      "to set the opposite of a boolean, write TERNARY(active == NO, YES, NO)"
    ),
    (
      "update Badge set title = \"x\" where person._id == 3", "unknown-key",
      "write id for the key of Person"
    ),
    (
      "update Badge set person = Person[2], personId = 3 where title == \"x\"", "repeated-clause",
      "set only one of the two"
    ),
  ])
  func hintsOfChanges(_ statement: String, code: String, hint: String) throws {
    let shell = try Self.shell(Self.market)
    let found = shell.refusal(statement)
    #expect(found.code == code, "\(statement): \(found)")
    #expect(found.hint == hint, "\(statement)")
    #expect(shell.rows("Person where name == \"x\" show id").isEmpty)
  }

  /// The hints of ``hints(_:code:hint:)`` lead to answers.
  @Test func followedHints() throws {
    let shell = try Self.shell(Self.market)
    #expect(shell.session.currentEntity == "Person", "schema_migrations is not what people ask about")
    #expect(shell.rows("Person show buyerDeals.@count, Deal.@count sort by id") == ["2,3", "1,3", "0,3"])
    #expect(shell.rows("Deal where CAST(amount, \"NSNumber\") < 0 show id") == ["1"])
    #expect(shell.rows("Badge where person == Person[1] show title") == ["x", "y"])
    #expect(shell.rows("Person where CAST(site, \"NSURL\").host == \"a.example\" show id") == ["2"])
    #expect(shell.rows("update Person set active = TERNARY(active == NO, YES, NO)").isEmpty)
    #expect(shell.rows("Person where active == YES show id") == ["2"])
  }

  /// A column with the name of a constant is written with `#`. A column of bytes has a size and no length.
  @Test(arguments: [
    ("Client where no == \"K1\"", "families-differ", "Client where #no == \"K1\""),
    ("Client where no CONTAINS \"K\"", "collection-expected", "Client where #no CONTAINS \"K\""),
    ("Client where self == \"b\"", "families-differ", "Client where #self2 == \"b\""),
    (
      "Client where photo.length > 3", "key-of-value",
      "photo contains bytes. To get their number, write byteCount(photo)"
    ),
  ])
  func oddColumns(_ statement: String, code: String, end: String) throws {
    let shell = try Self.shell(
      "CREATE TABLE client (no TEXT PRIMARY KEY, self TEXT, photo BLOB); INSERT INTO client VALUES ('K1', 'b', x'010203')"
    )
    let found = shell.refusal(statement)
    #expect(found.code == code, "\(found)")
    #expect(found.hint.hasSuffix(end), "\(found)")
  }

  /// If the values of a column look like dates, the hint proposes `.type`.
  @Test(arguments: [
    (
      "Reading where ts >= \"2025-11-15\"",
      "ts looks like a date in numbers. To read it so, write .type Reading.ts date"
    ),
    ("Reading where ok == YES", "ok looks like a boolean in text. To read it so, write .type Reading.ok boolean"),
    ("Reading where level >= \"2025-11-15\"", "level is a number, so write a number without quotes"),
  ])
  func typesOfValues(_ statement: String, hint: String) throws {
    let shell = try Self.shell(
      """
      CREATE TABLE reading (id INTEGER PRIMARY KEY, ts INTEGER, ok TEXT, level INTEGER);
      INSERT INTO reading VALUES (1, 1761955200, 'TRUE', 1), (2, 1762000000, 'FALSE', 2), (3, 1763000000, '', 7);
      """)
    let found = shell.refusal(statement)
    #expect(found.code == "families-differ" && found.hint == hint, "\(found)")
  }

  /// Texts that are not numbers are compared with a text.
  @Test func numbersBesideTexts() throws {
    let shell = try Self.shell(Self.market)
    #expect(
      shell.refusal("Person where name < 5").hint
        == "texts are compared letter by letter; to compare numbers, write CAST(name, \"NSNumber\") < 5")
    #expect(shell.refusal("Deal where amount == 5").hint == "a text must be in quotes: amount == \"5\"")
  }

  /// `"yes"` is a value of the column, so the comparison gets no note.
  @Test func textsThatLookLikeBooleans() throws {
    let shell = try Self.shell(Self.market)
    #expect(shell.rows("Deal where agreed == \"yes\" show id") == ["1", "3"])
    #expect(shell.errors.take() == "")
  }

  private static let odd = """
    CREATE TABLE "a.b" ("1st" TEXT, "x.y" TEXT, x_y TEXT, "T [°C]" REAL, "First Name" TEXT);
    INSERT INTO "a.b" VALUES ('f3', 'p', 'q', 1.5, 'Ann'), ('f4', 'r', 's', 2.5, 'Bo');
    """

  /// The note on a text that is the name of a column shows how the property is written.
  @Test(arguments: [
    (
      "count \"a.b\" where \"First Name\" == \"Ann\"",
      "\"First Name\": both sides of the comparison are constants, so the result is the same for every object; for the property, write firstName"
    ),
    (
      "\"a.b\" show max(\"T [°C]\") as m",
      "\"T [°C]\": this is a constant, so its value is the same in each row; for the property, write tC"
    ),
    (
      "\"a.b\" where tC > 2 show \"First Name\"",
      "\"First Name\": this is a constant, so its value is the same in each row; for the property, write firstName"
    ),
  ])
  func namesOfColumnsInQuotes(_ statement: String, note: String) throws {
    let shell = try Self.shell(Self.odd)
    shell.lines(statement)
    #expect(shell.errors.take().split(separator: "\n").contains { $0 == "note: " + note })
  }

  @Test func otherPlacesOfQuotedNames() throws {
    let shell = try Self.shell(Self.odd)
    #expect(
      shell.refusal("\"a.b\" sort by \"First Name\"").hint
        == "for the property, write without quotes: \"a.b\" sort by firstName")
    #expect(
      shell.refusal("\"a.b\" where \"T [°C]\" < -273").hint == "for the property, write without quotes: tC < -273")
    let schema = shell.lines(".schema")
    #expect(schema.filter { $0.contains("the column ") }.count == 2, "xY and xY2 are distinguished: \(schema)")
    #expect(schema.contains { $0.hasSuffix("the column x.y") })
  }

  /// If a statement names only the last entity of a path, the hint writes the whole path over the to-many relationship.
  @Test func pathsOverSeveralSteps() throws {
    let shell = try Self.shell(
      """
      CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT);
      CREATE TABLE products (id INTEGER PRIMARY KEY, label TEXT, price REAL);
      CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers (id),
        product_id INTEGER NOT NULL REFERENCES products (id), ordered_at DATETIME);
      INSERT INTO customers VALUES (1, 'Ann'); INSERT INTO products VALUES (1, 'pen', 60);
      INSERT INTO orders VALUES (1, 1, 1, '2024-05-01 10:00:00');
      """)
    for (wrong, right) in [
      ("Customer where ANY product.price > 50", "Customer where ANY orders.product.price > 50"),
      ("Product where customer.name == \"Ann\"", "Product where ANY orders.customer.name == \"Ann\""),
    ] {
      #expect(shell.refusal(wrong).hint == "write " + right)
      shell.lines(right)
    }
    #expect(
      shell.refusal("Order where price > 3").hint == "price is a property of Product: Order where product.price > 3")
    _ = shell.errors.take()
    shell.lines("Order where orderedAt < now() - 30 show id")
    #expect(shell.errors.take() == "note: now() - 30: 30 is a number of seconds; for 30 days, write 30 * 86400\n")
    shell.lines("Order where orderedAt < now() - 30 * 86400 show id")
    #expect(shell.errors.take().isEmpty)
    // The name of a column is accepted like that of its table.
    shell.lines(".type orders.ordered_at string")
    let type = shell.refusal(".type Order.orderedAt datum")
    #expect(type.hint == "date may be meant")
    #expect(shell.refusal(".chart Order show id").hint.contains("run a statement first"))
  }

  /// Undo reverts the last statement, even if it changed no value.
  @Test func undoingAStatementThatChangedNothing() throws {
    let shell = try Self.shell(Self.market)
    shell.session.confirmation = .always
    shell.lines("update Person set name = \"Di\" where id == 1")
    shell.lines("update Person set name = \"Bo\" where id == 2")
    shell.lines(".undo")
    #expect(shell.rows("Person where name == \"Di\" show id") == ["1"])
    shell.lines(".undo")
    #expect(shell.rows("Person where name == \"Di\" show id").isEmpty)
  }
}
