import Foundation
import OpenPredicate
import PredicateBinding
import PredicateEngine
import PredicateReference
import PredicateSyntax
import PredicateTestSupport
import Testing

/// The compiled form of a predicate over dynamic values agrees with the reference evaluator: the same answer, or the same issue at the same place.
///
/// `OPENPREDICATE_ROUNDS` sets the number of rounds of forty pairs in five forms, `OPENPREDICATE_SEED` the first seed.
@Suite struct DynamicAgreementTests {
  private static let rounds = ProcessInfo.processInfo.environment["OPENPREDICATE_ROUNDS"].flatMap { Int($0) } ?? 150
  private static let seed = ProcessInfo.processInfo.environment["OPENPREDICATE_SEED"].flatMap { UInt64($0) } ?? 1

  /// The result of an evaluation, as far as it is compared.
  private enum Outcome: Equatable {
    case holds(Bool)
    case issue(code: String, SourceRange?)

    init(_ body: () throws(PredicateIssue) -> Bool) {
      do throws(PredicateIssue) {
        self = .holds(try body())
      } catch {
        self = .issue(code: error.code, error.range)
      }
    }
  }

  private func check<Element>(
    _ predicate: QueryPredicate, _ elements: [Element], _ expected: [Outcome], _ seed: UInt64
  ) throws {
    let query = try BoundQuery<Element>(predicate)
    for (element, expected) in zip(elements, expected) {
      let found = Outcome { () throws(PredicateIssue) in try query.matches(element) }
      if found != expected {
        Issue.record("seed \(seed): \(predicate): \(found) instead of \(expected) over \(Element.self): \(element)")
      }
    }
    // All elements are evaluated in one run, which remembers facts about earlier elements.
    let all = Outcome { () throws(PredicateIssue) in try elements.count(where: query) >= 0 }
    let first = expected.first { if case .issue = $0 { true } else { false } }
    if all != first ?? .holds(true) { Issue.record("seed \(seed): \(predicate): \(all) of all instead of \(expected)") }
    guard first == nil else { return }
    let positions = expected.indices.filter { expected[$0] == .holds(true) }
    let found = try elements.filterIndices(query)
    if found != positions { Issue.record("seed \(seed): \(predicate): \(found) instead of \(positions)") }
  }

  @Test func dictionaries() throws {
    var pairs = 0
    for round in 0..<Self.rounds {
      let seed = Self.seed &+ UInt64(round)
      var values = RandomDictionaries(random: SplitMix64(seed: seed))
      let dictionaries = (0..<8).map { _ in values.dictionary() }
      let converted = dictionaries.map { QueryValue(reading: $0, .values) }
      var conditions = RandomDynamicConditions(random: values.random)
      for _ in 0..<5 {
        let format = conditions.condition()
        guard let predicate = try? QueryPredicate(format: QueryFormat(raw: format)),
          let bound = try? Binder.bind(predicate, to: .dynamic)
        else { continue }
        let expected = converted.map { value in
          Outcome { () throws(PredicateIssue) in try ReferenceEvaluator().evaluate(bound, object: value) }
        }
        pairs += expected.count
        try check(predicate, dictionaries, expected, seed)
        try check(predicate, converted, expected, seed)
        try check(predicate, dictionaries.map { $0 as Any }, expected, seed)
        try check(predicate, converted.compactMap(\.dictionary), expected, seed)
      }
    }
    #expect(pairs > Self.rounds * 30, "most of the formats can be bound")
  }

  /// Dictionaries whose values all have one type, also inside of other dictionaries, give the results of the reference.
  @Test func typedDictionaries() throws {
    for round in 0..<Self.rounds / 6 {
      let seed = Self.seed &+ UInt64(round)
      var values = RandomDictionaries(random: SplitMix64(seed: seed))
      let dictionaries = (0..<6).map { _ in values.dictionary() }
      var conditions = RandomDynamicConditions(random: values.random)
      for _ in 0..<3 {
        guard let predicate = try? QueryPredicate(format: QueryFormat(raw: conditions.condition(2))) else { continue }
        try checkTyped(predicate, dictionaries.map { $0.compactMapValues { $0 as? Int } }, seed)
        try checkTyped(predicate, dictionaries.map { $0.compactMapValues { $0 as? Double } }, seed)
        try checkTyped(predicate, dictionaries.map { $0.compactMapValues { $0 as? Bool } }, seed)
        try checkTyped(predicate, dictionaries.map { $0.compactMapValues { $0 as? String } }, seed)
        try checkTyped(predicate, dictionaries.map { $0.compactMapValues { $0 as? AnyHashable } }, seed)
        try checkTyped(predicate, dictionaries.map { $0.compactMapValues { $0 as? [String] } }, seed)
      }
    }
  }

  private func checkTyped<Value>(_ predicate: QueryPredicate, _ dictionaries: [[String: Value]], _ seed: UInt64) throws
  {
    guard let bound = try? Binder.bind(predicate, to: .dynamic) else { return }
    func outcomes(_ values: [QueryValue]) -> [Outcome] {
      values.map { value in
        Outcome { () throws(PredicateIssue) in try ReferenceEvaluator().evaluate(bound, object: value) }
      }
    }
    let whole = dictionaries.map { QueryValue(reading: $0, .values) }
    try check(predicate, dictionaries, outcomes(whole), seed)
    try check(predicate, dictionaries.map { $0 as Any }, outcomes(whole), seed)
    // The same predicate, nested one level deeper.
    guard let inner = try? QueryPredicate(format: "o.i == 1 OR o.s == 'a' OR o.d > 0.5 OR ANY list.i == 1"),
      let innerBound = try? Binder.bind(inner, to: .dynamic)
    else { return }
    let outer: [[String: Any]] = dictionaries.map { ["o": $0, "list": [$0, $0]] }
    try check(
      inner, outer,
      outer.map { element in
        Outcome { () throws(PredicateIssue) in
          try ReferenceEvaluator().evaluate(innerBound, object: QueryValue(reading: element, .values))
        }
      }, seed)
  }

