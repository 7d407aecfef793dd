import PredicateTestSupport
import PredicateValues
import Testing

@Suite("Numbers compare without rounding")
struct NumberOrderTests {
  /// Rows of equal numbers of different types. The rows are in ascending order.
  static let ladder: [[QueryValue]] = [
    [.double(-.infinity)],
    [.decimal(text: "-1e400")],
    [.double(-.greatestFiniteMagnitude)],
    [.double(-0x1.0000000000001p63)],
    [.integer(.min), .double(-0x1p63), .decimal(text: "-9223372036854775808")],
    [.integer(.min + 1)],
    [-1, -1.0, .decimal(text: "-1")],
    [0, 0.0, .double(-0.0), false, .decimal(text: "0.00")],
    [.double(.leastNonzeroMagnitude)],
    [.decimal(text: "0.0999999999999999999")],
    [0.1, .decimal(text: "0.1")],
    [.decimal(text: "0.1000000000000000055511151231257827021181583404541015625")],
    [.double(0.1.nextUp), .decimal(text: "0.10000000000000002")],
    [0.5, .decimal(text: "0.5")],
    [1, 1.0, true, .decimal(text: "1")],
    [.integer(1 << 53), .double(0x1p53), .decimal(text: "9007199254740992")],
    [.integer(1 << 53 + 1), .decimal(text: "9007199254740993")],
    [.integer(1 << 53 + 2), .double(0x1p53 + 2)],
    [.integer(.max - 1)],
    [.integer(.max), .decimal(text: "9223372036854775807")],
    [.double(0x1p63), .decimal(text: "9223372036854775808")],
    [.double(1e23), .decimal(text: "99999999999999991611392")],
    [.decimal(text: "1e23")],
    [.decimal(text: "1e300")],
    [.double(.greatestFiniteMagnitude)],
    [.decimal(text: "1e400")],
    [.double(.infinity)],
  ]

  @Test("in order and equality, both ways, at every boundary")
  func boundaries() {
    for (i, row) in Self.ladder.enumerated() {
      for (j, other) in Self.ladder.enumerated() {
        for a in row {
          for b in other {
            #expect(a.order(b) == ValueOrder(i, j), "\(a.exact) against \(b.exact)")
            #expect(a.equals(b) == (i == j), "\(a.exact) against \(b.exact)")
          }
        }
      }
    }
  }

  @Test("and have the same hash if they are equal")
  func hashes() {
    for row in Self.ladder {
      #expect(Set(row.map(ValueKey.init)).count == 1, "\(row.map(\.exact))")
    }
    #expect(Set(Self.ladder.joined().map(ValueKey.init)).count == Self.ladder.count)
  }

  @Test("random integers and doubles in the order of their decimals", arguments: [UInt64(1), 2])
  func randomDoubles(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let whole = Int64(bitPattern: random.next()) >> Int64.random(in: 0...62, using: &random)
      let double = Double(whole).nextUp * [1, 1, 0.5, 1.5].randomElement(using: &random)!
      let near = try #require(QueryDecimal("\(whole)"))
      #expect(
        NumberOrder.compare(whole, double) == NumberOrder.compare(near, double), "seed \(seed): \(whole), \(double)")
    }
  }

  @Test("random doubles and decimals in a consistent order", arguments: [UInt64(3), 4])
  func oneOrder(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      // A short decimal number and the doubles next to it. If a comparison rounded, they would be in a wrong order.
      let text = "\(Int.random(in: -99...99, using: &random))e\(Int.random(in: -20...20, using: &random))"
      let decimal = try #require(QueryDecimal(text))
      let nearest = decimal.nearestDouble
      let values: [QueryValue] = [
        .double(nearest.nextDown), .double(nearest), .double(nearest.nextUp), .decimal(decimal),
        .integer(Int64(exactly: nearest.rounded()) ?? 0),
      ]
      if abs(nearest) < 0x1p53 { #expect(values[1].equals(values[3]), "seed \(seed): \(text)") }
      for a in values {
        for b in values {
          #expect(a.order(b) == b.order(a)?.reversed, "seed \(seed): \(a.exact), \(b.exact)")
          #expect(
            !a.equals(b) || ValueKey(a).hashValue == ValueKey(b).hashValue, "seed \(seed): \(a.exact), \(b.exact)")
          for c in values where a.order(b) == .less && b.order(c) != .greater {
            #expect(a.order(c) == .less, "seed \(seed): \(a.exact), \(b.exact), \(c.exact)")
          }
        }
      }
    }
  }

  @Test("and have no order compared with NaN")
  func notANumber() {
    #expect(QueryValue.integer(1).order(.double(.nan)) == nil)
    #expect(QueryValue.double(.nan).order(.double(.nan)) == nil)
    #expect(NumberOrder.compare(Int64(0), Double.nan) == nil)
  }
}
