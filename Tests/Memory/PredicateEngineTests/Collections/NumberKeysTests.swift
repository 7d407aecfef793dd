import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Sort keys that are columns of numbers are compared without converting them to values. Over dictionaries the same keys are converted. Both orders
/// are the same.
@Suite struct NumberKeysTests {
  private struct Item {
    var id: Int
    var n: Int?
    var d: Double
    var f: Float?
    var w: UInt64
    var b: Bool
  }

  private let items: [Item] = {
    let wholes: [Int?] = [nil, .min, .max, 0, -1, 1, .min, nil, 1 << 53, (1 << 53) + 1, 7, 7]
    let doubles: [Double] = [
      0, -0.0, .nan, .infinity, -.infinity, 1.5, -1.5, 1e300, .leastNonzeroMagnitude, 7, 7, .nan,
    ]
    let floats: [Float?] = [nil, .nan, 1, -1, 0, -0.0, .infinity, nil, 2, 2, 3, -3]
    let wide: [UInt64] = [0, 1, .max, 7, 1 << 63, 7, 3, 2, 9, 9, 0, 5]
    return wholes.indices.map {
      Item(id: $0, n: wholes[$0], d: doubles[$0], f: floats[$0], w: wide[$0], b: $0 % 3 == 0)
    }
  }()

  @Test(arguments: ["n", "d", "f", "w", "b", "n + 1", "n * 2", "d / 2", "f * d", "modulus:by:(id, 5)", "id"])
  func orders(_ format: String) throws {
    let records: [[String: QueryValue]] = items.map { item in
      [
        "id": item.id.queryValue, "n": item.n?.queryValue ?? .null, "d": item.d.queryValue,
        "f": item.f?.queryValue ?? .null,
        "w": item.w.queryValue, "b": item.b.queryValue,
      ]
    }
    func id(_ record: [String: QueryValue]) -> Int {
      if case .integer(let id)? = record["id"] { Int(id) } else { -1 }
    }
    let wide = items.filter { $0.w < 1 << 63 }
    for items in [items, wide, Array(items.dropFirst(2)), []] {
      let records = items.map { records[$0.id] }
      for key in [QuerySortKey(QueryFormat(raw: format)), .descending(QueryFormat(raw: format))] {
        #expect(try items.sorted(by: key).map(\.id) == records.sorted(by: key).map(id), "\(format)")
        #expect(try items.min(by: key)?.id == records.min(by: key).map(id), "\(format)")
        #expect(try items.max(by: key)?.id == records.max(by: key).map(id), "\(format)")
      }
    }
  }
}
