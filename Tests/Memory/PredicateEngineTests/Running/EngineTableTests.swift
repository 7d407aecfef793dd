import OpenPredicate
import PredicateEngineFixtures
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The engine calls the closures of computed properties only if their values matter, with the same results.
@Suite struct EngineTableTests {
  struct Venue: QueryableProperties {
    var city: String
    var zip: Int

    static let queryProperties: [QueryProperty<Venue>] = [.storedFields]
  }

  struct TableLoan: QueryableProperties {
    var days: Int
    var note: String?

    static let queryProperties: [QueryProperty<TableLoan>] = [.storedFields]
  }

  struct Film: QueryableProperties {
    var year: Int
    var title: String?
    var friend: FixtureFriend?

    static let queryProperties: [QueryProperty<Film>] = [
      QueryProperty("year", \.year),
      QueryProperty("inverse") { 1000 / ($0.year - 5) },
      QueryProperty("shout") { $0.title?.uppercased() },
      QueryProperty("letters") { ($0.title ?? "").map(String.init) },
      QueryProperty("place") { film in film.title.map { Venue(city: $0, zip: film.year) } },
      QueryProperty("buddy") { $0.friend },
      QueryProperty("buddies") { film in film.friend.map { [$0, $0] } ?? [] },
      QueryProperty("loans") { film in (0..<film.year % 3).map { TableLoan(days: $0, note: film.title) } },
    ]
  }

  final class Instance: QueryableProperties {
    let number: Int
    init(_ number: Int) { self.number = number }
    static let queryProperties: [QueryProperty<Instance>] = [
      QueryProperty("number", \.number), QueryProperty("text") { "n\($0.number)" },
    ]
  }

  private let films = (0..<300).map { index in
    Film(
      year: index % 10, title: index % 4 == 0 ? nil : "film \(index % 7)",
      friend: index % 3 == 0 ? nil : FixtureFriend("F\(index % 5)", age: index % 2 == 0 ? nil : index))
  }

  @Test(arguments: [
    // If the year is 5, computing the inverse would divide by zero, so it must not be computed.
    "year != 5 AND inverse > 300", "NOT year == 5 AND inverse < 0", "year == 5 OR inverse == 1000",
    "shout BEGINSWITH 'FILM 3'", "shout == nil", "shout ENDSWITH[c] 'm 3' OR shout == 'FILM 1'", "ANY letters == '3'",
    "letters.@count > 3", "place.city == 'film 2' AND place.zip > 3", "place == nil", "buddy.friendName == 'F1'",
    "buddy.age > 100", "buddy == nil", "ANY buddies.friendName == 'F2'", "SUBQUERY(loans, $l, $l.days > 0).@count == 1",
    "ANY loans.note == 'film 4'", "shout > 'FILM 2' AND shout < place.city", "year + year > 9",
    "SUBQUERY(letters, $c, $c == shout OR $c == '3').@count == 1",
  ])
  func agrees(_ format: String) throws {
    let query = try BoundQuery<Film>(QueryPredicate(format: QueryFormat(raw: format)))
    let expected = try query.indicesByReference(films)
    #expect(try films.filterIndices(query) == expected)
    #expect(!expected.isEmpty && expected.count < films.count, "a condition that tells something apart")
  }

  @Test func instances() throws {
    let instances = (0..<100).map { Instance($0) }
    #expect(try instances.filterIndices("text == 'n42' OR number == 7") == [7, 42])
    #expect(try instances.count(where: "text BEGINSWITH 'n1' AND number > 9") == 10)
  }
}
