import Foundation
import OpenPredicate
import PredicateFoundation
import Testing

/// Predicates of an application over collections.
@Suite struct CollectionTests {
  private let films = Film.all

  @Test func questions() throws {
    #expect(try films.first(where: "year == \(1995)")?.title == "Heat")
    #expect(try films.last(where: "year == \(1995)")?.title == "Seven")
    #expect(try films.firstIndex(where: "year == 1995") == 1)
    #expect(try films.lastIndex(where: "year == 1995") == 2)
    #expect(try films[1...].firstIndex(where: "title == 'Her'") == 3)
    #expect(try films[..<3].lastIndex(where: "title == 'Her'") == nil)
    #expect(try films.last(where: "year == 1") == nil)
    #expect(try films.allSatisfy("year > $low", variables: ["low": 1940]) && !films.allSatisfy("year > 1944"))
    #expect(try [Film]().allSatisfy("year > 1944"))
    #expect(try films.contains(where: "rating == nil") && films.filterIndices("rating == nil") == [2])
    #expect(try films.filtered(using: QueryPredicate("rating > $low"), variables: ["low": 7.95]).count == 2)
    let predicate = try QueryPredicate("year == $year")
    #expect(try films.last(where: predicate, variables: ["year": 1995])?.title == "Seven")
    #expect(try films.firstIndex(where: predicate, variables: ["year": 1995]) == 1)
    #expect(try films.lastIndex(where: predicate, variables: ["year": 1995]) == 2)
    #expect(try !films.allSatisfy(predicate, variables: ["year": 1995]))
  }

  /// Collections that are longer than the chunks in the evaluation of elements.
  @Test(arguments: [1, 63, 64, 65, 2047, 2048, 2049, 5000])
  func longCollections(count: Int) throws {
    let numbers = Array(0..<count)
    let query = try BoundQuery<Int>("modulus:by:(SELF, 7) == 3")
    let matches = numbers.filter { $0 % 7 == 3 }
    #expect(try numbers.last(where: query) == matches.last && numbers.lastIndex(where: query) == matches.last)
    #expect(try numbers.firstIndex(where: query) == matches.first)
    #expect(try numbers.allSatisfy("SELF < \(count)") && !numbers.allSatisfy("SELF < \(count - 1)"))
    var rest = numbers
    try rest.removeAll(where: query)
    #expect(rest == numbers.filter { $0 % 7 != 3 })
    var set = Array(Set(numbers))
    try set.sort(by: .descending("SELF"))
    #expect(set == numbers.reversed())
    #expect(try numbers.min(by: .descending("SELF")) == count - 1 && numbers.max(by: "SELF * -1") == 0)
  }

  @Test func removing() throws {
    var rest = films
    try rest.removeAll(where: "year < \(1950) OR title == $title", variables: ["title": "Her"])
    #expect(Film.titles(rest) == "Heat Seven")
    #expect(throws: PredicateIssue.self) { try rest.removeAll(where: "yaer < 1950") }
    try rest.removeAll(where: QueryPredicate("year == 1"))
    #expect(Film.titles(rest) == "Heat Seven")
  }

  @Test func orders() throws {
    var sorted = films
    try sorted.sort(by: .descending("year"), "title")
    #expect(Film.titles(sorted) == "Her Heat Seven Laura")
    #expect(try films.sorted(using: [QuerySortKey("year", ascending: false), "title"]) == sorted)
    // An element without a value is ignored by min and max.
    #expect(try films.min(by: "rating")?.title == "Laura" && films.max(by: "rating")?.title == "Heat")
    #expect(try films.min(by: "year")?.title == "Laura" && films.max(by: "year")?.title == "Her")
    // Among equal elements, min returns the first one and max the last one.
    #expect(try films[1...2].min(by: "year")?.title == "Heat" && films[1...2].max(by: "year")?.title == "Seven")
    #expect(try [Film]().min(by: "year") == nil)
    var options = BindingOptions()
    options.limits.nodes = 3
    #expect(throws: PredicateIssue.self) { try films.sorted(by: "year + 1 + 2 + 3", options: options) }
    let keys: [QuerySortKey] = [
      .descending("year"), .ascending("title", options: [.caseInsensitive]), .localizedStandard("title"),
    ]
    #expect(try JSONDecoder().decode([QuerySortKey].self, from: JSONEncoder().encode(keys)) == keys)
  }

  @Test func groups() throws {
    let byGenre = try films.grouped(by: "genre")
    #expect(byGenre.map(\.elements).map(Film.titles) == ["Laura Seven", "Heat Her"])
    #expect(byGenre.map { "\($0.key)" } == ["noir", "drama"])
    #expect(try films.grouped(by: "year / \(1000)").map(\.elements.count) == [3, 1])
    #expect(throws: PredicateIssue.self) { try films.grouped(by: "gnere") }
  }

