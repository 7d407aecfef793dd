import Foundation
import OpenPredicate
import PredicateTestSupport
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// The same values in types of every layout have the same answers, with in-place reads on and off: CI runs these tests in two processes, and both
/// compare with one list.
@Suite struct LayoutAnswersTests {
  private let rows: [RandomRow] = {
    var random = SplitMix64(seed: 2026)
    return RandomRow.rows(40, &random)
  }()

  @Test(arguments: LayoutAnswers.all)
  func answers(_ answer: LayoutAnswer) throws {
    try check(answer, "structs", rows)
    try check(answer, "optional structs", rows.map { Optional($0) })
    try check(answer, "instances", rows.map { RandomInstance($0) })
    try check(answer, "structs with a table", rows.map(DeclaredRow.init))
    try check(answer, "instances with a table", rows.map { DeclaredInstance($0) })
    try check(answer, "anything", rows.map { $0 as Any })
  }

  private func check<Element>(_ answer: LayoutAnswer, _ layout: String, _ elements: [Element]) throws {
    let query = try BoundQuery<Element>(QueryPredicate(format: QueryFormat(raw: answer.format)))
    var found: UInt64 = 0
    for position in try elements.filterIndices(query) { found |= 1 << UInt64(position) }
    #expect(hex(found) == hex(answer.matches), "\(answer.format) over \(layout)")
    var alone: UInt64 = 0
    var plain: UInt64 = 0
    for (position, element) in elements.enumerated() {
      if try query.matches(element) { alone |= 1 << UInt64(position) }
      if try query.matchesByReference(element) { plain |= 1 << UInt64(position) }
    }
    #expect(hex(alone) == hex(answer.matches), "\(answer.format) over \(layout), one by one")
    #expect(hex(plain) == hex(answer.matches), "\(answer.format) over \(layout), by the reference")
  }

  private func hex(_ bits: UInt64) -> String { "0x" + String(bits, radix: 16) }
}
