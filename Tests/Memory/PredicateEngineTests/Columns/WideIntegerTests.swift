import OpenPredicate
import Testing

/// Comparisons with unsigned integers beyond Int64 are right: the engine reads the integers as the greatest Int64, and leaves every comparison with
/// this number to the reference.
@Suite struct WideIntegerTests {
  private struct Row: QueryableProperties, Equatable {
    var hits: UInt64
    var spare: UInt64?
    var many: [UInt64]

    static let queryProperties: [QueryProperty<Row>] = [
      QueryProperty("hits", \.hits), QueryProperty("spare", \.spare), QueryProperty("many", \.many),
    ]
  }

  private static let numbers: [UInt64] = [0, 1, 5, 1 << 62, (1 << 63) - 2, (1 << 63) - 1, 1 << 63, (1 << 63) + 1, .max]

  private static let rows: [Row] =
    numbers.map { Row(hits: $0, spare: $0, many: [1, $0]) } + [
      Row(hits: 7, spare: nil, many: [])
    ]

  private func check(_ format: String, _ holds: (UInt64) -> Bool, _ location: SourceLocation = #_sourceLocation) throws
  {
    let expected = Self.rows.filter { holds($0.hits) }
    #expect(try Self.rows.filter(QueryFormat(raw: format)) == expected, "\(format)", sourceLocation: location)
    let optional = format.replacing("hits", with: "spare")
    let present = Self.rows.filter { row in row.spare.map(holds) ?? false }
    #expect(try Self.rows.filter(QueryFormat(raw: optional)) == present, "\(optional)", sourceLocation: location)
    let elements = format.replacing("hits", with: "SELF")
    #expect(try Self.numbers.filter(QueryFormat(raw: elements)) == Self.numbers.filter(holds), sourceLocation: location)
    for row in Self.rows {
      let query = try BoundQuery<Row>(QueryPredicate(QueryFormat(raw: format)))
      #expect(try query.matches(row) == holds(row.hits), "\(format) \(row.hits)", sourceLocation: location)
    }
  }

  @Test func comparisons() throws {
    let greatest = UInt64(Int64.max)
    try check("hits == 9223372036854775807") { $0 == greatest }
    #expect(try Self.rows.filter("hits != 9223372036854775807") == Self.rows.filter { $0.hits != greatest })
    // A nil does not equal the number.
    #expect(try Self.rows.filter("spare != 9223372036854775807") == Self.rows.filter { $0.spare != greatest })
    try check("hits > 9223372036854775807") { $0 > greatest }
    try check("hits >= 9223372036854775807") { $0 >= greatest }
    try check("hits < 9223372036854775807") { $0 < greatest }
    try check("hits <= 9223372036854775807") { $0 <= greatest }
    try check("hits > 9223372036854775806") { $0 >= greatest }
    try check("hits <= 9223372036854775806") { $0 < greatest }
    try check("hits == 9223372036854775808") { $0 == greatest + 1 }
    try check("hits > 9223372036854775808") { $0 > greatest + 1 }
    try check("hits == 18446744073709551615") { $0 == .max }
    try check("hits > 4.5") { $0 > 4 }
    try check("hits < -1") { _ in false }
    try check("hits BETWEEN {1, 9223372036854775807}") { $0 >= 1 && $0 <= greatest }
    try check("hits BETWEEN {1, 18446744073709551615}") { $0 >= 1 }
    try check("hits BETWEEN {5, 3}") { _ in false }
    try check("hits IN {1, 9223372036854775807}") { $0 == 1 || $0 == greatest }
    try check("hits IN {1, 5, 7.5}") { $0 == 1 || $0 == 5 }
    try check("hits IN {1, 18446744073709551615}") { $0 == 1 || $0 == .max }
  }

  @Test func nils() throws {
    #expect(try Self.rows.filter("spare == nil") == Self.rows.filter { $0.spare == nil })
    #expect(try Self.rows.filter("spare != nil") == Self.rows.filter { $0.spare != nil })
    #expect(try Self.rows.filter("hits == nil").isEmpty)
  }

  @Test func elements() throws {
    let greatest = UInt64(Int64.max)
    #expect(
      try Self.rows.filter("ANY many > 9223372036854775806") == Self.rows.filter { $0.many.contains { $0 >= greatest } }
    )
    #expect(try Self.rows.filter("ANY many == 9223372036854775807") == Self.rows.filter { $0.many.contains(greatest) })
    #expect(
      try Self.rows.filter("many.@max.self == 9223372036854775808") == Self.rows.filter { $0.many.max() == 1 << 63 })
    #expect(try Self.rows.filter("many.@sum.self == 6") == Self.rows.filter { $0.hits == 5 })
    #expect(try Self.rows.filter("hits == spare") == Self.rows.filter { $0.hits == $0.spare })
    #expect(try Self.rows.filter("hits > spare + 0").isEmpty)
  }
}
