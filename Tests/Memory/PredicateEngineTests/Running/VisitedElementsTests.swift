import PredicateBinding
import PredicateEngine
import PredicateReference
import PredicateSyntax
import PredicateValues
import Testing

/// The engine limits how many elements it visits for one object, in chunks and one by one.
@Suite struct VisitedElementsTests {
  private struct List: Sendable, QueryableProperties {
    var a: [Int]
    static let queryProperties: [QueryProperty<List>] = [QueryProperty("a", \.a)]
  }

  private static func query(_ format: String, _ limit: Int) throws -> BoundQuery<List> {
    var options = BindingOptions()
    options.limits.visitedElements = limit
    return try BoundQuery(QueryPredicate(format: QueryFormat(raw: format)), options: options)
  }

  private static let pairs = "SUBQUERY(a, $x, SUBQUERY(a, $y, $x + $y < 0).@count > 0).@count > 0"

  @Test
  func nestedWalksEnd() throws {
    let lists = [List(a: Array(0..<3000))]
    let format = "SUBQUERY(a, $x, SUBQUERY(a, $y, SUBQUERY(a, $z, $z < 0 - $x - $y).@count > 0).@count > 0).@count > 0"
    let query = try Self.query(format, 100_000)
    let issue = #expect(throws: PredicateIssue.self) { try lists.filter(query) }
    #expect(issue?.kind == .limit)
  }

  /// The elements of the innermost loop count too, if it runs again for each element of the range around it.
  @Test(
    arguments: [
      "SUBQUERY(a, $x, ANY a < 0).@count > 0", "SUBQUERY(a, $x, SUBQUERY(a, $y, $y < 0).@count > 2).@count > 0",
      "SUBQUERY(a, $x, a.@sum < $x).@count > 0",
    ])
  func innermostWalksCount(format: String) throws {
    let query = try Self.query(format, 1_000_000)
    #expect(throws: PredicateIssue.self) { try [List(a: Array(0..<10_000))].filter(query) }
    #expect(try [List(a: Array(0..<900))].filter(query).isEmpty)
  }

  @Test func theLimitIsThatOfOneObject() throws {
    // All objects together have ten times as many elements as the limit, but each has fewer than the limit.
    let lists = (0..<500).map { List(a: Array(0..<($0 % 20)) + ($0 % 7 == 0 ? [-1000] : [])) }
    let free = try Self.query(Self.pairs, .max)
    let expected = try lists.filterIndices(free)
    #expect(expected.count > 50)
    for limit in [500, 5000] {
      let limited = try Self.query(Self.pairs, limit)
      #expect(try lists.filterIndices(limited) == expected)
    }
    #expect(throws: PredicateIssue.self) { try lists.filterIndices(Self.query(Self.pairs, 100)) }
  }

  private final class Node: QueryableProperties, Sendable {
    let name = "n"
    let friends: [Leaf]
    init(_ count: Int) { friends = (0..<count).map { _ in Leaf(count) } }

    static let queryProperties: [QueryProperty<Node>] = [.storedFields]
  }

  private final class Leaf: QueryableProperties, Sendable {
    let names: [String]
    init(_ count: Int) { names = Array(repeating: "n", count: count) }

    static let queryProperties: [QueryProperty<Leaf>] = [.storedFields]
  }

  /// In a path over values of unknown types, each key multiplies the visited elements. The limit ends the evaluation.
  @Test func pathsOverUnknownTypesEnd() throws {
    let nodes: [Any] = [Node(10)]
    func query(_ limit: Int) throws -> BoundQuery<Any> {
      var options = BindingOptions()
      options.limits.visitedElements = limit
      return try BoundQuery(QueryPredicate("friends.names.@count == 100"), options: options)
    }
    #expect(try nodes.count(where: query(100)) == 1)
    let issue = #expect(throws: PredicateIssue.self) { try nodes.count(where: query(20)) }
    #expect(issue?.has(.visitedElements) == true)
  }
}
