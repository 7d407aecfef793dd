import OpenPredicate
import Testing

/// Counts of every kind of collection compare correctly with constants, including constants that no count equals.
@Suite struct CollectionCountsTests {
  struct Box: Sendable {
    var list: [Int]
    var spareList: [Int]?
    var names: Set<String>
    var spareNames: Set<String>?
    var ages: [String: Int]
    var spareAges: [String: Int]?

    init(_ count: Int, isSpare: Bool) {
      list = Array(0..<count)
      names = Set(list.map { "name \($0)" })
      ages = Dictionary(uniqueKeysWithValues: list.map { ("name \($0)", $0) })
      spareList = isSpare ? list : nil
      spareNames = isSpare ? names : nil
      spareAges = isSpare ? ages : nil
    }
  }

  static let boxes = (0..<150).map { Box($0 % 5, isSpare: $0 % 3 != 0) }

  static let counts: [(name: String, count: @Sendable (Box) -> Int?)] = [
    ("list", { $0.list.count }), ("spareList", { $0.spareList?.count }),
    ("names", { $0.names.count }), ("spareNames", { $0.spareNames?.count }),
    ("ages", { $0.ages.count }), ("spareAges", { $0.spareAges?.count }),
  ]

  static let comparisons: [(operator: String, holds: @Sendable (Double, Double) -> Bool)] = [
    ("==", { $0 == $1 }), ("<", { $0 < $1 }), ("<=", { $0 <= $1 }), (">", { $0 > $1 }), (">=", { $0 >= $1 }),
  ]

  @Test(arguments: counts.indices)
  func areThoseOfSwift(_ index: Int) throws {
    let (name, count) = Self.counts[index]
    for constant in [-1, 0, 1, 2.5, 4, 5, 1e300] {
      for (comparison, holds) in Self.comparisons {
        let format = "\(name).@count \(comparison) \(constant)"
        let expected = Self.boxes.filter { count($0).map { holds(Double($0), constant) } ?? false }.count
        #expect(try Self.boxes.filter(QueryFormat(raw: format)).count == expected, "\(format)")
      }
    }
  }
}
