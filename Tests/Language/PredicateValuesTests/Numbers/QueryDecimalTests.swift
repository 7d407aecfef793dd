import PredicateTestSupport
import PredicateValues
import Testing

@Suite("Decimals")
struct QueryDecimalTests {
  /// A random decimal number with few digits, so that a double and an Int64 can hold the exact results.
  private static func random(_ random: inout SplitMix64) -> (QueryDecimal, Int64) {
    let cents = Int64.random(in: -99_999...99_999, using: &random)
    return (QueryDecimal("\(cents)e-2") ?? QueryDecimal(0), cents)
  }

  @Test("give the results of whole cents", arguments: [UInt64(51), 52])
  func cents(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
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

  @Test("have at most 1,000 digits and a first digit within ±10,000, also as the result of an operation")
  func range() throws {
    func decimal(_ text: String) throws -> QueryDecimal { try #require(QueryDecimal(text)) }
    let one = try decimal("1")
    let nines = try decimal(String(repeating: "9", count: 1_000))
    let sum = try #require(try decimal("1e500").adding(decimal("1e-499")))
    #expect(sum.digits.count == 1_000)
    #expect(try sum.subtracting(decimal("1e500")) == QueryDecimal("1e-499"))
    #expect(try decimal("1e500").adding(decimal("1e-500")) == nil)
    #expect(try decimal("1e1000").subtracting(one) == nines)
    #expect(try decimal("1e1001").subtracting(one) == nil)
    #expect(nines.adding(one) == QueryDecimal("1e1000"))
    #expect(nines.adding(QueryDecimal(2)) == nil)
    #expect(try decimal("1e1000").subtracting(nines) == one)
    #expect(try decimal("-1e1000").adding(nines) == one.negated)
    #expect(try decimal("4e10000").adding(decimal("5e10000")) == QueryDecimal("9e10000"))
    #expect(try decimal("5e10000").adding(decimal("5e10000")) == nil)
    #expect(try decimal("5e9999").multiplied(by: QueryDecimal(2)) == QueryDecimal("1e10000"))
    #expect(try decimal("1e10000").multiplied(by: QueryDecimal(12)) == nil)
    #expect(try one.divided(by: decimal("1e10000")) == QueryDecimal("1e-10000"))
    #expect(try one.divided(by: decimal("1e-10000")) == QueryDecimal("1e10000"))
    #expect(try one.divided(by: decimal("3e10000")) == nil)
    #expect(QueryDecimal("12e9999") != nil)
    #expect(QueryDecimal("12e10000") == nil)
    #expect(QueryDecimal("1.25e-10000") != nil)
    #expect(QueryDecimal("0.9e-10000") == nil)
  }

  @Test("have a nearest double and a whole part")
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
