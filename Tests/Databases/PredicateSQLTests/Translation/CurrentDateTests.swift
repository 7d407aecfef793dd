import PredicateModel
import PredicateSQL
import PredicateValues
import Testing

/// An expression with `now()` that reads no row is computed once, and is one parameter of the statement.
@Suite struct CurrentDateTests {
  @Test(arguments: [
    "seen < now()", "seen < now() - 30 * 86400", "seen < 60 + now()", "seen < now().startOfDay",
    "seen < now().startOfMonth - 86400", "seen < FUNCTION(now(), 'dateByAddingTimeInterval:', -60)",
    "seen < CAST(CAST(now(), 'NSNumber') - 60, 'NSDate')",
  ])
  func isOneDate(format: String) throws {
    let constant = try StatementTests.statement(StatementTests.fetch("seen < CAST(5, 'NSDate')"), .keys)
    #expect(try StatementTests.statement(StatementTests.fetch(format), .keys).text == constant.text)
  }

  @Test func isOneDateInColumnsAndOrders() throws {
    var fetch = try StatementTests.fetch("TRUEPREDICATE")
    fetch.columns = [FetchedColumn(try QueryExpression(format: "now().year"), as: "year")]
    let statement = try StatementTests.statement(fetch, .rows)
    #expect(statement.text.hasPrefix("SELECT ?1 FROM"))
    #expect(!statement.text.contains("predicate_"))
  }

  /// `random()` stays in the statement, because each row has another number.
  @Test func chanceStays() throws {
    #expect(
      try StatementTests.statement(StatementTests.fetch("random() > 0.5"), .keys).text.contains("predicate_chance"))
    let statement = try StatementTests.statement(StatementTests.fetch("seen < now() - random()"), .keys)
    #expect(statement.text.contains("predicate_chance"))
  }
}