  /// The result of `filter` has the type that Swift's own `filter` has, or is an array if the context expects one.
  @Test func setsStaySets() throws {
    let years = Set(films.map(\.year))
    let late = try years.filter("SELF > \(1990)")
    #expect(late == Set([1995, 2013]))
    #expect(try years.filter(QueryPredicate("SELF > $low"), variables: ["low": 2000]) == Set([2013]))
    #expect(try years.filter(BoundQuery("SELF == 1944")) == Set([1944]))
    #expect(try years.filter(format: "SELF == %d", 1944) == Set([1944]))
    let listed: [Int] = try years.filter("SELF > 2000")
    #expect(listed == [2013])
    #expect(throws: PredicateIssue.self) { try years.filter("SELF.name == 'a'") }
  }

  /// The pairs of a dictionary are tuples, which only in-place reads can read.
  @Test(.enabled(if: ProcessInfo.processInfo.environment["OPENPREDICATE_RAW_READS"] != "off"))
  func dictionariesStayDictionaries() throws {
    let byTitle = Dictionary(uniqueKeysWithValues: films.map { ($0.title, $0) })
    let noir = try byTitle.filter("value.genre == \(Film.Genre.noir) AND key BEGINSWITH 'L'")
    #expect(noir == ["Laura": films[0]])
    #expect(try byTitle.filter(QueryPredicate("value.year > $low"), variables: ["low": 2000]).keys.sorted() == ["Her"])
    #expect(try byTitle.filter(format: "key == %@", "Heat") == ["Heat": films[1]])
    #expect(try byTitle.filter(BoundQuery("value.rating == nil")) == ["Seven": films[2]])
    let pairs: [(key: String, value: Film)] = try byTitle.filter("value.year == 2013")
    #expect(pairs.map(\.key) == ["Her"])
    #expect(throws: PredicateIssue.self) { try byTitle.filter("vlaue.year == 2013") }
  }

  /// Under a policy, sets keep their type too.
  @Test func setsUnderAPolicy() throws {
    struct Note: QueryableProperties, Hashable {
      var title: String
      var secret = ""
      static let queryProperties = [QueryProperty("title", \Note.title)]
    }
    let notes: Set = [Note(title: "Milk"), Note(title: "Tea")]
    let policy = QueryPolicy().allowing(.only("title"), of: Note.self)
    #expect(try notes.filter(text: "title == 'Tea'", policy: policy) == Set([Note(title: "Tea")]))
    let query = try QueryPolicy.Query<Note>("title BEGINSWITH 'M'", policy: policy)
    #expect(try notes.filter(query) == Set([Note(title: "Milk")]))
    #expect(try notes.contains(where: query) && !notes.subtracting([Note(title: "Milk")]).contains(where: query))
    #expect(throws: PredicateIssue.self) { try notes.filter(text: "secret == ''", policy: policy) }
  }

  @Test func evaluation() throws {
    let predicate = try QueryPredicate("year > 1990 AND ANY tags == 'rain'")
    let query = try BoundQuery<Film>(predicate)
    for film in films {
      #expect(try predicate.evaluate(with: film) == query.matches(film))
      #expect(try predicate.evaluate(with: film) == predicate.evaluate(with: film, substitutionVariables: [:]))
    }
    #expect(try "\(QueryExpression("year / 10 * 10").expressionValue(with: films[1]))" == "1990")
    #expect(try "\(QueryExpression("@max.rating").expressionValue(with: films))" == "8.3")
    #expect(try "\(QueryExpression("a + $b").expressionValue(with: ["a": 1], variables: ["b": 2]))" == "3")
    #expect(try QueryPredicate("a == 3").evaluate(with: QueryValue.dictionary(QueryDictionary([("a", 3)]))))
  }

  @Test func comparisonsByTheirFoundationNames() throws {
    let (year, limit) = (QueryExpression(forKeyPath: "year"), QueryExpression(forConstantValue: 1995))
    func count(_ predicate: QueryPredicate) throws -> Int { try films.count(where: predicate) }
    #expect(try count(QueryPredicate(leftExpression: year, rightExpression: limit, type: .equalTo)) == 2)
    #expect(try count(QueryPredicate(leftExpression: year, rightExpression: limit, type: .notEqualTo)) == 2)
    #expect(try count(QueryPredicate(leftExpression: year, rightExpression: limit, type: .lessThanOrEqualTo)) == 3)
    #expect(try count(QueryPredicate(leftExpression: year, rightExpression: limit, type: .greaterThanOrEqualTo)) == 3)
  }
}
