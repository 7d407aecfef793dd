import OpenPredicate
import Testing

/// Infinities of both signs have no sum and no mean: the result is nil, for known and unknown types.
@Suite struct InfiniteSumTests {
  struct Row: Sendable {
    var numbers: [Double]
    var limit: Double?
  }

  private static let rows = [
    Row(numbers: [.infinity, -.infinity], limit: nil), Row(numbers: [.infinity], limit: nil),
    Row(numbers: [1, 2], limit: 3), Row(numbers: [], limit: nil),
  ]

  private static let dictionaries = rows.map { row -> QueryValue in
    .dictionary(
      QueryDictionary([
        ("numbers", .array(row.numbers.map { .double($0) })), ("limit", row.limit.map { .double($0) } ?? .null),
      ]))
  }

  @Test(arguments: [
    ("numbers.@sum.self == nil", [0]), ("numbers.@avg.self == nil", [0]), ("nil >= numbers.@sum.self", [0]),
    ("numbers.@sum.self != nil", [1, 2, 3]), ("numbers.@sum.self <= limit", [0, 2]), ("sum(numbers) == limit", [0, 2]),
    ("numbers.@sum.self == limit", [0, 2]), ("NOT numbers.@avg.self > 0", [0, 3]),
  ])
  func infinities(_ format: String, _ found: [Int]) throws {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    #expect(try Self.rows.filterIndices(predicate) == found, "structs")
    #expect(try Self.dictionaries.filterIndices(predicate) == found, "dictionaries")
  }
}
