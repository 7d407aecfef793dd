import Foundation
import OpenPredicate
import PredicateFoundation
import Testing

/// The code in the right column of `Documentation/languages/nspredicate.md`, word for word: a test searches this file for each cell.
@Suite struct FoundationLinesTests {
  private let films = Film.all
  private let film = Film.all[1]

  @Test func predicates() throws {
    let values: [Any] = [1990, "noir"]
    let text = "year > 1990"
    let nineties = try QueryPredicate(format: "year > %d", 1990)
    let noir = try QueryPredicate(format: "%K == %@", "genre", "noir")
    let both = try QueryPredicate(format: "year > %@ AND genre == %@", argumentArray: values)
    let read = try QueryPredicate(QueryFormat(raw: text))
    #expect(nineties == read)
    #expect(try (nineties && noir) == both && films.count(where: both) == 1)
    #expect(try films.count(where: QueryPredicate(value: true)) == 4)
    let template = try QueryPredicate("year > $minimum")
    #expect(template.withSubstitutionVariables(["minimum": 1990]) == nineties)
    let predicate = nineties
    #expect(try predicate.evaluate(with: film))
    #expect(try template.evaluate(with: film, substitutionVariables: ["minimum": 1990]))
    #expect(try predicate.evaluate(with: ["year": 1995]))
    #expect(predicate.predicateFormat == text)
    #expect(try JSONDecoder().decode(QueryPredicate.self, from: try JSONEncoder().encode(predicate)) == predicate)
  }

  @Test func collections() throws {
    let predicate = try QueryPredicate("year > 1990")
    let titles = films.map(\.title)
    var rest = films
    try rest.removeAll(where: !predicate)
    #expect(try films.filtered(using: predicate) == rest)
    #expect(try titles.filter("SELF BEGINSWITH 'H'") == ["Heat", "Her"])
    #expect(try films.max(by: "rating")?.rating == 8.3)
    let key = QuerySortKey("year", ascending: false)
    try rest.sort(by: key)
    #expect(try films.sorted(using: [key]).prefix(3) == rest[...])
    let (people, folded) = (
      QuerySortKey.localizedStandard("title"), QuerySortKey.ascending("title", options: .caseInsensitive)
    )
    #expect(try films.sorted(by: folded).map(\.title) == ["Heat", "Her", "Laura", "Seven"])
    #expect(people.isLocalizedStandard && people.isAscending)
    #expect(films.filter { $0.title.count > 4 }.map(\.title) == ["Laura", "Seven"])
  }

  @Test func compounds() throws {
    let (a, b) = (try QueryPredicate("year > 1990"), try QueryPredicate("genre == 'noir'"))
    #expect(try films.count(where: QueryPredicate(andPredicateWithSubpredicates: [a, b])) == 1)
    #expect(try films.count(where: a || b) == 4)
    #expect(try films.count(where: !a) == 1)
  }

  @Test func expressions() throws {
    let year = QueryExpression(forKeyPath: "year")
    let limit = QueryExpression(forConstantValue: 1995)
    let (title, tags) = (QueryExpression(forKeyPath: "title"), QueryExpression(forKeyPath: "tags"))
    let tag = QueryExpression(forConstantValue: "CLA")
    let equal = QueryPredicate(leftExpression: year, rightExpression: limit, modifier: .direct, type: .equalTo)
    #expect(try films.count(where: equal) == 2)
    let some = QueryPredicate(
      leftExpression: tags, rightExpression: tag, modifier: .any, type: .beginsWith, options: .caseInsensitive)
    #expect(try films.count(where: some) == 2)
    #expect(QueryExpression(forVariable: "minimum").description == "$minimum")
    let upper = QueryExpression(forFunction: "uppercase:", arguments: [title])
    #expect(try films.count(where: upper .== "HER") == 1)
    #expect(try films.count(where: year.isIn(QueryExpression(forAggregate: [year, limit]))) == 4)
    let a = try QueryPredicate("year < 1990")
    let isLong = try QueryPredicate("$t.length > 4")
    let long = QueryExpression(forSubquery: tags, usingIteratorVariable: "t", predicate: isLong)
    #expect(try films.count(where: long.count .> 0) == 2)
    let chosen = QueryExpression(forConditional: a, trueExpression: year, falseExpression: limit)
    #expect(try films.count(where: chosen .== 1944) == 1)
    #expect(QueryExpression.expressionForEvaluatedObject().description == "SELF")
    let decade = try QueryExpression(format: "year / 10 * 10")
    let value = try decade.expressionValue(with: film)
    #expect("\(value)" == "1990")
  }

  @Test func formats() throws {
    let date = Date(timeIntervalSinceReferenceDate: -1)
    #expect(Film.titles(try films.filter("ANY tags == 'classic'")) == "Laura Her")
    #expect(Film.titles(try films.filter("year BETWEEN \(1990...1999)")) == "Heat Seven")
    #expect(Film.titles(try films.filter("genre IN \([Film.Genre.noir])")) == "Laura Seven")
    #expect(Film.titles(try films.filter("SUBQUERY(tags, $t, $t.length > 4).@count > 0")) == "Laura Her")
    #expect(Film.titles(try films.filter(format: "title CONTAINS[cd] %@", "hér")) == "Her")
    #expect(try films.filter("addedOn > \(date)").count == 4)
  }

  @Test func everyLineOfThePage() throws {
    // White space is ignored, because the formatter may break a line of code.
    func joined(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    let here = joined(try Page.text(URL(filePath: #filePath)))
    let page = try Page("Documentation/languages/nspredicate.md").text
    let cells = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.compactMap { line in
      line.components(separatedBy: "` | `").last?.replacingOccurrences(of: "` |", with: "")
        .replacingOccurrences(of: "\\|", with: "|")
    }
    #expect(cells.count >= 40)
    for cell in cells { #expect(here.contains(joined(cell)), "\(cell)") }
  }
}
