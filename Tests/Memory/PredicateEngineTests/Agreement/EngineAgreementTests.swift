import Foundation
import OpenPredicate
import PredicateMemory
import PredicateTestSupport
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The engine and the reference evaluator give the same result for every predicate and every row.
///
/// A round evaluates four predicates for some fifty rows: `OPENPREDICATE_ROUNDS=5000 swift test --filter EngineAgreementTests` compares more than a
/// million pairs, and `OPENPREDICATE_SEED` sets the first seed.
@Suite struct EngineAgreementTests {
  /// The number of rows is smaller if `Mirror` reads them, which takes a microsecond per property.
  private static let rounds =
    ProcessInfo.processInfo.environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? (InPlaceReads.areOn ? 150 : 20)
  private static let seed = ProcessInfo.processInfo.environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 1

  /// The result of the reference evaluator for each element.
  private func plainly<Element>(_ query: BoundQuery<Element>, _ elements: some Collection<Element>) -> Result<
    [Int], PredicateIssue
  > {
    Result { () throws(PredicateIssue) in
      var found: [Int] = []
      for (position, element) in elements.enumerated() {
        let isMatch = Result { () throws(PredicateIssue) in try query.matchesByReference(element) }
        if position < 4 {
          let alone = Result { () throws(PredicateIssue) in try query.matches(element) }
          #expect(alone == isMatch, "\(query.predicate): one element, \(element)")
        }
        if try isMatch.get() { found.append(position) }
      }
      return found
    }
  }

  private func compare<Element>(_ format: String, _ elements: [Element], seed: UInt64) throws {
    let query = try BoundQuery<Element>(QueryPredicate(format: QueryFormat(raw: format)))
    let expected = plainly(query, elements)
    let found = Result { () throws(PredicateIssue) in try elements.filterIndices(query) }
    switch (expected, found) {
    case (.success(let a), .success(let b)):
      if a != b {
        let position = Set(a).symmetricDifference(b).min() ?? 0
        Issue.record("seed \(seed): \(format): row \(position) is \(a.contains(position)): \(elements[position])")
      }
    case (.failure(let a), .failure(let b)): #expect(a == b, "seed \(seed): \(format)")
    default: Issue.record("seed \(seed): \(format): \(expected) but \(found)")
    }
  }

  @Test func structs() throws {
    for round in 0..<Self.rounds {
      let seed = Self.seed &+ UInt64(round)
      var random = SplitMix64(seed: seed)
      let rows = RandomRow.rows(random.pick([0, 1, 63, 64, 65, 130]), &random)
      var conditions = RandomConditions(random: random)
      for _ in 0..<4 { try compare(conditions.condition(), rows, seed: seed) }
    }
  }

  @Test func instances() throws {
    for round in 0..<Self.rounds / 2 {
      let seed = Self.seed &+ UInt64(round)
      var random = SplitMix64(seed: seed)
      let instances = RandomRow.rows(random.pick([1, 64, 100]), &random).map { RandomInstance($0) }
      var conditions = RandomConditions(random: random)
      conditions.numbers = ["i", "od", "b", "u16", "opart.size", "onode.number", "tags.@count", "onode.next.number"]
      conditions.texts = ["s", "os", "opart.label", "onode.next.name"]
      conditions.madeNumbers = [
        "length(s)", "abs(od)", "length(onode.name)", "length(tags[0])", "opart.marks[LAST]", "parts.@sum.size",
        "oparts.@max.size", "onode.parts.@sum.size", "TERNARY(b == YES, i, od)", "opart.marks.@max",
        "(i & 5)", "(od ** 2)", "parts[0].size", "oparts[LAST].marks[0]", "nodes[0].number", "nodes[1].next.number",
      ]
      conditions.madeTexts = [
        "lowercase(s)", "uppercase(onode.next.name)", "tags[LAST]", "tags.@max", "parts.@min.label",
      ]
      conditions.dates = []
      conditions.values = [("tags", true), ("parts.label", true), ("parts.marks", false), ("opart.marks", false)]
      conditions.collections = [("tags", true), ("opart.marks", false)]
      for _ in 0..<4 {
        let condition = conditions.condition(2)
        if condition.contains("nodes") { continue }
        try compare(condition, instances, seed: seed)
      }
    }
  }

