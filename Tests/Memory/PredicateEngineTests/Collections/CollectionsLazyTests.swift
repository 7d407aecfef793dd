import OpenPredicate
import PredicateEngine
import PredicateMemory
import PredicateReference
import Testing

/// Lazy views: their elements, how far they look ahead, and the queries that they refuse.
struct CollectionsLazyTests {
  struct Loan: Hashable, QueryableProperties {
    var to: String
    var days: Int
    static let queryProperties: [QueryProperty<Loan>] = [QueryProperty("to", \.to), QueryProperty("days", \.days)]
  }

  struct Film: QueryableProperties {
    var title: String
    var year: Int
    var rating: Double?
    var tags: [String]
    var loans: [Loan]
    static let queryProperties: [QueryProperty<Film>] = [
      QueryProperty("title", \.title), QueryProperty("year", \.year), QueryProperty("rating", \.rating),
      QueryProperty("tags", \.tags), QueryProperty("loans", \.loans),
    ]
  }

  static let films = (0..<300).map { number in
    Film(
      title: "title \(number)", year: 1900 + number % 120, rating: number % 7 == 0 ? nil : Double(number % 10),
      tags: number % 3 == 0 ? [] : ["a", "tag \(number % 5)"],
      loans: (0..<number % 4).map { Loan(to: "f\($0)", days: number % 30) })
  }

  /// Predicates that cannot fail, by their types.
  @Test(arguments: [
    "year > 1990", "title.length > 8", "length(title) > 8", "title.uppercaseString == 'TITLE 7'", "abs:(year) > 1950",
    "uppercase:(title) ENDSWITH '7'", "loans.@sum.days > 20", "loans.@max.days > 20", "loans.@avg.days > 10",
    "loans.@count > 1", "ANY loans.days > 25", "CAST(year, 'NSString') ENDSWITH '7'", "CAST(title, 'Int') == nil",
    "rating == nil", "year < CAST(now(), 'NSNumber')", "TERNARY(rating > 5, year, 3) > 1950",
    "max:(year, 1950) == 1950",
    "SUBQUERY(loans, $l, $l.days > 3).@count > 0", "title LIKE '*7'", "'a' IN tags", "tags[SIZE] == 2",
    "tags[FIRST] == 'a'", "NOT (year * 2 > 3900 OR rating > 3)",
  ])
  func agrees(_ format: String) throws {
    let query = try BoundQuery<Film>(QueryFormat(raw: format))
    let eager = try Self.films.filter(query).map(\.title)
    let view = try Self.films.lazy.filter(query)
    #expect(Array(view).map(\.title) == eager)
    #expect(view.map(\.title).elementsEqual(eager))
    #expect(view.count == eager.count)
    #expect(view.first?.title == eager.first)
    #expect(view.last?.title == eager.last)
    #expect(view.prefix(10).map(\.title) == Array(eager.prefix(10)))
    #expect(view.reversed().map(\.title) == eager.reversed())
    #expect(view.indices.map { Self.films[$0].title } == eager)
    #expect(view.isEmpty == eager.isEmpty)
    let others = try Set(0..<100).lazy.map { Self.films[$0] }.filter(query)
    #expect(Set(others.map(\.title)) == Set(try Self.films.prefix(100).filter(query).map(\.title)))
    #expect(others.count == Array(others).count)
    let single = try AnySequence(Self.films).lazy.filter(query)
    #expect(single.map(\.title).elementsEqual(eager))
    let slice = Self.films[100..<270]
    #expect(try slice.lazy.filter(query).indices.elementsEqual(slice.filterIndices(query)))
    #expect(
      try Array(Self.films.lazy.filter("year > 1950").filter(query)).map(\.title)
        == Self.films.filter("year > 1950").filter(query).map(\.title))
  }

  /// Indexing a value can fail, but indexing an array that is read in place cannot.
  @Test(
    .enabled(if: InPlaceReads.areOn, "arrays are read where they lie"),
    arguments: ["tags[0] == 'a'", "loans.days[0] > 3"])
  func indexesAgree(_ format: String) throws { try agrees(format) }

  /// A query that can fail is refused.
  @Test(arguments: [
    "title MATCHES 'x.*'", "title MATCHES tags[FIRST]", "TERNARY(title MATCHES 'x', 1, 2) == 1",
  ])
  func refuses(_ format: String) throws {
    let issue = #expect(throws: PredicateIssue.self) { try Self.films.lazy.filter(QueryFormat(raw: format)) }
    #expect(issue?.code == "lazy-query")
  }

  /// Elements that are made when they are reached are not made before.
  @Test func looksNoFurther() throws {
    nonisolated(unsafe) var made = 0
    let numbers = (0..<1000).lazy.map { (number: Int) -> Int in
      made += 1
      return number
    }
    #expect(try numbers.filter("SELF > 10").first == 11)
    #expect(made <= 13)
    made = 0
    var iterator = try AnySequence(numbers).lazy.filter("SELF > 10").makeIterator()
    #expect(iterator.next() == 11)
    #expect(made == 12)
  }

  /// A copy of an iterator continues by itself, and an empty base has no elements.
  @Test func copies() throws {
    let view = try Array(0..<300).lazy.filter("SELF > 60")
    var first = view.makeIterator()
    #expect(first.next() == 61)
    var second = first
    #expect(Array(IteratorSequence(first)) == Array(62..<300))
    #expect(second.next() == 62)
    #expect(try [Int]().lazy.filter("SELF > 0").first == nil)
    #expect(try [Int]().lazy.filter("SELF > 0").isEmpty)
  }

  /// The limit of elements that a predicate may visit for one object does not make a view leave that object out.
  @Test func hasNoLimit() throws {
    var options = BindingOptions()
    options.limits.visitedElements = 5
    let query = try BoundQuery<Film>(
      QueryPredicate("SUBQUERY(loans, $l, ANY tags == $l.to OR $l.days + tags.@count > 3).@count > 0"), options: options
    )
    let free = try BoundQuery<Film>(query.predicate)
    #expect(try Array(Self.films.lazy.filter(query)).map(\.title) == Self.films.filter(free).map(\.title))
  }

  @Test func predicatesAreLazyToo() throws {
    let view: LazyQuerySequence<[Film]> = try Self.films.lazy.filter(
      QueryPredicate("year > $year"), variables: ["year": 1990])
    #expect(Array(view).map(\.title) == (try Self.films.filter("year > 1990").map(\.title)))
    // Without a type annotation the receiver decides the form.
    let untyped = try Self.films.lazy.filter(QueryPredicate("year > 1990"))
    #expect(type(of: untyped) == LazyQuerySequence<[Film]>.self)
  }

  @Test func theUserIsToldWhichNameOfASortKeyIsUnknown() {
    let issue = #expect(throws: PredicateIssue.self) { try Self.films.sorted(by: "yaer") }
    #expect(issue?.message.hasPrefix("the sort key “yaer”: ") == true)
    #expect(issue?.userMessage == "There is no “yaer”.")
  }
}
