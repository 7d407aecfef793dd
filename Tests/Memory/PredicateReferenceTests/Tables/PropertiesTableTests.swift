import OpenPredicate
import PredicateEngineFixtures
import PredicateMemory
import Testing

@Suite struct DeclaredTableTests {
  struct Site: QueryableProperties {
    var city: String
    var zip: Int

    static let queryProperties: [QueryProperty<Site>] = [.storedFields]
  }

  struct Film: QueryableProperties {
    var title: String
    var year: Int
    var secret = "hidden"
    var director = FixtureFriend("Welles", age: 40)

    static let queryProperties: [QueryProperty<Film>] = [
      QueryProperty("name", \.title),
      QueryProperty("decade") { $0.year / 10 * 10 },
      QueryProperty("words") { $0.title.split(separator: " ").map(String.init) },
      QueryProperty("length", \.title.count),
      QueryProperty("director", \.director),
      QueryProperty("directorAge", \.director.age),
      QueryProperty("place") { Site(city: "Wien", zip: $0.year) },
    ]
  }

  private let films = [Film(title: "The Third Man", year: 1949), Film(title: "Play Time", year: 1967)]

  @Test(arguments: [
    ("name BEGINSWITH 'The'", 1), ("decade == 1960", 1), ("ANY words == 'Time'", 1), ("length > 10", 1),
    ("director.friendName == 'Welles'", 2), ("directorAge == 40", 2), ("place.zip < 1950", 1),
    ("words.@count == 2 AND decade > 1940", 1),
  ])
  func onlyTheTable(_ format: String, _ count: Int) throws {
    #expect(try films.count(where: QueryPredicate(format: QueryFormat(raw: format))) == count)
  }

  @Test(arguments: ["secret == 'hidden'", "title == 'x'", "year == 1"])
  func nothingElse(_ format: String) throws {
    let issue = try #require(throws: PredicateIssue.self) {
      try films.filter(QueryPredicate(format: QueryFormat(raw: format)))
    }
    #expect(issue.kind == .unknownKey)
  }

  class Base: QueryableProperties {
    typealias PropertyRoot = Base
    var number = 7
    static let queryProperties: [QueryProperty<Base>] = [
      .storedFields, QueryProperty("double") { $0.number * 2 }, QueryProperty("half", \.half),
    ]
    var half: Int { number / 2 }
  }

  final class Derived: Base {
    var other = 1
  }

  @Test(.fieldsAreKnown) func storedPropertiesMayBeKept() throws {
    #expect(try [Base()].count(where: "number == 7 AND double == 14 AND half == 3") == 1)
    #expect(try [Derived()].count(where: "number == 7 AND double == 14") == 1)
    #expect(try [Derived()].count(where: "other == 1 AND half == 3") == 1)
  }

  /// A class whose closures give other values than its stored properties, so that a predicate shows which of them was read.
  class Parent {
    private var mark = 1
    func isMarked() -> Bool { mark == 1 }
  }

  final class Child: Parent, QueryableProperties {
    var mark = 2
    var name = "stored"
    weak var other: Child?
    unowned var unowned: Child?
    var parent: Child?

    static let queryProperties: [QueryProperty<Child>] = [
      QueryProperty("mark", \.mark) { _ in 0 }.stored,
      QueryProperty("name", \.name) { _ in "read" }.stored,
      QueryProperty("title", \.name) { _ in "read" }.stored,
      QueryProperty<Child>("other") { $0.other }.stored,
      QueryProperty<Child>("unowned") { $0.unowned }.stored,
      QueryProperty<Child>("parent") { $0.parent }.stored,
      QueryProperty<Child>("size") { $0.name.count }.stored,
    ]
  }

  /// Only a stored property with the entry's name and type is read in place.
  @Test(arguments: [
    ("mark == 2", "mark == 0"), ("name == 'stored'", "name == 'read'"), ("parent.mark == 2", "parent.mark == 0"),
    ("title == 'read'", "title == 'read'"), ("other.mark == 2", "other.mark == 0"), ("size == 6", "size == 6"),
    ("unowned.mark == 2", "unowned.mark == 0"),
  ])
  func storedEntries(_ inPlace: String, _ byClosure: String) throws {
    let child = Child()
    child.parent = Child()
    (child.other, child.unowned) = (child.parent, child.parent)
    #expect(
      try [child].count(where: QueryPredicate(format: QueryFormat(raw: FieldTable.isTrusted ? inPlace : byClosure)))
        == 1)
    #expect(child.isMarked())
  }

  /// A property that the class computes, although a superclass stores something under its name: as `@Observable` and `override` make it.
  final class Computing: Parent, QueryableProperties {
    var mark: Int { 7 }

    static let queryProperties: [QueryProperty<Computing>] = [QueryProperty("mark", \.mark) { $0.mark }.stored]
  }

  @Test func fieldsOfSuperclassesAreNotRead() throws {
    #expect(try [Computing()].count(where: "mark == 7") == 1)
    #expect(try QueryPredicate("mark == 1").evaluate(with: Computing()) == false)
  }
}
