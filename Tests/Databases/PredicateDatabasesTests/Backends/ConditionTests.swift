import PredicateDatabaseSuite
import PredicateDatabases
import PredicateFetching
import PredicateModel
import PredicateSyntax
import PredicateValues
import Testing

/// Conditions on the fixture, grouped by the difference between databases that they test. The reference evaluates the rows in memory and gives the
/// expected rows, so none are written by hand.
@Suite struct ConditionTests {
  /// A kind of difference between databases.
  struct Hazard: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let entity: String
    let conditions: [String]

    init(_ name: String, _ entity: String, _ conditions: [String]) {
      (testDescription, self.entity, self.conditions) = (name, entity, conditions)
    }
  }

  static let hazards = [
    Hazard(
      "nil", "Book",
      [
        "rating == nil", "rating != nil", "NOT (rating > 1)", "rating < 1 OR pages > 10", "summary IN {'emma', nil}",
        "NOT (summary IN {'emma', nil})", "editor == nil", "editor.nickname == nil", "NOT (editor.nickname == 'emma')",
        "isRare != YES", "summary BETWEEN {nil, 'M'} OR pages == nil", "editor.boss.boss.nickname != nil",
      ]),
    Hazard(
      "case, accents and normal forms", "Person",
      [
        "name == 'emma'", "name ==[c] 'EMMA'", "name ==[d] 'Emile'", "name ==[cd] 'EMILE'", "name == 'E\\u0301mile'",
        "name CONTAINS[d] 'e'", "name BEGINSWITH[c] 'st'", "name ENDSWITH[cd] 'UL'", "nickname ==[c] 'FF'",
        "nickname ==[c] 'straße'", "name IN[cd] {'émile', 'the END'}", "nickname CONTAINS[c] 'i'",
      ]),
    Hazard(
      "patterns", "Person",
      [
        "name LIKE '*%'", "name LIKE[c] 'e??a'", "nickname LIKE '*\\\\\\\\*' OR nickname LIKE '*\"*'", "name LIKE '?'",
        "name MATCHES '[A-Z].*'", "nickname MATCHES '.*[0-9].*'", "name CONTAINS '_'",
        "name CONTAINS \"'\" OR name CONTAINS '%'",
        "nickname BEGINSWITH '\"'", "name ENDSWITH 'end'", "name.length > 4", "name LIKE '*\\nbreak' OR name == ''",
      ]),
    Hazard(
      "the order of texts", "Person",
      [
        "name < 'Z'", "name >= 'z'", "name > '～'", "name < '10'", "name BETWEEN {'9', 'E'}", "name <[c] 'm'",
        "name < nickname", "nickname >= name", "name > '\\u10348'", "nickname < 'ﬀ'", "name <[cd] nickname",
        "countryCode < 'a'",
      ]),
    Hazard(
      "numbers", "Book",
      [
        "pages == 9007199254740993", "pages > 9007199254740992", "pages == 7.0", "rating == 0.1 + 0.2", "rating >= 0.3",
        "rating > 1e307", "rating < pages", "price == 0.1", "price > 12.49", "pages / 10 == 9",
        "pages * 9223372036854775807 > 0",
        "-pages > 0", "modulus(pages, 7) == 1", "rating + 0.1 > 0.3", "price IN {0.1, 7}",
      ]),
    Hazard(
      "booleans", "Book",
      [
        "isRare == YES", "isRare == 1", "NOT isRare == NO", "isRare == nil", "isRare IN {YES, nil}",
        "TERNARY(isRare == YES, pages, 0) > 5", "isRare == TERNARY(pages > 5, YES, NO)", "isRare > 0",
        "isRare == NO AND author.reports.@count > 0",
        "(isRare == YES AND pages > 9) OR rating == nil",
      ]),
    Hazard(
      "dates", "Book",
      [
        "published == '2001-01-01'", "published < '2001-01-01'", "published >= '2001-01-02'", "published.year == 2016",
        "published.startOfDay == published", "published.month == 12", "published + 1 > '2001-01-01'",
        "published < author.born", "published BETWEEN {'2000-12-31', '2001-01-02'}", "published.hour == 23",
        "(published - author.born) > 0", "NOT (published > '2016-01-01')",
      ]),
    Hazard(
      "other types", "Person",
      [
        "token == nil", "token != nil", "homePage == nil", "height == nil AND token != nil",
        "homePage != nil AND height > 0",
        "ANY authorBooks.cover == nil", "ALL editorBooks.cover != nil", "height > 1e308", "height < 0",
        "born == nil OR token == nil",
      ]),
    Hazard(
      "ways to one row", "Person",
      [
        "boss == SELF", "boss.boss == SELF", "boss.name == name", "country.name BEGINSWITH 'E'", "country == nil",
        "passport == nil", "passport.number > 'P5'", "boss.passport.person.boss == boss", "boss.country == country",
        "country.area > 0.05",
        "boss.country == country OR nickname MATCHES '.*[0-9].*'", "boss.boss.nickname BEGINSWITH[c] 'e'",
        "NOT (boss.country.code == country.code)",
      ]),
    Hazard(
      "ways to many rows", "Book",
      [
        "ANY tags.name == 'crime'", "NONE tags.name ==[c] 'classic'", "ALL tags.name != 'SF'", "tags.@count == 0",
        "tags.@count > 1",
        "chapters.@count == 2", "ANY chapters.heading == nil", "ALL chapters.heading != nil",
        "SUBQUERY(chapters, $c, $c.number == 2 AND $c.heading BEGINSWITH 'E').@count > 0",
        "author.authorBooks.@sum.pages > 100", "author.editorBooks.@max.rating > 2",
        "author.authorBooks.@avg.rating > 1",
        "ANY author.reports.name == author.name", "ANY tags.books.author == editor", "author IN editor.reports",
        "SUBQUERY(author.authorBooks, $b, $b.rating > rating).@count > 1", "tags.@count == chapters.@count",
      ]),
  ]

  @Test(arguments: DatabaseContract.all, hazards)
  func decideAsTheReference(contract: DatabaseContract, hazard: Hazard) throws {
    let fixture = ContractFixture()
    let database = try contract.make(fixture, fixture.model)
    let reference = FixtureGraph(fixture).fetches
    let all = try reference.rows(EntityFetch(hazard.entity)).rows.count
    for text in hazard.conditions {
      let condition = try QueryPredicate(format: QueryFormat(raw: text))
      var shares: [[Int64]] = []
      for predicate in [condition, .not(condition)] {
        let fetch = EntityFetch(hazard.entity, where: predicate)
        let expected = try reference.rows(fetch).rows.map(Self.key)
        #expect(try database.rows(of: fetch).rows.map(Self.key) == expected, "\(predicate)")
        #expect(try database.number(of: fetch) == expected.count, "\(predicate)")
        shares.append(expected.compactMap(\.self))
      }
      // Each row meets either the condition or its negation, and both have at least one row.
      #expect(shares[0].count + shares[1].count == all && Set(shares[0]).isDisjoint(with: shares[1]), "\(text)")
      #expect(!shares[0].isEmpty && !shares[1].isEmpty, "\(text): \(shares[0].count) of \(all)")
    }
  }

  private static func key(_ row: [QueryValue]) -> Int64? { if case .integer(let key)? = row.first { key } else { nil } }
}
