import Foundation
import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// NaN is nil, whether the type of a property is known before the predicate runs or not.
@Suite struct NaNAgreementTests {
  private struct Row {
    var d: Double
    var e: Double
    var f: Float
    var od: Double?
    var i: Int
    var m: Decimal
    var t: Date
    var u: Date
    var ot: Date?

    var dictionary: [String: Any] {
      var result: [String: Any] = ["d": d, "e": e, "f": f, "i": i, "m": m, "t": t, "u": u]
      if let od { result["od"] = od }
      if let ot { result["ot"] = ot }
      return result
    }
  }

  private static let rows: [Row] = {
    let numbers: [Double] = [.nan, 0, 1.5]
    var rows: [Row] = []
    for d in numbers {
      for e in numbers {
        for (index, od) in [nil, .nan, 1.5].enumerated() {
          let t = Date(timeIntervalSinceReferenceDate: d)
          let u = Date(timeIntervalSinceReferenceDate: e)
          rows.append(
            Row(
              d: d, e: e, f: Float(index == 0 ? .nan : d), od: od, i: index, m: index == 1 ? .nan : 1, t: t, u: u,
              ot: od.map { Date(timeIntervalSinceReferenceDate: $0) }))
        }
      }
    }
    return rows
  }()

  private func check(_ format: String) throws {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let typed = try BoundQuery<Row>(predicate)
    let expected = try Self.rows.map(\.dictionary).filterIndices(predicate)
    #expect(try Self.rows.filterIndices(typed) == expected, "\(format), in chunks")
    #expect(
      try typed.indicesByReference(Self.rows) == expected, "\(format), one by one")
  }

  @Test func comparisons() throws {
    for names in [["d", "e", "f", "od", "i", "m", "d + e", "-f", "1.5", "nil"], ["t", "u", "ot", "nil"]] {
      for left in names {
        for right in names {
          for order in ["==", "!=", "<", "<=", ">", ">="] {
            try check("\(left) \(order) \(right)")
            try check("NOT (\(left) \(order) \(right))")
          }
        }
      }
    }
  }

  @Test(arguments: [
    "d IN {nil}", "d IN {1.5, nil}", "d IN {e, od}", "{1, d} == {1, e}", "{d, 1} == {od, 1}", "d + 0 == od",
    "d BETWEEN {e, 2}", "NOT d BETWEEN {0, od}", "d * 0 == nil", "t IN {u, ot}", "t BETWEEN {u, ot}",
    "{d, e}.@count == 2", "sum:({d, e}) == 0", "ANY {d, od} == e", "TERNARY(i == 0, d, e) == nil",
  ])
  func others(_ format: String) throws { try check(format) }
}
