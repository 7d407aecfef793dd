import PredicateModel
import PredicateStatements
import Testing

@Suite("Expectations at the cursor")
struct StatementExpectationTests {
  private static let parser = StatementParser(model: .movies, currentEntity: "Movie")

  @Test(
    "The place in the grammar at the end of a text",
    arguments: [
      ("", .beginning), ("count ", .beginning), ("Mov", .beginning), ("Movie ", .clauses(allowsWhere: true)),
      ("limit 3 ", .clauses(allowsWhere: false)), ("Movie limit ", .number), ("Movie sort ", .word("by")),
      ("Movie group ", .word("by")), ("Movie where ", .expression(.where, from: 12)),
      ("year > 1990 ", .expression(.where, from: 0)), ("Movie show title, ye", .expression(.show, from: 18)),
      ("Movie show distinct ", .expression(.show, from: 20)), ("Movie show distinct ti", .expression(.show, from: 20)),
      ("Movie sort by year desc, ", .expression(.sort, from: 25)), ("Movie show title as ", .name),
      ("Movie first ", .number), ("Movie first 3 ", .word("of")), ("Movie first 3 of ", .word("each")),
      ("Movie first 3 of each genre, ", .expression(.first, from: 29)), ("Movie limit 3;", .closed),
      (".help ", .closed), ("-- words", .closed),
    ] as [(String, StatementEnd)])
  func ends(_ text: String, _ end: StatementEnd) {
    #expect(Self.parser.expectation(in: text).end == end)
  }

  @Test func namesOfColumnsHaveTypes() throws {
    let text = "Movie group by year / 10 as decade, genre show max(title) as last, count() sort by "
    let names = Self.parser.expectation(in: text).names
    #expect(names.map(\.name) == ["decade", "genre", "last"])
    #expect(names[1].place.type == .string)
    #expect(Self.parser.expectation(in: text).isAboutGroups)
    #expect(Self.parser.expectation(in: text + "max(").names.isEmpty)
  }

  @Test func clausesThatMayStillCome() {
    #expect(Self.parser.expectation(in: "Movie sort by year limit 3 ").clauses == [.group, .show, .first, .offset])
    #expect(
      Self.parser.expectation(in: "Movie group by genre ").clauses == [.having, .show, .sort, .first, .limit, .offset])
  }
}
