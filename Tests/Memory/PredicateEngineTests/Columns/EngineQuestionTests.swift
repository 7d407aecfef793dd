import Foundation
import OpenPredicate
import PredicateEngineFixtures
import PredicateMemory
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Conditions on UUIDs, decimal numbers, sets, optional enums, dictionaries and lengths: the engine agrees with the reference for each element alone,
/// and has a special form for them.
@Suite struct EngineQuestionTests {
  enum Kind: Int { case a, b, c }
  enum Word: String { case red, green }

  struct Row {
    var id: UUID
    var oid: UUID?
    var m: Decimal
    var om: Decimal?
    var kind: Kind?
    var word: Word?
    var names: Set<String>
    var onames: Set<String>?
    var small: Set<UInt8>
    var numbers: Set<Int>
    var counts: [String: Int]
    var info: [String: any Sendable]
    var text: String
    var otext: String?
    var ids: [UUID]
    var prices: [Decimal]
  }

  static let ids = (0..<4).map { number in
    UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(number)))
  }
  static let decimals =
    [
      "0", "1", "-1", "0.1", "0.30", "9.99", "5000", "-12.345", "18446744073709551615", "18446744073709551616", "1e30",
      "-7e-30", "9007199254740993", "99999999999999999999999999999999999999", "0.1000000000000000055511151231257827",
    ].map { Decimal(string: $0) ?? 0 } + [.nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude]
  static let texts = [
    "", "abc", "caf\u{E9}", "cafe\u{301}", "日本", "😀😀", "a longer text with 😀 in it", "fifteen letters",
  ]

  static let rows: [Row] = (0..<200).map { number in
    let texts = Self.texts
    let text = texts[number % texts.count]
    return Row(
      id: ids[number % 4], oid: number % 3 == 0 ? nil : ids[number % 4], m: decimals[number % decimals.count],
      om: number % 5 == 0 ? nil : decimals[(number * 7) % decimals.count], kind: Kind(rawValue: number % 4),
      word: number % 3 == 0 ? nil : number % 3 == 1 ? .red : .green, names: [text, "b\(number % 5)"],
      onames: number % 4 == 0 ? nil : Set(texts.prefix(number % 9)), small: [UInt8(number), 255],
      numbers: [number, -1, .max], counts: number % 3 == 0 ? [:] : ["a": number, "b\(number)": 1, "caf\u{E9}": 1],
      info: [
        "a": number % 2 == 0 ? number as any Sendable : "x\(number)", "list": [1, number], "o": ["n": number % 7],
      ],
      text: text, otext: number % 4 == 0 ? nil : text + text, ids: Array(ids.prefix(number % 4)),
      prices: [decimals[number % decimals.count], 1])
  }

  private func check(_ predicate: QueryPredicate) throws {
    let query = try BoundQuery<Row>(predicate)
    let expected = try query.indicesByReference(Self.rows)
    #expect(try Self.rows.filterIndices(query) == expected, "\(predicate)")
  }

  @Test(arguments: [
    "kind == 1", "kind == nil", "kind != nil AND kind > 0", "word == 'red'", "word != 'red'", "word == nil",
    "kind IN {0, 2}",
    "word BEGINSWITH 'r'", "'b3' IN names", "names CONTAINS 'caf\u{E9}'", "'cafe\u{301}' IN names", "'abc' IN onames",
    "NOT ('abc' IN onames)", "onames == nil", "7 IN small", "255 IN small", "300 IN small", "-1 IN small",
    "7.0 IN numbers",
    "7 IN numbers", "ANY numbers == 7", "ANY names == 'abc'", "ANY small > 250", "NONE names == 'abc'", "counts.a == 7",
    "counts.a > 100", "counts.zz == nil", "counts.caf\u{E9} == 1", "counts.cafe\u{301} == 1", "counts['a'] == 7",
    "counts.a + counts.a > 50", "info.a == 8", "info.a == 'x9'", "info.o.n == 3", "info.list.@count == 2",
    "info.zz == nil",
    "text.length > 4", "length(text) == 4", "otext.length > 8", "otext.length == nil",
    "otext.length == text.length + 4",
    "text.length * 2 == length(otext)", "ANY names.length > 7", "m > om", "m + 1 > 2", "ANY prices == 0.1",
    "ANY prices > 1",
    "TERNARY(counts.a > 5, counts.a, 3) > 50", "SUBQUERY(prices, $p, $p > 5).@count == 1",
  ])
  func agrees(_ format: String) throws { try check(QueryPredicate(format: QueryFormat(raw: format))) }

  @Test(arguments: ["<", "<=", "==", "!=", ">=", ">"]) func decimals(_ op: String) throws {
    let constants: [any QueryArgumentConvertible] =
      Self.decimals + [0, 1, -1, 5000, Int.max, Int.min, (1 << 53) + 1, 0.1, 0.3, 9.99, 1e30, -0.0, 1.5, 1e300, 0x1p64]
      + [true]
    for constant in constants + [Double.infinity, -Double.infinity] {
      for name in ["m", "om"] {
        try check(QueryPredicate(format: "\(raw: name) \(raw: op) %@", arguments: [constant.queryArgument]))
        try check(QueryPredicate(format: "%@ \(raw: op) \(raw: name)", arguments: [constant.queryArgument]))
      }
      try check(QueryPredicate(format: "om BETWEEN {0, %@}", arguments: [constant.queryArgument]))
      try check(QueryPredicate(format: "m IN {%@, 5000, 0.1}", arguments: [constant.queryArgument]))
    }
  }

  @Test func longListsOfDecimals() throws {
    let short = Self.decimals.filter { !$0.isNaN && $0.exponent > -20 }.prefix(12)
    for list in [Array(short), (0..<20).map { Decimal($0) / 10 }] {
      for name in ["m", "om"] { try check(QueryPredicate("\(raw: name) IN \(list)")) }
    }
  }

  @Test func uuids() throws {
    for name in ["id", "oid"] {
      for op in ["==", "!="] { try check(QueryPredicate("\(raw: name) \(raw: op) \(Self.ids[2])")) }
      try check(QueryPredicate("\(raw: name) IN {\(Self.ids[1]), \(Self.ids[3])}"))
      try check(QueryPredicate("\(raw: name) == nil"))
      try check(QueryPredicate("\(raw: name) IN ids"))
    }
    try check(QueryPredicate("\(Self.ids[1]) IN ids"))
    try check(QueryPredicate("ANY ids == \(Self.ids[1])"))
    #expect(try Self.rows.count(where: "id == \(Self.ids[2])") == 50)
    #expect(try Self.rows.count(where: "oid == \(Self.ids[2])") == Self.rows.filter { $0.oid == Self.ids[2] }.count)
  }

  /// Conditions that can be decided by the bytes of a row.
  @Test(
    .fieldsAreKnown,
    arguments: [
      "kind == 1", "kind == nil", "word == 'red'", "m > 5000", "om < 0.1", "om BETWEEN {0, 1}", "m IN {1, 2}",
      "names.@count > 2",
    ])
  func hasAMatcher(_ format: String) throws { #expect(try !hasRows(QueryPredicate(format: QueryFormat(raw: format)))) }

  @Test(.fieldsAreKnown, arguments: ["id", "oid"]) func conditionsOnUUIDsHaveMatchers(_ name: String) throws {
    #expect(try !hasRows(QueryPredicate("\(raw: name) == \(Self.ids[2])")))
    #expect(try !hasRows(QueryPredicate("\(raw: name) != \(Self.ids[2])")))
    #expect(try !hasRows(QueryPredicate("\(raw: name) IN {\(Self.ids[1]), \(Self.ids[3])}")))
    #expect(try !hasRows(QueryPredicate("\(raw: name) IN \(Self.ids)")))
  }

  /// Whether a part of the predicate is evaluated row by row.
  private func hasRows(_ predicate: QueryPredicate) throws -> Bool {
    let query = try BoundQuery<Row>(predicate)
    func hasRows(_ node: ConditionNode) -> Bool {
      switch node {
      case .rows: true
      case .and(let parts), .or(let parts): parts.contains(where: hasRows)
      case .not(let part): hasRows(part)
      default: false
      }
    }
    guard case .condition(_, let node) = query.plan.form else { throw NoCondition() }
    return hasRows(node)
  }

  private struct NoCondition: Error {}
}