  /// Structs and instances as elements of `[any P]` and of `[Any]`.
  @Test func existentials() throws {
    for round in 0..<Self.rounds / 2 {
      let seed = Self.seed &+ UInt64(round)
      var random = SplitMix64(seed: seed)
      let rows = RandomRow.rows(random.pick([1, 64, 100]), &random)
      let onlyRows = random.chance(50)
      let things = rows.map { row -> any RandomThing in onlyRows || random.chance(50) ? row : RandomInstance(row) }
      var conditions = RandomConditions(random: random)
      if !onlyRows { conditions.dates = [] }
      for _ in 0..<3 {
        let condition = conditions.condition(2)
        try compare(condition, things, seed: seed)
        try compare(condition, things.map { $0 as Any }, seed: seed)
      }
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 2047, 2048, 2049, 4100])
  func sizes(_ count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    let rows = RandomRow.rows(count, &random)
    for format in [
      "i > 2 AND NOT s CONTAINS[c] 'a'", "ANY tags == 'a' OR od >= 1", "SUBQUERY(parts, $p, $p.size > oi).@count > 0",
      "opart.label BEGINSWITH 'a'", "d * 2 > i",
    ] {
      try compare(format, rows, seed: UInt64(count))
      let slice = rows.dropFirst(min(3, count))
      let query = try BoundQuery<RandomRow>(QueryPredicate(format: QueryFormat(raw: format)))
      #expect(try slice.filterIndices(query).map { $0 - slice.startIndex } == plainly(query, slice).get())
      let count = try plainly(query, rows).get().count
      #expect(try ContiguousArray(rows).count(where: query) == count)
      #expect(try AnySequence(rows).count(where: query) == count)
      #expect(try rows.first(where: query)?.i == rows.filter(query).first?.i)
    }
  }

  @Test func scalars() throws {
    var random = SplitMix64(seed: 9)
    let texts = (0..<300).map { _ in random.text() }
    let optional: [String?] = texts.map { random.maybe($0) }
    let numbers: [Double?] = (0..<300).map { _ in random.maybe(random.double()) }
    for format in [
      "SELF BEGINSWITH[c] 'the'", "SELF ENDSWITH[cd] 'e'", "SELF CONTAINS 'a'", "SELF == 'a' OR SELF > 'ab'",
      "SELF LIKE[c] '?a*'",
      "SELF IN {'a', 'ab', 'fifteen letters', 'a longer text with star in it'}", "SELF == nil", "NOT SELF < 'b'",
    ] {
      try compare(format, texts, seed: 9)
      try compare(format, optional, seed: 9)
    }
    for format in [
      "SELF > 1", "SELF == nil", "SELF IN {1, 2.0, 7.5}", "SELF BETWEEN {0, 2}", "SELF * 2 >= 3", "SELF != 1",
    ] {
      try compare(format, numbers, seed: 9)
      try compare(format, [Int](0..<200), seed: 9)
    }
    try compare("ANY SELF == 2 AND SELF.@count > 1", [[1, 2], [2], [], [3, 4]], seed: 9)
  }

  @Test func whatIsAndItsOppositeAreEverything() throws {
    var random = SplitMix64(seed: Self.seed)
    let rows = RandomRow.rows(200, &random)
    var conditions = RandomConditions(random: random)
    for _ in 0..<40 {
      let predicate = try QueryPredicate(format: QueryFormat(raw: conditions.condition()))
      let matches = Set(try rows.filterIndices(predicate))
      let rest = Set(try rows.filterIndices(!predicate))
      #expect(matches.isDisjoint(with: rest) && matches.count + rest.count == rows.count, "\(predicate)")
    }
  }

  /// The engine and the reference report a row whose string takes too many steps.
  @Test func anExpressionThatTakesTooLong() throws {
    let texts = ["b", String(repeating: "a", count: 2000) + "!"]
    let issue = try #require(throws: PredicateIssue.self) { try texts.filter("SELF MATCHES '(a+)+(?=b)b'") }
    #expect(issue.kind == .limit)
    let broken = try #require(throws: PredicateIssue.self) { try texts.filter("SELF MATCHES '('") }
    #expect(broken.kind == .domain)
  }
}

/// The protocol of the elements that `existentials()` returns.
private protocol RandomThing {}

extension RandomRow: RandomThing {}
extension RandomInstance: RandomThing {}
