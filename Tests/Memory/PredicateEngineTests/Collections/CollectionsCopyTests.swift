import OpenPredicate
import Testing

/// Filtering copies exactly the matches, whatever share of the elements matches and however the matches are distributed, on one thread and on several.
@Suite struct CollectionsCopyTests {
  final class Owner: QueryableProperties, Sendable {
    let name: String
    init(_ name: String) { self.name = name }

    static let queryProperties: [QueryProperty<Owner>] = [.storedFields]
  }

  struct Item: Sendable {
    var number: Int
    var title: String
    var tags: [String]
    var others: [Int]?
    var owner: Owner?
  }

  private static let items: [Item] = (0..<20_000).map { number in
    Item(
      number: number, title: number % 3 == 0 ? "short" : "a title that is too long to be stored in place \(number)",
      tags: (0..<number % 4).map { "tag \($0)" }, others: number % 5 == 0 ? nil : [number],
      owner: number % 7 == 0 ? Owner(number % 2 == 0 ? "Larson" : "the owner of number \(number)son") : nil)
  }

  private static let conditions: [(String, @Sendable (Item) -> Bool)] = [
    ("TRUEPREDICATE", { _ in true }), ("number < 0", { _ in false }),
    ("number < 19000", { $0.number < 19_000 }), ("number >= 19990", { $0.number >= 19_990 }),
    ("number BETWEEN {130, 5000}", { (130...5000).contains($0.number) }),
    ("title == 'short'", { $0.title == "short" }),
    ("title MATCHES '.*[0-9]{3}.*'", { $0.number > 99 && $0.number % 3 > 0 }),
    ("tags.@count > 2", { $0.tags.count > 2 }), ("ANY tags == 'tag 1'", { $0.tags.contains("tag 1") }),
    ("others.@count == 1", { $0.others?.count == 1 }), ("owner.name ENDSWITH 'son'", { $0.owner != nil }),
    ("owner.name == 'Larson'", { $0.owner?.name == "Larson" }),
    ("number IN {1, 63, 64, 127, 9000}", { [1, 63, 64, 127, 9000].contains($0.number) }),
  ]

  @Test(arguments: conditions.indices)
  func matches(_ index: Int) throws {
    let (format, condition) = Self.conditions[index]
    let query = try BoundQuery<Item>(QueryPredicate(format: QueryFormat(raw: format)))
    let expected = Self.items.filter(condition)
    func check(_ found: [Item]) {
      #expect(found.map(\.number) == expected.map(\.number), "\(format)")
      #expect(found.map(\.title) == expected.map(\.title), "\(format)")
      #expect(found.map(\.tags) == expected.map(\.tags), "\(format)")
      #expect(found.map { $0.owner?.name } == expected.map { $0.owner?.name }, "\(format)")
    }
    check(try Self.items.filter(query))
    check(try AnySequence(Self.items).filter(query))
    #expect(try Self.items.filterIndices(query) == expected.map(\.number))
    #expect(try Self.items.count(where: query) == expected.count)
  }

  /// A collection that claims to have nearly `Int.max` elements.
  private struct Boastful: Sequence {
    var underestimatedCount: Int { .max - 1 }
    func makeIterator() -> IndexingIterator<Range<Int>> { (0..<3_000).makeIterator() }
  }

  @Test func anUnderestimatedCountMayBeWrong() throws {
    #expect(try Boastful().filter(BoundQuery<Int>("SELF >= 1000")).count == 2_000)
  }
}
