import PredicateValues
import Testing

@Suite("Decimals")
struct QueryDecimalTests {
  /// Random decimals with few digits, so that doubles and Int64 hold exact results to compare with.
  private static func random(_ random: inout SeededGenerator) -> (QueryDecimal, Int64) {
    let cents = Int64.random(in: -99_999...99_999, using: &random)
    return (QueryDecimal("\(cents)e-2") ?? QueryDecimal(0), cents)
  }

  @Test("calculate as whole cents do", arguments: [UInt64(51), 52])
  func cents(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<1_000 {
      let (a, x) = Self.random(&random)
      let (b, y) = Self.random(&random)
      let note = "seed \(seed): \(a), \(b)"
      #expect(a.adding(b) == QueryDecimal("\(x + y)e-2"), "\(note)")
      #expect(a.subtracting(b) == QueryDecimal("\(x - y)e-2"), "\(note)")
      #expect(a.multiplied(by: b) == QueryDecimal("\(x * y)e-4"), "\(note)")
      #expect(a.order(b) == ValueOrder(x, y), "\(note)")
      #expect(a.nearestDouble == Double(x) / 100, "\(note)")
      #expect(a.truncated == QueryDecimal(x / 100), "\(note)")
      #expect(a.wholePart == x / 100, "\(note)")
      #expect(a.floored == QueryDecimal((Int64((Double(x) / 100).rounded(.down)))), "\(note)")
      #expect(a.ceiled == QueryDecimal((Int64((Double(x) / 100).rounded(.up)))), "\(note)")
      guard y != 0 else { continue }
      #expect(a.remainder(dividingBy: b) == QueryDecimal("\(x % y)e-2"), "\(note)")
      let quotient = try #require(a.divided(by: b))
      #expect(quotient.digits.count <= 38, "\(note)")
      #expect(abs(quotient.nearestDouble - Double(x) / Double(y)) <= abs(Double(x) / Double(y)) * 1e-15, "\(note)")
      #expect(try #require(a.multiplied(by: b)).divided(by: b) == a, "\(note)")
    }
  }

  @Test("round a quotient half away from zero at the 38th digit")
  func rounding() throws {
    let ones = String(repeating: "1", count: 38)
    let half = try #require(QueryDecimal("\(ones)5"))
    #expect(half.divided(by: QueryDecimal(1)) == QueryDecimal("\(ones.dropLast())20"))
    #expect(half.negated.divided(by: QueryDecimal(1)) == QueryDecimal("-\(ones.dropLast())20"))
    let nines = try #require(QueryDecimal(String(repeating: "9", count: 39)))
    #expect(nines.divided(by: QueryDecimal(1)) == QueryDecimal("1e39"))
  }

  @Test("know the nearest double and their whole part")
  func conversion() {
    #expect(QueryDecimal("1e400")?.nearestDouble == .infinity)
    #expect(QueryDecimal("-1e-400")?.nearestDouble == 0)
    #expect(QueryDecimal("0.1")?.nearestDouble == 0.1)
    #expect(QueryDecimal("9223372036854775807.9")?.wholePart == .max)
    #expect(QueryDecimal("9223372036854775808")?.wholePart == nil)
    #expect(QueryDecimal("-9223372036854775808.9")?.wholePart == .min)
    #expect(QueryDecimal("1e19")?.wholePart == nil)
    #expect(QueryDecimal("1.5")?.wholeValue == nil)
  }
}
