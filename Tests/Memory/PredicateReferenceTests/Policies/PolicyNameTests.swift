import Foundation
import OpenPredicate
import Testing

/// The effect of a policy on a type does not depend on the types that the program has read before.
@Suite struct PolicyNameTests {
  private enum Shop {
    struct Parcel: QueryableProperties {
      var weight = 1
      var price = 2
      static let queryProperties: [QueryProperty<Parcel>] = [
        QueryProperty("weight", \.weight), QueryProperty("price", \.price),
      ]
    }
  }
  private enum Post {
    struct Parcel: QueryableProperties {
      var weight = 1
      var price = 2
      static let queryProperties: [QueryProperty<Parcel>] = [
        QueryProperty("weight", \.weight), QueryProperty("price", \.price),
      ]
    }
  }

  private let sold = [Shop.Parcel()]
  private let posted = [Post.Parcel()]

  init() throws {
    // Both types get their names here. The first one gets the short name.
    _ = try sold.count(where: QueryPredicate("weight == 1"))
    _ = try posted.count(where: QueryPredicate("weight == 1"))
  }

  private func code<Element>(_ text: String, _ elements: [Element], _ policy: QueryPolicy) -> String? {
    do throws(PredicateIssue) {
      _ = try elements.count(text: text, policy: policy)
      return nil
    } catch {
      return error.code
    }
  }

  @Test func aShortNameAppliesToEveryTypeThatIsCalledSo() throws {
    let file = #"{"types": [{"type": "Parcel", "allows": {"only": ["weight"]}, "rule": {"where": "price > 5"}}]}"#
    let policy = try JSONDecoder().decode(QueryPolicy.self, from: Data(file.utf8))
    #expect(try sold.count(text: "weight == 1", policy: policy) == 0)
    #expect(try posted.count(text: "weight == 1", policy: policy) == 0)
    #expect(code("price == 2", sold, policy) == "unknown-key")
    #expect(code("price == 2", posted, policy) == "unknown-key")
  }

  @Test func anEntryByTypeAppliesToThatTypeOnly() throws {
    let first = QueryPolicy().allowing(.only("weight"), of: Shop.Parcel.self)
    #expect(code("weight == 1", sold, first) == nil)
    #expect(code("weight == 1", posted, first) == "policy-entity")
    let second = QueryPolicy().allowing(.only("weight"), of: Post.Parcel.self)
    #expect(code("weight == 1", sold, second) == "policy-entity")
    #expect(code("weight == 1", posted, second) == nil)
    // A policy that was stored and read still applies to the same type.
    let stored = try JSONDecoder().decode(QueryPolicy.self, from: JSONEncoder().encode(second))
    #expect(code("weight == 1", sold, stored) == "policy-entity")
    #expect(code("weight == 1", posted, stored) == nil)
  }

  @Test(arguments: [
    "Post.Parcel", "PolicyNameTests.Post.Parcel", "PredicateReferenceTests.PolicyNameTests.Post.Parcel",
  ])
  func aLongerNameGoesBeforeAShorterOne(_ name: String) {
    let policy = QueryPolicy().allowing(.all, ofEntity: "Parcel").allowing(.only("weight"), ofEntity: name)
    #expect(code("price == 2", sold, policy) == nil)
    #expect(code("price == 2", posted, policy) == "unknown-key")
    let rest = QueryPolicy(otherTypes: .all).allowing(.none, ofEntity: name)
    #expect(code("price == 2", sold, rest) == nil)
    #expect(code("price == 2", posted, rest) == "policy-entity")
  }

  /// The nested type is named first. Its full name ends with that of the other type.
  @Test func aFullNameMayEndAnotherOne() throws {
    _ = QueryPolicy().allowing(.all, of: PredicateReferenceTests.Crate.self)
    let policy = QueryPolicy(otherTypes: .all).allowing(.none, ofEntity: "PredicateReferenceTests.Crate")
    #expect(code("weight == 1", [Crate()], policy) == "policy-entity")
  }

  private enum PredicateReferenceTests {
    struct Crate {}
  }
}

private struct Crate: QueryableProperties {
  var weight = 1
  static let queryProperties: [QueryProperty<Crate>] = [QueryProperty("weight", \.weight)]
}
