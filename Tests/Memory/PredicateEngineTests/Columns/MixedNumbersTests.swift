import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Integers and doubles compare exactly, including integers that are not representable as doubles.
@Suite struct MixedNumbersTests {
  private struct Pair {
    var whole: Int
    var short: Int16
    var broken: Double
    var spare: Int?
    var parts: [Int]
  }

  private static let pairs: [Pair] = {
    let edge = 1 << 53
    let wholes = [0, -1, 7, edge - 1, edge, edge + 1, -edge, -edge - 1, .max, .min]
    let doubles = [0, -0.0, 0.5, 7, Double(edge), -Double(edge), Double(edge + 2), 0x1p63, -0x1p63, .infinity, .nan]
    return wholes.flatMap { whole in
      doubles.map { broken in
        Pair(
          whole: whole, short: Int16(truncatingIfNeeded: whole), broken: broken, spare: whole == 7 ? nil : whole,
          parts: [whole, 1])
      }
    }
  }()

  @Test(arguments: [
    "whole < broken", "whole <= broken", "whole == broken", "whole != broken", "broken > whole", "short >= broken",
    "spare == broken", "whole + 1 > broken", "whole - 1 == broken / 1", "broken BETWEEN {whole, 9007199254740993}",
    "ANY parts == broken", "parts.@max.self > broken", "SUBQUERY(parts, $p, $p < broken AND $p >= whole).@count > 0",
    "9007199254740993 > broken", "TERNARY(broken > 1, whole, 3) < broken",
  ])
  func compareExactly(_ format: String) throws {
    let query = try BoundQuery<Pair>(QueryFormat(raw: format))
    let expected = try Self.pairs.indices.filter { try query.matchesByReference(Self.pairs[$0]) }
    #expect(try Self.pairs.filterIndices(query) == expected)
    #expect(try Self.pairs.indices.filter { try query.matches(Self.pairs[$0]) } == expected)
  }

  @Test func asSwiftDoes() throws {
    #expect(
      try Self.pairs.filterIndices(BoundQuery("whole < broken"))
        == Self.pairs.indices.filter { index in
          let pair = Self.pairs[index]
          guard !pair.broken.isNaN else { return false }
          if abs(pair.broken) >= 0x1p63 { return pair.broken > 0 }
          let floor = Int(pair.broken.rounded(.down))
          return pair.whole < floor || pair.whole == floor && pair.broken > Double(floor)
        })
  }
}
