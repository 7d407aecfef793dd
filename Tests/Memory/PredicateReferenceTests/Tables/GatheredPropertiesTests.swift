import Foundation
import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// A request for the values of a table's closures reads whole values, or only whether they are nil, how many elements they have, or some of their
/// bytes. Each result equals that of the reference evaluator.
@Suite struct GatheredPropertiesTests {
  private struct Spot: QueryableProperties {
    var name: String
    var east: Double
    var floor: Int?

    static let queryProperties: [QueryProperty<Spot>] = [
      QueryProperty("name", \.name), QueryProperty("east", \.east), QueryProperty("floor", \.floor),
    ]
  }

  private struct Home: QueryableProperties {
    var city: String
    var zip: Int
    var spot: Spot
    var other: Spot?

    static let queryProperties: [QueryProperty<Home>] = [
      QueryProperty("city", \.city), QueryProperty("zip", \.zip), QueryProperty("spot", \.spot),
      QueryProperty("other", \.other),
    ]
  }

  private final class Owner: QueryableProperties {
    let number: Int

    init(_ number: Int) { self.number = number }

    static let queryProperties: [QueryProperty<Owner>] = [
      QueryProperty("number") { $0.number },
      QueryProperty("half") { $0.number % 3 == 0 ? nil : Double($0.number) / 2 },
      QueryProperty("odd") { $0.number % 5 == 0 ? Double?.some(.nan) : nil },
      QueryProperty("label") { $0.number % 4 == 0 ? nil : "a label that is too long to lie in the value \($0.number)" },
      QueryProperty("home") { $0.home },
      QueryProperty("away") { $0.number % 3 == 1 ? nil : $0.home },
      QueryProperty("never") { _ in Home?.none },
      QueryProperty("next") { $0.number == 0 ? nil : Owner($0.number / 2) },
      QueryProperty("marks") { Array(0..<($0.number % 7)) },
      QueryProperty("spare") { $0.number % 3 == 0 ? nil : Array(0..<($0.number % 5)) },
      QueryProperty("tags") { Set((0..<($0.number % 4)).map { "tag \($0)" }) },
      QueryProperty("homes") { owner in (0..<(owner.number % 4)).map { _ in owner.home } },
      QueryProperty("owners") { owner in (0..<(owner.number % 4)).map { Owner(owner.number + $0) } },
    ]

    private var home: Home {
      let spot = Spot(name: "a spot that is too long to lie in the value", east: Double(number) / 10, floor: 3)
      return Home(
        city: "city \(number)", zip: number * 10, spot: spot,
        other: number % 2 == 0 ? nil : Spot(name: "b", east: Double(number), floor: number % 3 == 0 ? nil : number))
    }
  }

  /// The same for structs.
  private struct Row: QueryableProperties {
    let owner: Owner

    static let queryProperties: [QueryProperty<Row>] = [
      QueryProperty("owner", \.owner), QueryProperty("maybe") { $0.owner.number % 2 == 0 ? nil : $0.owner },
    ]
  }

  private static let formats = [
    "next == nil", "next != nil AND number > 3", "half == nil", "odd == nil", "label == nil", "away == nil",
    "NOT away == nil AND away.zip > 50", "never == nil", "never.zip > 0", "never.zip == nil", "next.next == nil",
    "home.zip > 300", "home.spot.east BETWEEN {1, 4}", "home.spot.floor == 3", "home.other.east > 20",
    "home.other.floor == nil", "home.other == nil", "away.zip > 300", "away.zip == nil", "away.spot.east < 2",
    "away.other.floor > 7", "home.city ENDSWITH '7'", "away.city == 'city 8'", "home.zip == number * 10",
    "home.zip > next.home.zip", "home.zip IN {10, 70, 110}", "next.half > 3", "next.away.zip < 100",
    "marks.@count > 3", "spare.@count > 2", "spare.@count == nil", "spare == nil", "tags.@count == 2",
    "next.marks.@count == 2", "ANY marks > 4", "ANY spare == 3", "ALL spare < 3", "'tag 1' IN tags",
    "ANY homes.zip > 400", "ANY homes.other.floor == nil", "ANY homes.spot.east > 3", "homes.@sum.zip > 900",
    "ANY owners.number > 40", "ALL owners.half > 5", "owners.@max.number > 30", "owners.@avg.half > 8",
    "SUBQUERY(owners, $o, $o.number > 10 AND $o.next.number < 20).@count > 1",
    "SUBQUERY(homes, $h, $h.zip > 100 AND $h.zip < number * 11).@count > 1", "number IN owners.number",
  ]

  @Test(arguments: formats)
  func ofInstances(format: String) throws {
    let owners = (0..<90).map(Owner.init)
    let query = try BoundQuery<Owner>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try owners.filterIndices(query) == owners.indices.filter { try query.matchesByReference(owners[$0]) })
    let nothing: [Owner] = []
    #expect(try nothing.count(where: query) == 0)
  }

  @Test(arguments: [
    "owner.home.zip > 300", "maybe == nil", "maybe.home.zip > 300", "maybe.away == nil", "maybe.number > 9",
  ])
  func ofStructs(format: String) throws {
    let rows = (0..<90).map { Row(owner: Owner($0)) }
    let query = try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try rows.filterIndices(query) == rows.indices.filter { try query.matchesByReference(rows[$0]) })
  }

  @Test func nilsAreThoseOfTheValues() throws {
    let owners = (0..<90).map(Owner.init)
    #expect(try owners.count(where: BoundQuery<Owner>("next == nil")) == 1)
    #expect(try owners.count(where: BoundQuery<Owner>("away == nil")) == 30)
    #expect(try owners.count(where: BoundQuery<Owner>("odd == nil")) == 90)
    #expect(try owners.count(where: BoundQuery<Owner>("spare.@count == nil")) == 30)
    #expect(try owners.count(where: BoundQuery<Owner>("home.zip > 300")) == 59)
    #expect(try owners.count(where: BoundQuery<Owner>("away.zip > 300")) == 39)
  }
}
