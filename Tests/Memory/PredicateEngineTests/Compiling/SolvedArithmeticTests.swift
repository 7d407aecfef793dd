import OpenPredicate
import PredicateEngineFixtures
import Testing

@testable import PredicateEngine

/// Comparisons of arithmetic on one integer with constants become bounds of the integer. The answers are those of the reference evaluator, also where
/// the arithmetic overflows.
@Suite struct SolvedArithmeticTests {
  private struct Row {
    var n: Int
    var short: Int16
    var wide: UInt64?
    var list: [Int]
  }

  private static let rows: [Row] = {
    let powers = [0, 1, 20, 40, 42, 43, 62].map { 1 << $0 }
    let numbers = (powers + [7, 9, 10, 1989, 1990, 1999, 2000, .max, .max / 2, .max - 1 << 20]).flatMap { base in
      (-2...2).flatMap {
        [base.addingReportingOverflow($0).partialValue, (-base).addingReportingOverflow($0).partialValue]
      }
    }
    return (numbers + [.min]).map { number in
      Row(
        n: number, short: Int16(truncatingIfNeeded: number), wide: number < 0 ? nil : UInt64(number) << 1,
        list: [number, 3])
    }
  }()

  private static let operations = [
    "n + 1", "1 + n", "n - 3", "n - 9223372036854775807", "n * 10", "10 * n", "n * 1048576", "n * 0", "n * -3",
    "n / 10",
    "n / 1048576", "n / 1048577", "n / -10", "n / 0", "100 - n", "100 / n", "n * 2 + 1", "(n / 10) * 10", "(n + 3) / 7",
    "(n - 3) * 1048576", "n * 1048576 / 1048576", "n / 7 / 10", "n * 3 * 5", "n + 1 + 1 + 1", "short * 10",
    "short / -7",
    "wide * 2", "wide / 10 + 1", "list.@count + 1", "n ** 2 + 1", "n / 2.0",
  ]

  @Test(arguments: operations, ["==", "!=", "<", ">", "<=", ">="])
  func answersOfTheReference(_ operation: String, _ sign: String) throws {
    let constants = [
      "0", "1", "-1", "3", "-7", "1990", "2.5", "-0.5", "1099511627776", "1099511627777", "9.3e18", "-9.3e18",
      "9223372036854775807", "-9223372036854775807", "-9223372036854775808", "nil",
    ]
    for constant in constants {
      try check("\(operation) \(sign) \(constant)")
      try check("\(constant) \(sign) \(operation)")
    }
  }

  @Test(arguments: operations)
  func answersInLoopsAndRanges(_ operation: String) throws {
    try check("\(operation) BETWEEN {-7, 1990}")
    try check("\(operation) BETWEEN {5, 2}")
    let element = operation.replacing("n ", with: "$x ").replacing(" n", with: " $x")
    try check("SUBQUERY(list, $x, \(element) > 3).@count > 0")
  }

  /// In-place reads must be on, because the places of the properties are part of the plans.
  @Test(
    ConditionTrait.fieldsAreKnown,
    arguments: [
      ("n * 2 + 1 > 3990", "match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0"),
      ("n * 2 == 3", "match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @0"),
      ("wide / 2 >= 7", "match ColumnMatcher<OptionalColumn<IntegerColumn<UInt64>>, NumberBounds<Int64>>: row @16"),
      ("n + 1 + 1 + 1 > 3", "rows: greater(+(+(+($0.n, 1), 1), 1), 3)"),
      ("n / 0 == 1", "rows: equal(/($0.n, 0)?, 1)"), ("n * 1048577 > 3", "rows: greater(*($0.n, 1048577), 3)"),
      ("n + 1 > 1099511627777", "rows: greater(+($0.n, 1), 1099511627777)"),
    ])
  func plans(_ format: String, _ plan: String) throws {
    #expect(try BoundQuery<Row>(QueryFormat(raw: format)).planDescription == plan)
  }

  private func check(_ format: String) throws {
    let query = try BoundQuery<Row>(QueryFormat(raw: format))
    let expected = try Self.rows.indices.filter { try query.matchesByReference(Self.rows[$0]) }
    #expect(try Self.rows.filterIndices(query) == expected, "\(format), in chunks")
    #expect(try Self.rows.indices.filter { try query.matches(Self.rows[$0]) } == expected, "\(format), one by one")
  }
}
