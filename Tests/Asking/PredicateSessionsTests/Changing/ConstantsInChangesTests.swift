import GRDB
import PredicateSessions
import PredicateSQLite
import PredicateStatements
import PredicateValues
import Testing

/// A statement with a constant that was meant as a property is refused, because it would change every object or write a text over a value.
@Suite struct ConstantsInChangesTests {
  /// `no` is NO, `null` is nil and `"title"` is a text. The condition holds for every object or for none, so the statement is refused. The hint
  /// writes the property.
  @Test(arguments: [
    ("delete Invoice where no != 2", "#no"), ("delete Invoice where null != 2", "#null"),
    ("delete Invoice where total > 1 AND NOT (yes == 1)", "#yes"),
    ("update Invoice set total = 1 where \"total\" <> 'a'", "total"),
    ("delete Invoice where total > 1 AND NOT (null == 1)", "#null"),
    ("delete Invoice where NOT \"total\" IN {'a'}", "total"), ("delete Invoice where NOT null BETWEEN {1, 2}", "#null"),
    ("delete Invoice where \"total\" != lowercase('Paid')", "total"),
    ("delete Invoice where \"total\".length > 3", "total"),
  ])
  func aConstantForAPropertyIsRefused(statement: String, spelling: String) throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE invoice (no INTEGER PRIMARY KEY, total REAL, yes INTEGER, "null" INTEGER);
          INSERT INTO invoice VALUES (1, 5, 1, 1), (2, 7, 0, 2), (3, 9, 1, 3);
          """)
    }
    let invoices = try ChangedDemo(PredicateDatabase(queue))
    let issue = #expect(throws: PredicateIssue.self) { try invoices.change(statement) }
    #expect(issue?.code == "constant-comparison")
    #expect(issue?.hint == "for the property, write \(spelling)")
    #expect(try invoices.change("delete Invoice where 1 == 1") == ["Deletes 3 invoices."])
  }

  /// A column's name in double quotes is a text, not a property. The statement is refused, and the hint names the property of that column.
  @Test(arguments: [
    ("delete P where \"City (EN)\" != \"Bern\"", "constant-comparison", "cityEN"),
    ("delete P where \"city (en)\" BEGINSWITH \"C\"", "constant-comparison", "cityEN"),
    ("update P set n = 9 where NOT \"City (EN)\" == 'Bern'", "constant-comparison", "cityEN"),
    ("update P set n = 9 where \"Unit Price\" == nil", "constant-comparison", "unitPrice"),
    ("update P set \"New Price\" = \"Unit Price\"", "constant-column", "unitPrice"),
    ("update P set newPrice = replace(\"Unit Price\", \".\", \"\")", "constant-column", "unitPrice"),
    ("update P set newPrice = cityEN + \"Unit Price\"", "constant-column", "unitPrice"),
    ("insert P newPrice = \"Unit Price\"", "constant-column", "unitPrice"),
  ])
  func aColumnsNameInQuotesIsRefused(statement: String, code: String, spelling: String) throws {
    let queue = try DatabaseQueue()
    try queue.write {
      try $0.execute(
        sql: """
          CREATE TABLE p (id INTEGER PRIMARY KEY, "Unit Price" TEXT, "New Price" TEXT, "City (EN)" TEXT, n INTEGER);
          INSERT INTO p VALUES (1, '1.5', NULL, 'Rome', 1), (2, '2.5', NULL, 'Bern', 2);
          """)
    }
    let prices = try ChangedDemo(PredicateDatabase(queue))
    let issue = #expect(throws: PredicateIssue.self) { try prices.change(statement) }
    #expect(issue?.code == code)
    #expect(issue?.hint?.contains(spelling) == true)
    #expect(try prices.change("update P set newPrice = 'Unit Price' where id == 1") == ["Updates newPrice of 1 P."])
  }
}
