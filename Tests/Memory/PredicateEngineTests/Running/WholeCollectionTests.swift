import Foundation
import OpenPredicate
import PredicateEngineFixtures
import Testing

/// Collections of values are compared as wholes: arrays with their order, sets without.
@Suite struct WholeCollectionTests {
  private struct Part: Sendable { var size: Int }

  private struct Crate: Sendable {
    var numbers = [1, 2]
    var more: [Int]?
    var marks: Set<Int> = [1, 2, 3, 4, 5]
    var rows = [[1], [2, 3]]
    var others = [1, 2]
    var parts = [Part(size: 1), Part(size: 2)]
    var names = ["a"]
    var dates = [Date(timeIntervalSinceReferenceDate: 0)]
    var marked: [String: [[Int]]] = ["lists": [[1, 2]]]
  }

  @Test(arguments: [
    ("numbers == {1, 2}", true), ("numbers == {1.0, 2}", true), ("numbers == {2, 1}", false), ("{1} != numbers", true),
    ("numbers == others", true), ("numbers != others", false), ("numbers == more", false), ("more == nil", true),
    ("numbers IN {{3}, {1, 2}}", true), ("numbers IN rows", false), ("rows CONTAINS {2, 3}", true),
    ("rows == {{1}, {2, 3}}", true), ("rows[1] == {2, 3}", true), ("parts.@unionOfObjects.size == numbers", true),
    ("numbers == TERNARY(more == nil, others, {1})", true),
    // An array never equals a set.
    ("marks == {1, 2, 3, 4, 5}", false), ("marks == CAST({5, 4, 3, 2, 1}, 'NSSet')", true),
    ("numbers UNION {3, 4, 5} == marks", true),
    ("dates == {'2001-01-01'}", true), ("{'2001-01-02'} == dates", false), ("dates CONTAINS '2001-01-01'", true),
    ("numbers IN {}", false), ("numbers IN {nil}", false), ("numbers IN marked.lists", true),
    ("names ==[c] {'A'}", true), ("names !=[c] {'A'}", false), ("names IN[c] {{'A'}, {'b'}}", true),
    ("names == {'A'}", false),
    ("parts.@sum.size == @sum.parts.size", true),
  ])
  func wholes(format: String, holds: Bool) throws {
    #expect(try [Crate()].filter(QueryFormat(raw: format)).isEmpty != holds)
    #expect(try BoundQuery<Crate>(QueryPredicate(format: QueryFormat(raw: format))).matches(Crate()) == holds)
  }

  @Test func argumentsAndVariables() throws {
    #expect(try [Crate()].filter("numbers == \([1, 2])").count == 1)
    #expect(try [Crate()].filter("marks == \(Set([5, 4, 3, 2, 1]))").count == 1)
    let bound = try BoundQuery<Crate>(QueryPredicate(format: "numbers == $n"), variables: ["n": [1, 2]])
    #expect(try bound.matches(Crate()))
  }

  /// The comparison of a collection with one value is an error, because a modifier is probably missing. A path through objects has no order.
  @Test(
    .fieldsAreKnown,
    arguments: [
      "numbers == 1", "numbers > {1}", "numbers IN {1, 2}", "parts.size == {1, 2}", "numbers BEGINSWITH 'a'",
    ])
  func refused(format: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try [Crate()].filter(QueryFormat(raw: format)) }
    #expect(issue.code == "to-many-comparison")
  }
}
