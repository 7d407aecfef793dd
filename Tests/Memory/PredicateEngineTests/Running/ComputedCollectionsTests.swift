import OpenPredicate
import PredicateEngineFixtures
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The result of a computed property exists only as long as the run retains it. Values are copied from it before it is freed.
@Suite struct ComputedCollectionsTests {
  private struct Money: QueryableProperties, Equatable {
    var cents: Int
    var unit: String

    static let queryProperties: [QueryProperty<Money>] = [.storedFields]
  }

  private struct Item: QueryableProperties {
    var number: Int

    static let queryProperties: [QueryProperty<Item>] = [
      QueryProperty("money") { $0.money(0) },
      QueryProperty("prices") { item in (0..<3).map { item.money($0) } },
    ]

    private func money(_ more: Int) -> Money {
      Money(cents: number % 3 + more, unit: "a unit that is too long to lie in the value \(number % 3)")
    }
  }

  @Test(.fieldsAreKnown, arguments: ["money", "prices"])
  func groupsKeepTheirKeys(format: String) throws {
    let groups = try (0..<300).map { Item(number: $0) }.grouped(by: QueryFormat(raw: format))
    #expect(groups.map(\.elements.count) == [100, 100, 100])
  }

  private struct Pick: QueryableProperties {
    var x: Int

    static let queryProperties: [QueryProperty<Pick>] = [.storedFields]
  }

  private struct Box: QueryableProperties {
    var picks: [Pick]
    var values: [Int]

    static let queryProperties: [QueryProperty<Box>] = [.storedFields]
  }

  private struct Owner: QueryableProperties {
    var seed: Int

    static let queryProperties: [QueryProperty<Owner>] = [
      QueryProperty("boxes") { owner -> [Box] in
        guard owner.seed % 64 == 63 else { return [] }
        return [
          Box(
            picks: (0..<12).map { Pick(x: $0 == 11 ? owner.seed : -1) },
            values: (0..<40).map { $0 == 0 ? owner.seed : 1_000_000 + $0 })
        ]
      }
    ]
  }

  private struct Root { var owners: [Owner] }

  /// A new array may have the address of an earlier one whose elements were looked up.
  @Test(.fieldsAreKnown) func membershipIsThatOfEachArray() throws {
    let root = Root(owners: (0..<640).map { Owner(seed: $0) })
    let query = try BoundQuery<Root>(
      """
      SUBQUERY(owners, $o,
        SUBQUERY($o.boxes, $b, SUBQUERY($b.picks, $p, $p.x IN $b.values).@count == 1).@count == 1).@count == 10
      """)
    #expect(try query.matches(root))
    #expect(try query.matchesByReference(root))
  }
}
