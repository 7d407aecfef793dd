import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// A computed property should not change values that the engine is reading. If it does, the engine must not read freed memory.
@Suite struct ChangingPropertiesTests {
  private final class Kid: QueryableProperties, @unchecked Sendable {
    let name: String

    init(_ number: Int) { name = "a name of more than fifteen bytes \(number)" }

    static let queryProperties: [QueryProperty<Kid>] = [.storedFields]
  }

  private final class Shelf: QueryableProperties, @unchecked Sendable {
    var kids = (0..<5).map { Kid($0) }
    var best: Kid? = Kid(7)
    var words = (0..<5).map { "a word of more than fifteen bytes \($0)" }
    var labels: [String: Any] = [
      "word": "a value of more than fifteen bytes", "inner": ["word": "a value that is as long as the other"],
    ]
    var names: Set<String> = ["a member of more than fifteen bytes", "another member that is as long"]

    static let queryProperties: [QueryProperty<Shelf>] = [.storedFields]

    func empty() {
      kids = []
      best = nil
      words.removeAll()
      names.removeAll()
      labels.removeAll()
    }
  }

  private struct Row: QueryableProperties, @unchecked Sendable {
    let shelf = Shelf()

    static let queryProperties: [QueryProperty<Row>] = [
      QueryProperty("shelf", \.shelf),
      QueryProperty("emptied") { (row: Row) -> String in
        row.shelf.empty()
        return "yes"
      },
    ]
  }

  /// Each of these conditions empties the shelf and then reads values that were found before.
  @Test(arguments: [
    "SUBQUERY(shelf.kids, $k, emptied == 'yes' AND $k.name BEGINSWITH 'a name of more').@count == 5",
    "SUBQUERY(shelf.words, $w, emptied == 'yes' AND $w CONTAINS 'more than').@count == 5",
    "SUBQUERY(shelf.names, $n, emptied == 'yes' AND $n CONTAINS 'member').@count == 2",
  ])
  func ranges(_ format: String) throws {
    let query = try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try (0..<300).map { _ in Row() }.count(where: query) == 300)
    #expect(try query.matches(Row()))
  }

  /// Each of these conditions may find the shelf empty already. The value is then nil.
  @Test(arguments: [
    "emptied == 'yes' AND shelf.best.name BEGINSWITH 'a'",
    "shelf.best.name BEGINSWITH emptied OR shelf.kids[0].name > emptied",
    "shelf.labels.inner.word BEGINSWITH emptied",
    "shelf.labels.word BEGINSWITH emptied AND shelf.labels.inner.word == 'x'",
    "shelf.kids[0].name BEGINSWITH emptied", "emptied IN shelf.words", "shelf.words[1] == emptied",
  ])
  func paths(_ format: String) throws {
    let query = try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try (0..<300).map { _ in Row() }.count(where: query) == 0)
  }

  private final class Link: QueryableProperties, @unchecked Sendable {
    let next: Link?

    init(_ next: Link?) { self.next = next }

    static let queryProperties: [QueryProperty<Link>] = [
      .storedFields,
      QueryProperty("superclass") { _ in _getSuperclass(Link.self) == nil ? "none" : "garbage" },
    ]
  }

  private struct Chain: QueryableProperties {
    let first = Link(Link(Link(nil)))

    static let queryProperties: [QueryProperty<Chain>] = [
      .storedFields, QueryProperty("made") { (chain: Chain) -> Link in chain.first },
    ]
  }

  /// A run retains the instances that a path passes, and nothing else. An earlier run retained the first word of an instance, its class, and wrote a
  /// reference count over the class's superclass.
  @Test(arguments: [
    "made.superclass == 'none'", "made.next.superclass == 'none'", "first.next.superclass == 'none'",
    "first.next.next.superclass == 'none'", "made.superclass == 'none' AND made.next.next.superclass == 'none'",
  ])
  func onlyInstancesAreRetained(_ format: String) throws {
    let query = try BoundQuery<Chain>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try (0..<100).map { _ in Chain() }.count(where: query) == 100)
    #expect(try query.matches(Chain()))
  }
}
