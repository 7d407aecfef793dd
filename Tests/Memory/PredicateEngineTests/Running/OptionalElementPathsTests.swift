import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Collections of optional elements are flattened as other collections are.
@Suite struct OptionalElementPathsTests {
  private struct Part {
    var marks: [Int]
    var words: Set<String>
    var details: [Detail]
  }

  private struct Detail { var size: Int }

  private struct Row {
    var parts: [Part?]

    var known: [Part] { parts.compactMap { $0 } }
  }

  private let rows = (0..<70).map { row in
    Row(
      parts: (0..<(row % 4)).map { part in
        Part(
          marks: Array(0..<(part + row % 5)), words: ["w\(row % 3)"], details: (0..<(row % 3)).map { Detail(size: $0) })
      })
  }

  private func check(_ format: String, _ closure: (Row) -> Bool) throws {
    let query = try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    let expected = rows.indices.filter { closure(rows[$0]) }
    #expect(try rows.filterIndices(query) == expected, "\(format)")
    #expect(try query.indicesByReference(rows) == expected, "\(format), by the reference")
  }

  @Test func collections() throws {
    try check("ANY parts.marks == 3") { $0.known.contains { $0.marks.contains(3) } }
    try check("3 IN parts.marks") { $0.known.contains { $0.marks.contains(3) } }
    try check("ALL parts.marks < 3") { $0.known.allSatisfy { $0.marks.allSatisfy { $0 < 3 } } }
    try check("parts.marks.@count == 6") { $0.known.reduce(0) { $0 + $1.marks.count } == 6 }
    try check("parts.marks.@max == 4") { $0.known.flatMap(\.marks).max() == 4 }
    try check("parts.marks.@sum > 9") { $0.known.flatMap(\.marks).reduce(0, +) > 9 }
    try check("ANY parts.words == 'w1'") { $0.known.contains { $0.words.contains("w1") } }
    try check("ANY parts.details.size == 1") { $0.known.contains { $0.details.contains { $0.size == 1 } } }
    try check("parts.details.@count > 2") { $0.known.reduce(0) { $0 + $1.details.count } > 2 }
  }
}
