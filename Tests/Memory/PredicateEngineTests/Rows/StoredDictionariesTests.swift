import Foundation
import OpenPredicate
import PredicateTestSupport
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The engine looks names up in place in dictionaries that structs store, and in arrays of such dictionaries, with the right results.
@Suite struct StoredDictionariesTests {
  private enum Reflected {}
  fileprivate enum Declared {}

  fileprivate struct Order<Table> {
    var info: [String: Any]
    var counts: [String: Int]
    var lines: [[String: Any]]
    var spare: [[String: Any]]?
    var stock: [String: Int]?
    var more: [String: Any]?
    var limit: Int
  }

  private static func lines(_ random: inout SplitMix64) -> [[String: Any]] {
    (0..<random.next() % 4).map { _ in
      var line: [String: Any] = ["n": random.pick([0, 5, 50, 95]), "s": random.text()]
      if random.chance(30) { line["n"] = nil }
      if random.chance(20) { line["n"] = 7.5 }
      if random.chance(20) { line["tags"] = ["a", random.text()] }
      if random.chance(50) { line["d"] = ["a": random.pick([1, 2, 3]), "set": Set([1, 2])] as [String: Any] }
      if random.chance(20) { line["d"] = [["a": 2] as [String: Any], ["a": [3, 4.5, true] as [Any]]] }
      return line
    }
  }

  private static func orders<Table>() -> [Order<Table>] {
    var random = SplitMix64(seed: 7)
    return (0..<300).map { _ in
      Order(
        info: ["home": ["zip": random.pick([1, 2, 3])] as [String: Any], "lines": lines(&random)],
        counts: ["red": random.pick([1, 2, 3]), "blue": 2], lines: lines(&random),
        spare: random.maybe(lines(&random)), stock: random.maybe(["red": random.pick([1, 2, 3])]),
        more: random.maybe(["home": ["zip": random.pick([1, 2, 3])] as [String: Any], "lines": lines(&random)]),
        limit: random.pick([0, 6, 60]))
    }
  }

  @Test(arguments: [
    "ANY lines.n > 10", "ALL lines.n > 10", "ANY lines.n == nil", "ANY lines.n > limit", "lines.@count > 2",
    "lines.@sum.n > 50", "lines.@avg.n > 50", "lines.@max.n == 95", "7.5 IN lines.n", "limit IN lines.n",
    "SUBQUERY(lines, $l, $l.n > limit AND $l.s BEGINSWITH 's').@count > 0",
    "SUBQUERY(lines, $l, $l.n > 10 AND $l.n < 90).@count > 1", "SUBQUERY(lines, $l, 'a' IN $l.tags).@count > 0",
    "ANY spare.n > 10", "spare == nil", "spare.@count > 1", "info.home.zip > 1", "info.home.zip == limit",
    "info['home'] != nil", "ANY info.lines.n > 10", "info.lines.@count > 2", "info.missing == nil",
    "SUBQUERY(info.lines, $l, $l.n > limit).@count > 0", "info.lines.@sum.n > 50", "counts.red > 1",
    "counts.red > counts.blue", "counts['red'] == 3", "counts.green == nil", "counts.red * 2 > limit",
    "counts.red IN {1, 3}", "counts.@count == 2", "lines[0].n > 10",
    "stock.red > 1", "stock.red == nil", "stock == nil", "stock['red'] == 2", "stock.@count == 1",
    "stock.red + 1 > limit",
    "ANY lines.d.a > 2", "ALL lines.d.a == 2", "lines.d.a.@count > 2", "ANY lines.d.set == 2", "ANY lines.tags == 'a'",
    "ANY lines.tags BEGINSWITH 's'", "lines.n.@count > 1", "lines.n == nil", "limit IN lines.d.a",
    "SUBQUERY(lines.d, $d, $d.a > 1).@count > 0", "SUBQUERY(lines, $l, ANY $l.d.a > 2).@count > 0",
    "SUBQUERY(lines, $l, limit IN lines.n).@count > 1", "lines.d.a.@max.self > 2", "lines.n.missing == nil",
    "lines['n'] == nil", "lines.n[0] > 5", "info.lines.n[0] > 5", "ANY info.lines.d.a > 2", "ANY lines.s.length > 5",
    "ANY spare.d.a > 2", "spare.d.a == nil", "spare[0].n > 5", "spare[0].d.a > 2", "more.lines[0].n > 5",
    "more.@count > 1", "more.@count == nil", "more == nil",
    "more.home.zip > 1", "more.home.zip == nil", "ANY more.lines.n > 10", "more.lines.@count > 1",
  ])
  func agreesWithTheReference(_ format: String) throws {
    try check(format, Self.orders() as [Order<Reflected>])
    try check(format, Self.orders() as [Order<Declared>])
  }

  private func check<Table>(_ format: String, _ orders: [Order<Table>]) throws {
    let query = try BoundQuery<Order<Table>>(QueryPredicate(format: QueryFormat(raw: format)))
    let expected = Result { () throws(PredicateIssue) in
      var found: [Int] = []
      for (position, order) in orders.enumerated() where try query.matchesByReference(order) { found.append(position) }
      return found
    }
    let found = Result { () throws(PredicateIssue) in try orders.filterIndices(query) }
    #expect(found == expected, "\(format)")
    for order in orders.prefix(20) {
      let alone = Result { () throws(PredicateIssue) in try query.matches(order) }
      #expect(alone == Result { () throws(PredicateIssue) in try query.matchesByReference(order) }, "\(format)")
    }
  }

  @Test func countsByHand() throws {
    let orders = Self.orders() as [Order<Reflected>]
    let expected = orders.indices.filter { orders[$0].lines.contains { ($0["n"] as? Int).map { $0 > 10 } ?? false } }
    #expect(try orders.filterIndices("ANY lines.n > 10") == expected)
    #expect(!expected.isEmpty && expected.count < orders.count)
  }
}

extension StoredDictionariesTests.Order: QueryableProperties where Table == StoredDictionariesTests.Declared {
  static var queryProperties: [QueryProperty<Self>] {
    [
      QueryProperty("info", \.info), QueryProperty("counts", \.counts), QueryProperty("lines", \.lines),
      QueryProperty("spare", \.spare), QueryProperty("stock", \.stock), QueryProperty("more", \.more),
      QueryProperty("limit", \.limit),
    ]
  }
}
