import Foundation
import PredicateTestSupport
import Testing

@testable import PredicateSyntax

@Suite("Printer: the exact form, and numbers")
struct PrinterExactTests {
  static let differencesRows: [(QueryExpression, String)] = [
    (.literal(.boolean(true)), "TRUE"), (.literal(.boolean(false)), "FALSE"),
    (.literal(.date(699_993_000)), #"CAST(699993000.0, "NSDate")"#), (.literal(.date(0.1)), #"CAST(0.1, "NSDate")"#),
    (text("a\n\r\t\0\u{1B}\u{7F}\u{9B}\u{2028}b"), #""a\n\r\t\u0000\u001b\u007f\u009b\u2028b""#),
    (text("é “x”"), #""é “x”""#), (key("a", "b\nc"), #"a."b\nc""#),
  ]

  @Test("Differences from Apple's form", arguments: differencesRows)
  func differences(_ expression: QueryExpression, _ expected: String) {
    #expect(expression.exactFormat == expected)
  }

  @Test("Whole doubles keep their fraction next to a comparison operator")
  func wholeDouble() {
    #expect(compare(key("x"), .equal, real(66.0)).exactFormat == "x == 66.0")
  }

  @Test("Six decimals are those of C, halves to even, for numbers of any size")
  func sixDecimals() {
    var random = SplitMix64(seed: 6)
    var values: [Double] = [
      0, -0.0, 0.5, 0.000_000_5, 0.000_001_5, 0.000_002_5, 1.000_000_5, 0.999_999_5, 9.999_999_9, 123_456.999_999_6,
      -1e-9, .leastNonzeroMagnitude, .leastNormalMagnitude, .greatestFiniteMagnitude, 1e15, 1e16, 1e17, 1e22, 1e23,
      9_007_199_254_740_992, 18_446_744_073_709_551_616, 4.503_599_627_370_496e15, 0.001_953_125,
      0.000_000_059_604_644_775_390_625,
    ]
    for power in -80...80 {
      values += [
        Double(sign: .plus, exponent: power, significand: 1), Double(sign: .minus, exponent: power, significand: 1.5),
      ]
    }
    // Odd multiples of 2^-7 end with a 5 as their seventh decimal: ties.
    for odd in stride(from: 1, to: 400, by: 2) { values.append(Double(odd) / 128) }
    for _ in 0..<20_000 {
      let value = Double(bitPattern: random.next())
      if value.isFinite { values.append(value) }
      values.append(Double.random(in: -1e10...1e10, using: &random))
    }
    for value in values {
      var text = ""
      FixedPoint.write(value, to: &text)
      #expect(text == String(format: "%f", value), "bits \(value.bitPattern)")
    }
  }

  @Test("A tree past the limits prints as a text that the grammar excludes")
  func overLimit() {
    var deep = key("a")
    for _ in 0...PredicateLimits.maximumNesting { deep = .negate(deep) }
    #expect(deep.isOverLimit)
    #expect(deep.canonicalFormat == "<over limit>")
    #expect(compare(deep, .equal, number(1)).exactFormat == "<over limit> == 1")
  }

  @Test("The measure counts the printed parentheses")
  func measure() {
    let sum = QueryExpression.binary(.add, key("a"), key("b"))
    #expect(sum.nesting == 1)
    #expect(QueryExpression.binary(.add, sum, key("c")).nesting == 2)
    #expect(QueryExpression.binary(.add, key("c"), sum).nesting == 3)
    #expect(QueryExpression.binary(.multiply, sum, key("c")).nesting == 3)
    #expect(QueryExpression.negate(sum).nesting == 3)
    #expect(QueryExpression.negate(number(1)).nesting == 2)
    #expect(QueryExpression.negate(key("a")).nesting == 1)
    #expect(QueryExpression.index(key("a"), .first).nesting == 1)
    #expect(QueryExpression.index(key("a", "b"), .first).nesting == 3)
    #expect(QueryExpression.path(number(1), QueryKeyPath(.key("a"))).nesting == 2)
  }
}
