import PredicateEngine
import PredicateReference
import PredicateSyntax
import PredicateTestSupport
import PredicateValues
import Testing

/// Sorting compares short heads of values and the keys of collations first. The result equals that of an insertion sort of the values themselves.
@Suite struct SortingTests {
  private static let numbers: [QueryValue] = [
    .integer(0), .integer(-1), .integer(1), .integer(9_007_199_254_740_992), .integer(9_007_199_254_740_993),
    .integer(.max), .integer(.min), .double(0.1), .double(-0.0), .double(9_007_199_254_740_992), .double(.infinity),
    .double(-.infinity), .double(.leastNonzeroMagnitude), .double(9.3e18), .double(-9.3e18),
  ]
  private static let decimals: [QueryValue] = [
    "0.1", "0.10000000000000001", "-0.1", "9007199254740993", "9223372036854775808", "1e400", "-1e400", "1e-400",
  ].compactMap { QueryDecimal($0).map { .decimal($0) } }
  private static let parts = [
    "", "a", "A", "b", "é", "e\u{301}", "ß", "ss", "Part ", "9", "10", "\0", "\u{10FFFF}", "\u{FF21}",
    "the same beginning ", "Ω", "-", " ",
  ]
  private static let options: [StringOptions] = [
    [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive], .localeSensitive,
    [.localeSensitive, .caseInsensitive], [.localeSensitive, .caseInsensitive, .diacriticInsensitive], .normalized,
    [.normalized, .localeSensitive],
  ]

  private static func values(_ random: inout SplitMix64) -> [QueryValue] {
    let kind = Int.random(in: 0..<5, using: &random)
    return (0..<Int.random(in: 0...12, using: &random)).map { _ in
      if Int.random(in: 0..<6, using: &random) == 0 { return .null }
      switch kind {
      case 0: return .integer(Int64.random(in: -3...3, using: &random))
      case 1: return (numbers + decimals).randomElement(using: &random) ?? .null
      case 2: return .date(Double.random(in: -1...1, using: &random).rounded())
      case 3: return numbers.randomElement(using: &random) ?? .null
      default:
        return .string(
          (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in parts.randomElement(using: &random) }.joined())
      }
    }
  }

  private static func order(_ a: QueryValue, _ b: QueryValue, _ key: QuerySortKey) throws -> ValueOrder {
    let ascending: ValueOrder
    if a.isNull || b.isNull {
      ascending = a.isNull ? (b.isNull ? .equal : .less) : .greater
    } else if key.isLocalizedStandard, case .string(let left) = a, case .string(let right) = b {
      ascending = try Collation.localizedStandard().order(left, right)
    } else if try ValueComparison.evaluate(a, .lessThan, b, options: key.isLocalizedStandard ? [] : key.options) {
      ascending = .less
    } else {
      ascending =
        try ValueComparison.evaluate(b, .lessThan, a, options: key.isLocalizedStandard ? [] : key.options)
        ? .greater : .equal
    }
    return key.isAscending ? ascending : ascending.reversed
  }

  @Test func sortingIsComparing() throws {
    for seed in RandomRun(rounds: 2000).seeds {
      var random = SplitMix64(seed: seed)
      let values = Self.values(&random)
      let key = QuerySortKey(
        "SELF", isAscending: Bool.random(using: &random), options: Self.options.randomElement(using: &random) ?? [],
        isLocalizedStandard: Int.random(in: 0..<4, using: &random) == 0)
      var expected: [QueryValue] = []
      for value in values {
        // The element is inserted after all elements that are not greater.
        var place = expected.count
        while place > 0, try Self.order(expected[place - 1], value, key) == .greater { place -= 1 }
        expected.insert(value, at: place)
      }
      let found = try values.sorted(by: key)
      #expect("\(found)" == "\(expected)", "OPENPREDICATE_SEED=\(seed): \(values) by \(key)")
    }
  }

  @Test func laterKeysDecideTies() throws {
    struct Pair: Sendable {
      var name: String?
      var number: Double
    }
    let pairs = [("b", 1), (nil, 2), ("a", 2), ("B", 0), ("a", 1), (nil, 1)].map { Pair(name: $0.0, number: $0.1) }
    let found = try pairs.sorted(by: .descending("name", options: .caseInsensitive), .ascending("number"))
    #expect(found.map(\.number) == [0, 1, 1, 2, 1, 2] && found.map(\.name) == ["B", "b", "a", "a", nil, nil])
    #expect(try pairs.sorted(by: [QuerySortKey]()).map(\.number) == pairs.map(\.number))
  }

  /// `min(by:)` and `max(by:)` find the strings that sorting puts first and last, whether their first bytes differ or not.
  @Test func endsOfStoredStrings() throws {
    struct Name: Sendable {
      var text: String
      var spare: String?
      var number: Int
    }
    var random = SplitMix64(seed: 11)
    func text() -> String {
      (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.parts.randomElement(using: &random) ?? "" }.joined()
    }
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 0...70, using: &random)).map { number in
        Name(text: text(), spare: Bool.random(using: &random) ? text() : nil, number: number)
      }
      for property in ["text", "spare"] {
        for isAscending in [true, false] {
          let key = QuerySortKey(QueryFormat(raw: property), isAscending: isAscending)
          let sorted = try names.filter { property == "text" || $0.spare != nil }.sorted(by: key)
          #expect(try names.min(by: key)?.number == sorted.first?.number)
          #expect(try names.max(by: key)?.number == sorted.last?.number)
        }
      }
    }
  }
}
