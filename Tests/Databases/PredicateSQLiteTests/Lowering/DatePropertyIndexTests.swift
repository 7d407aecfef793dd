import PredicateBinding
import PredicateFetching
import PredicateModel
import PredicateSQLite
import PredicateTestSupport
import PredicateValues
import Testing

/// Comparisons of a date's property with a constant (`day == 1`) use the index of the dates, in every storage and time zone, and find the right rows.
@Suite struct DatePropertyIndexTests {
  /// Each row has one moment, stored in four ways. The moments are near the ends of days, months and years.
  private static let script: String = {
    let moments = [
      "2023-12-31 00:00:00", "2023-12-31 23:59:59", "2024-01-01 00:00:00", "2024-01-01 13:30:00", "2024-02-29 12:00:00",
      "2024-12-31 10:00:00", "2024-12-31 12:30:00", "2025-01-01 00:00:00", "2025-06-15 08:00:00", "2026-01-01 11:00:00",
    ]
    let rows = moments.enumerated().map { number, moment in
      "(\(number + 1), '\(moment)', strftime('%s', '\(moment)') - 978307200.5, strftime('%s', '\(moment)') * 1000, julianday('\(moment)'), '\(moment)', strftime('%s', '\(moment)') * 1000)"
    }
    return """
      CREATE TABLE visit (id INTEGER PRIMARY KEY, text_on DATE, since_on DATE, made_ms DATE, julian DATE, plain DATE, plain_ms DATE);
      INSERT INTO visit VALUES \(rows.joined(separator: ", ")), (11, NULL, NULL, NULL, NULL, NULL, NULL),
        (12, NULL, NULL, NULL, NULL, 'soon', NULL), (13, NULL, NULL, NULL, NULL, '', NULL), (14, NULL, NULL, NULL, NULL, 2024, NULL);
      CREATE INDEX visit_text ON visit (text_on);
      CREATE INDEX visit_since ON visit (since_on);
      CREATE INDEX visit_ms ON visit (made_ms);
      CREATE INDEX visit_julian ON visit (julian);
      """
  }()

  private static let subject = Result { try ScriptDatabase.subject(script) }

  @Test(arguments: ["UTC", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Niue"])
  func memoryAndSQLAgree(zone: String) throws {
    let subject = try Self.subject.get()
    let options = BindingOptions(timeZone: try #require(QueryTimeZone(zone) as QueryTimeZone?))
    for column in ["textOn", "sinceOn", "madeMs", "julian", "plain", "plainMs"] {
      for condition in [
        "year == 2024", "year != 2024", "year > 2024", "year >= 2024", "year < 2024", "year <= 2024", "year == 2024.5",
        "year BETWEEN {2024, 2025}", "year == 99999", "startOfDay == CAST('2024-12-31', 'NSDate')",
        "startOfMonth >= CAST('2024-12-01', 'NSDate')", "startOfYear == CAST('2025-01-01', 'NSDate')", "month == 12",
      ] {
        for format in ["\(column).\(condition)", "NOT (\(column).\(condition))"] {
          let fetch = EntityFetch("Visit", where: try QueryPredicate(format: QueryFormat(raw: format)))
          let found = try subject.database.fetch(fetch, options: options).rows
          let expected = try GraphFetch(subject.graph).rows(fetch, options: options).rows
          #expect("\(found)" == "\(expected)", "\(format) in \(zone)")
        }
      }
    }
  }

  /// Without an index, too, because a comparison takes a tenth of the time of the property.
  @Test(arguments: [
    ("plain.year == 2024", #"t0."plain" >= ?"#), ("plain.year < 2024", #"t0."plain" <= ?"#),
    ("plainMs.year >= 2024", #"t0."plain_ms" BETWEEN ?"#),
    ("plain.startOfMonth == CAST('2024-12-01', 'NSDate')", #"t0."plain" >= ?"#),
  ])
  func theRangeIsComparedFirst(format: String, range: String) throws {
    let database = try Self.subject.get().database
    let statement = try database.statement(
      for: EntityFetch("Visit", where: QueryPredicate(format: QueryFormat(raw: format)))
    ).statement
    let (found, call) = (statement.text.firstRange(of: range), statement.text.firstRange(of: "predicate_call"))
    #expect(try #require(found, "\(statement.text)").lowerBound < #require(call).lowerBound)
  }

  @Test(arguments: [
    ("sinceOn.year == 2024", true), ("2023 < sinceOn.year AND sinceOn.year < 2025", true),
    ("sinceOn.year BETWEEN {2024, 2025}", true),
    ("julian.startOfDay == CAST('2024-12-31', 'NSDate')", true), ("sinceOn.month == 12", false),
    ("sinceOn.year != 2024", false),
  ])
  func anIndexFindsTheDates(format: String, isFound: Bool) throws {
    let database = try Self.subject.get().database
    let statement = try database.statement(
      for: EntityFetch("Visit", where: QueryPredicate(format: QueryFormat(raw: format)))
    ).statement
    let plan = try database.plan(of: statement).all.map(\.words)
    #expect(plan.contains { $0.hasPrefix("SEARCH t0 USING INDEX visit_") } == isFound, "\(plan)")
  }
}
