import OpenPredicate
import PredicateEngineFixtures
import PredicateMemory
import Testing

/// A table of `.storedFields` makes every stored property readable.
@Suite struct StoredFieldsTests {
  private let rex: ReadHound = {
    let hound = ReadHound("Rex", chip: 7)
    hound.friend = ReadAnimal("Tom", chip: 9)
    return hound
  }()

  @Test(arguments: [
    "name == 'Rex'", "loud == 'REX'", "ANY tricks == 'sit'", "friend.name == 'Tom'", "friend.loud == 'TOM'",
  ])
  func inheritedAndOwn(_ format: String) throws {
    #expect(try [rex].count(where: QueryPredicate(format: QueryFormat(raw: format))) == 1)
    let anything: [Any] = [rex]
    #expect(try anything.count(where: QueryPredicate(format: QueryFormat(raw: format))) == 1)
  }

  @Test func aLineOfItsOwnWins() throws {
    #expect(try [ReadAnimal("Tom", chip: 9)].count(where: "chip == -9") == 1)
    #expect(try [rex as Any].count(where: "chip == -7") == 1)
  }

  /// If an element's static type is the superclass, only the properties of the superclass are known.
  @Test(.fieldsAreKnown) func elementsOfTheSuperclass() throws {
    let animals: [ReadAnimal] = [rex]
    #expect(try animals.count(where: "name == 'Rex'") == 1)
    let issue = try #require(throws: PredicateIssue.self) { try animals.filter("tricks.@count == 1") }
    #expect(issue.has(.unknownKey))
    #expect(issue.hint == "ReadAnimal has name, loud, chip; add computed properties to the property table")
  }

  @Test(.fieldsAreKnown) func policiesCountItAsATable() throws {
    // A friend may be a hound, so both entries must allow the properties that are read from a friend.
    let policy = QueryPolicy().allowing(.only("name", "friend", "chip"), of: ReadHound.self)
      .allowing(.all, of: ReadAnimal.self)
    #expect(try [rex].count(text: "name == 'Rex' AND friend.chip == -9", policy: policy) == 1)
    let issue = try #require(throws: PredicateIssue.self) {
      try [rex].filter(text: "tricks.@count == 1", policy: policy)
    }
    #expect(issue.has(.unknownKey))
    let options = BindingOptions(reading: .tables)
    #expect(try [rex].count(where: BoundQuery("tricks.@count == 1 AND friend.name == 'Tom'", options: options)) == 1)
    #expect(try [ReadProfile()].count(where: BoundQuery("city == 'Wien'", options: options)) == 1)
  }

  /// If in-place reads are off, the names become known only when a predicate runs. A policy cannot check them then, so it is refused.
  @Test(.enabled(if: !InPlaceReads.areOn)) func policiesWithoutRawReads() throws {
    let policy = QueryPolicy().allowing(.all, of: ReadHound.self)
    let issue = try #require(throws: PredicateIssue.self) { try [rex].filter(text: "name == 'Rex'", policy: policy) }
    #expect(issue.code == "policy-without-table")
  }

  private struct Wrapped: QueryableProperties {
    var text = "x"
    lazy var length = 1
    var pair = (1, 2)

    static let queryProperties: [QueryProperty<Wrapped>] = [.storedFields]
  }

  /// The issue for a property that cannot be read gives the same reason as for a type without a table.
  @Test(.fieldsAreKnown) func whatCannotBeReadSaysWhy() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [Wrapped()].filter("length == 1") }
    #expect(issue.has(.unreadableProperty) && issue.message.hasSuffix("it is lazy"))
    let pair = try #require(throws: PredicateIssue.self) { try [Wrapped()].filter("pair == nil") }
    #expect(pair.has(.unreadableProperty))
    #expect(throws: PredicateIssue.self) { try [Wrapped()].filter("SELF == SELF") }
  }

  @Test func structsAreComparedByTheirFields() throws {
    struct Pair { var a, b: ReadProfile }
    let pairs = [Pair(a: ReadProfile(), b: ReadProfile()), Pair(a: ReadProfile(), b: ReadProfile(city: "Rom"))]
    #expect(try pairs.filterIndices("a == b") == [0])
  }

  /// Stored fields are read in place if in-place reads are on.
  @Test(.fieldsAreKnown) func fieldsAreReadWhereTheyLie() throws {
    let query = try BoundQuery<ReadHound>("name == 'Rex' AND tricks.@count == 1")
    #expect(try query.matches(rex))
    let declared = try BoundQuery<ReadHound>("loud == 'REX'")
    #expect(try declared.matches(rex))
    #expect(try (0..<5_000).map { _ in rex }.count(where: query) == 5_000)
  }
}
