import PredicateValues
import Testing

@Suite("A nil as an operand")
struct NilTableTests {
  struct Row: Sendable {
    let op: ComparisonOperator
    let value: QueryValue
    let other: QueryValue
    /// The results if the left side is nil, if the right side is nil, and if both are nil.
    let left: Bool
    let right: Bool
    let both: Bool
  }

  static let rows: [Row] = [
    Row(op: .equal, value: 1, other: 1, left: false, right: false, both: true),
    Row(op: .notEqual, value: 1, other: 1, left: true, right: true, both: false),
    Row(op: .lessThan, value: 1, other: 1, left: false, right: false, both: false),
    Row(op: .greaterThan, value: 1, other: 1, left: false, right: false, both: false),
    Row(op: .lessThanOrEqual, value: 1, other: 1, left: false, right: false, both: true),
    Row(op: .greaterThanOrEqual, value: 1, other: 1, left: false, right: false, both: true),
    Row(op: .between, value: 1, other: [0, 2], left: false, right: false, both: false),
    Row(op: .in, value: 1, other: [1, nil], left: false, right: false, both: false),
    Row(op: .contains, value: [1, nil], other: 1, left: false, right: false, both: false),
    Row(op: .beginsWith, value: "a", other: "a", left: false, right: false, both: false),
    Row(op: .endsWith, value: "a", other: "a", left: false, right: false, both: false),
    Row(op: .like, value: "nil", other: "*", left: false, right: false, both: false),
    Row(op: .matches, value: "a", other: "a", left: false, right: false, both: false),
  ]

  @Test("gives the results of the table", arguments: rows)
  func table(row: Row) throws {
    #expect(try ValueComparison.evaluate(nil, row.op, row.other) == row.left)
    #expect(try ValueComparison.evaluate(row.value, row.op, nil) == row.right)
    #expect(try ValueComparison.evaluate(nil, row.op, nil) == row.both)
    #expect(try ValueComparison.evaluate(.double(.nan), row.op, row.other) == row.left)
    #expect(try ValueComparison.evaluate(.date(.nan), row.op, row.other) == row.left)
  }

  @Test("makes BETWEEN false as a bound")
  func bounds() throws {
    #expect(try !ValueComparison.evaluate(1, .between, [nil, 2]))
    #expect(try !ValueComparison.evaluate(1, .between, [0, nil]))
    #expect(try !ValueComparison.evaluate(1, .between, [.double(.nan), 2]))
  }

  @Test("gives nil in every arithmetic operator", arguments: BinaryOperator.allCases)
  func arithmetic(op: BinaryOperator) throws {
    for (a, b) in [(QueryValue.null, 1), (1, .null), (.null, .null), (.null, "x")] as [(QueryValue, QueryValue)] {
      #expect(try ValueArithmetic.apply(op, a, b).isNull)
    }
    #expect(try ValueArithmetic.negate(nil).isNull)
  }
}
