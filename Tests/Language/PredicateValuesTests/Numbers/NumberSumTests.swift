import PredicateTestSupport
import PredicateValues
import Testing

/// Sums are exact and rounded once, so that their order does not matter.
@Suite struct NumberSumTests {
  private static func sum(_ numbers: [Double]) -> QueryValue {
    var sum = NumberSum()
    for number in numbers { sum.add(.double(number)) }
    return sum.value
  }

  private static let most = 0x1.fffffffffffffp1023
  private static let small: [([Double], Double)] = [
    (Array(repeating: 0.1, count: 10), 1), ([1e16, 1, 1, -1e16], 2), ([0x1p53, 1], 0x1p53), ([-0.0, -0.0], 0),
    ([0x1p53, 1, 1e-300], 0x1p53 + 2), ([0x1p53, 1, -1e-300], 0x1p53), ([-0x1p53, -1, -1e-300], -0x1p53 - 2),
  ]
  private static let great: [([Double], Double)] = [
    ([1e308, 1e308, -1e308], 1e308), ([1e308, 1e308], .infinity), ([1e300, 1, 1e-300, -1e300], 1),
    ([1e300, 1e-300, -1e300], 1e-300), ([0x1p-1074, 0x1p-1074], 0x1p-1073),
    ([0x1p-1074, 1e300, -1e300, -0x1p-1074], 0),
    ([.infinity, 1], .infinity), ([most, 0x1p969], most), ([most, 0x1p970], .infinity),
  ]

  @Test(arguments: small + great)
  func rounded(_ numbers: [Double], _ expected: Double) {
    #expect(Self.sum(numbers).exact == QueryValue.double(expected).exact)
    #expect(Self.sum(numbers.reversed()).exact == QueryValue.double(expected).exact)
  }

  @Test("Integers added to doubles keep all their digits")
  func mixed() {
    var sum = NumberSum()
    for value in [.integer(.max), .integer(.max), .double(0.5), .integer(.min), .integer(.min)] as [QueryValue] {
      sum.add(value)
    }
    #expect(sum.value.exact == QueryValue.double(-1.5).exact)
  }

  @Test("Infinities of both signs have no sum")
  func infinities() { #expect(Self.sum([.infinity, -.infinity, 1]).isNull) }

  /// A decimal has at most 1,000 digits. An intermediate sum may need more.
  @Test("Decimals have the same sum in any order") func decimals() throws {
    let great = try #require(QueryDecimal("1e5000"))
    let small = try #require(QueryDecimal("-1e-5000"))
    let numbers: [QueryValue] = [
      .decimal(great), .decimal(small), .integer(7), .decimal(try #require(QueryDecimal("0.25"))), .null,
    ]
    let opposites: [QueryValue] = [.decimal(small.negated), .decimal(great.negated)]
    for seed in RandomRun(rounds: 20).seeds {
      var generator = SplitMix64(seed: seed)
      var sum = NumberSum()
      for value in (numbers + opposites).shuffled(using: &generator) { sum.add(value) }
      #expect(sum.value.exact == QueryValue.decimal(try #require(QueryDecimal("7.25"))).exact, "seed \(seed)")
      sum = NumberSum()
      for value in numbers.shuffled(using: &generator) { sum.add(value) }
      #expect(sum.value.exact == QueryValue.double(.infinity).exact, "seed \(seed)")
    }
    var sum = NumberSum()
    let isAdded = sum.add(.string("1"))
    #expect(!isAdded && sum.value.exact == QueryValue.integer(0).exact)
  }

  /// The numbers are of all magnitudes. All but the first also occur negated, so the sum is the first number in any order.
  @Test func anyOrder() {
    for seed in RandomRun(rounds: 500).seeds {
      var generator = SplitMix64(seed: seed)
      let first = Double.random(in: -1...1, using: &generator)
      let others = (0..<Int.random(in: 1...40, using: &generator)).map { _ in
        Double(
          sign: Bool.random(using: &generator) ? .minus : .plus,
          exponent: Int.random(in: -1060...1000, using: &generator),
          significand: Double.random(in: 1..<2, using: &generator))
      }
      let numbers = ([first] + others + others.map { -$0 }).shuffled(using: &generator)
      #expect(Self.sum(numbers).exact == QueryValue.double(first).exact, "seed \(seed)")
    }
  }
}
