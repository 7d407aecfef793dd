import Foundation
import OpenPredicate
import PredicateEngineFixtures
import PredicateMemory
import Testing

/// For collections of optional elements, names and types are checked as for other elements. A nil element gives the result of a nil property.
@Suite struct OptionalElementsTests {
  private struct OptionalPlace: Sendable {
    var city: String
    var zip: Int
    var tags: [String] = []
  }

  private final class Friend: QueryableProperties, Sendable {
    let name: String
    let age: Int?
    let best: Friend?

    init(_ name: String, age: Int? = nil, best: Friend? = nil) {
      self.name = name
      self.age = age
      self.best = best
    }

    static let queryProperties: [QueryProperty<Friend>] = [.storedFields]
  }

  private static let places: [OptionalPlace?] = [
    OptionalPlace(city: "Rome", zip: 100, tags: ["old"]), nil, OptionalPlace(city: "Oslo", zip: 200), nil,
    OptionalPlace(city: "Bonn", zip: 300),
  ]

  @Test(arguments: [
    ("zip > 100", [2, 4]), ("NOT zip > 100", [0, 1, 3]), ("SELF == nil", [1, 3]), ("SELF != nil", [0, 2, 4]),
    ("zip == nil", [1, 3]), ("city BEGINSWITH[c] 'r' OR zip == 300", [0, 4]), ("tags.@count == 0", [2, 4]),
    ("tags.@count == nil", [1, 3]), ("ANY tags == 'old'", [0]), ("NONE tags == 'old'", [1, 2, 3, 4]),
    ("zip / 100 == 2", [2]), ("TERNARY(SELF == nil, 0, zip) < 150", [0, 1, 3]), ("city IN {'Oslo', 'Bonn'}", [2, 4]),
    ("uppercase(city) == 'BONN'", [4]),
  ])
  func structs(format: String, expected: [Int]) throws {
    let query = try BoundQuery<OptionalPlace?>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try Self.places.filterIndices(query) == expected)
    #expect(try Self.places.indices.filter { try query.matches(Self.places[$0]) } == expected)
    let many = Array(repeating: Self.places, count: 1000).flatMap { $0 }
    #expect(try many.count(where: query) == expected.count * 1000)
    #expect(try many.filter(query).count == expected.count * 1000)
  }

  @Test func instances() throws {
    let ann = Friend("Ann", age: 30)
    let friends: [Friend?] = [ann, nil, Friend("Bob", best: ann), nil]
    #expect(try friends.filterIndices("age == 30") == [0])
    #expect(try friends.filterIndices("best.name == 'Ann'") == [2])
    #expect(try friends.filterIndices("best == nil") == [0, 1, 3])
    #expect(try friends.filterIndices("SELF == \(ObjectReference(to: ann))") == [0])
    #expect(try friends.filterIndices("best == \(ObjectReference(to: ann))") == [2])
    #expect(try friends.sorted(by: "name").map { $0?.name } == [nil, nil, "Ann", "Bob"])
    #expect(try friends.filter(BoundQuery<Friend?>("name != nil")).map { $0?.name } == ["Ann", "Bob"])
    let twice: [Friend??] = [ann, .some(nil), nil]
    #expect(try twice.filterIndices("name == 'Ann'") == [0])
  }

  @Test(.fieldsAreKnown) func mistakesAreToldBefore() throws {
    let unknown = try #require(throws: PredicateIssue.self) { try [OptionalPlace?]().filter("cty == 'Rome'") }
    #expect(unknown.code == "unknown-key" && unknown.message == "OptionalPlace has no property “cty”")
    #expect(throws: PredicateIssue.self) { try [OptionalPlace?]().filter("zip == 'Rome'") }
  }
}