  @Test func values() throws {
    for round in 0..<Self.rounds {
      let seed = Self.seed &+ UInt64(round)
      var random = RandomDictionaries(random: SplitMix64(seed: seed))
      let strays = (0..<8).map { _ in random.stray(1) }
      let converted = strays.map { QueryValue(reading: $0, .values) }
      var conditions = RandomDynamicConditions(random: random.random)
      for _ in 0..<3 {
        let format = "SELF == 1 OR " + conditions.condition(2)
        guard let predicate = try? QueryPredicate(format: QueryFormat(raw: format)),
          let bound = try? Binder.bind(predicate, to: .dynamic)
        else { continue }
        let expected = converted.map { value in
          Outcome { () throws(PredicateIssue) in try ReferenceEvaluator().evaluate(bound, object: value) }
        }
        try check(predicate, strays, expected, seed)
        try check(predicate, converted, expected, seed)
      }
    }
  }

  /// Sort keys are read like the values in predicates, and fail for the same values.
  @Test(arguments: ["i", "o.i", "s", "i + j", "tags.@count", "length(s)", "SELF.i", "d"]) func sortKeys(_ key: String)
    throws
  {
    let bound = try Binder.bind(QueryExpression(format: QueryFormat(raw: key)), to: .dynamic)
    var sorted = 0
    for seed in 0..<60 {
      var values = RandomDictionaries(random: SplitMix64(seed: Self.seed &+ UInt64(seed)))
      let dictionaries = (0..<4).map { _ in values.dictionary() }
      if try checkSorting(dictionaries, by: key, bound) { sorted += 1 }
    }
    #expect(sorted > 10, "most of the keys can be compared")
  }

  /// Sorts by the key and compares the order with the reference. Returns false if the keys have no order.
  private func checkSorting(_ dictionaries: [[String: Any]], by key: String, _ bound: BoundExpression) throws -> Bool {
    var plain: [QueryValue] = []
    for dictionary in dictionaries {
      let value = try? ReferenceEvaluator().value(bound, object: QueryValue(reading: dictionary, .values)).withoutNaN
      if let value { plain.append(value) }
    }
    let found = Result { try dictionaries.sorted(by: QuerySortKey(QueryFormat(raw: key))) }
    guard plain.count == dictionaries.count, Set(plain.compactMap(\.family)).count < 2 else {
      #expect(throws: PredicateIssue.self) { try found.get() }
      return false
    }
    let order = dictionaries.indices.sorted { left, right in
      let (a, b) = (plain[left], plain[right])
      if a.isNull || b.isNull { return a.isNull && !b.isNull || (a.isNull == b.isNull && left < right) }
      return a.order(b) == .less || (a.order(b) == .equal && left < right)
    }
    let expected = order.map { "\(dictionaries[$0].sorted { $0.key < $1.key })" }
    #expect(try found.get().map { "\($0.sorted { $0.key < $1.key })" } == expected)
    return true
  }

  /// Keys are compared by their Unicode scalars, and not by Swift's equality.
  @Test func namesThatOnlySwiftTakesForOne() throws {
    let composed: [String: Any] = ["\u{E9}": 1, "\u{212A}": 2, "x": 0]
    let decomposed: [String: Any] = ["e\u{301}": 1, "K": 2]
    for dictionary in [composed, composed.merging((0..<60).map { ("k\($0)", $0) }) { first, _ in first }] {
      #expect(try [dictionary].count(where: "\u{E9} == 1 AND e\u{301} == nil AND K == nil AND \u{212A} == 2") == 1)
      let values = dictionary.mapValues { QueryValue(reading: $0, .values) }
      #expect(try [values].count(where: "\u{E9} == 1 AND e\u{301} == nil AND K == nil AND \u{212A} == 2") == 1)
    }
    #expect(try [decomposed].count(where: "\u{E9} == nil AND e\u{301} == 1 AND K == 2 AND \u{212A} == nil") == 1)
  }

  @Test func visitsAreCounted() throws {
    let numbers = Array(0..<300)
    let dictionary: [String: Any] = ["numbers": numbers]
    var limits = PredicateLimits.standard
    limits.visitedElements = 1000
    let query = try BoundQuery<[String: Any]>(
      QueryPredicate(format: "SUBQUERY(numbers, $a, ANY numbers == $a).@count == 300"),
      options: BindingOptions(limits: limits))
    let issue = try #require(throws: PredicateIssue.self) { try query.matches(dictionary) }
    #expect(issue.code == "visited-elements")
    #expect(try [dictionary].count(where: "SUBQUERY(numbers, $a, ANY numbers == $a).@count == 300") == 1)
  }
}

extension QueryValue {
  fileprivate var dictionary: QueryDictionary? {
    if case .dictionary(let dictionary) = self { dictionary } else { nil }
  }
}
