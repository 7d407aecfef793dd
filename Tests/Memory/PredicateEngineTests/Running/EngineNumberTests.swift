import OpenPredicate
import PredicateEngineFixtures
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Numbers that the engine calculates are right at the ends of the integer range and for nil.
@Suite struct EngineNumberTests {
  private struct Row {
    var number: Int
    var wide: UInt64
    var maybe: UInt?
    var whole: [Int]
    var broken: [Double?]?
    var truths: [Bool]
  }

  /// A product that is an infinite double if the number is great.
  private static let power = "(" + Array(repeating: "number", count: 18).joined(separator: " * ") + ")"

  private let rows = [
    Row(number: .min, wide: .max, maybe: nil, whole: [.max, 1, -1], broken: [.infinity, -.infinity], truths: [true]),
    Row(number: .max, wide: 1 << 63, maybe: .max, whole: [.max, 1], broken: [nil, .nan], truths: []),
    Row(number: -7, wide: 7, maybe: 7, whole: [], broken: [], truths: [false, true, true]),
    Row(number: 7, wide: 0, maybe: 0, whole: [-7, 7, 7], broken: nil, truths: [false]),
    Row(number: 0, wide: UInt64(Int.max), maybe: 1, whole: [.min], broken: [1.5, nil, 2], truths: [true, true]),
  ]

  @Test(arguments: [
    ("abs(number) == 7", [2, 3]), ("abs(number) > 9223372036854775807", [0]), ("wide == abs(number)", [2]),
    ("wide == number", []), ("wide > number", [0, 1, 2, 4]), ("wide + 1 > wide", [0, 1, 2, 3, 4]),
    ("maybe == wide", [2, 3]),
    ("maybe < wide", [4]), ("maybe >= number", [1, 2, 4]), ("whole.@sum.self == 7", [3]),
    ("whole.@sum.self == 9223372036854775807", [0]), ("whole.@sum.self > 9223372036854775807", [1]),
    ("whole.@sum.self == 0", [2]), ("whole.@avg.self == 0", [2]), ("whole.@max.self > number", [0]),
    ("whole.@min.self == nil", [2]), ("NOT whole.@min.self < 0", [1, 2]), ("broken.@sum.self == nil", [0, 3]),
    ("broken.@sum.self == 0", [1, 2]), ("broken.@avg.self >= 1.1", [4]), ("broken.@max.self == nil", [1, 2, 3]),
    ("truths.@sum.self == 2", [2, 4]), ("truths.@max.self == whole.@min.self", []),
    ("TERNARY(number > 0, wide, maybe) == 7", [2]), ("TERNARY(number < 0, number, -number) == -7", [2, 3]),
    ("TERNARY(whole.@sum.self > 0, 1, 0) + number == 8", [3]),
    ("number ** 2 == 49", [2, 3]), ("number ** 2 > 1e37", [0, 1]), ("2 ** number == 128", [3]),
    ("number ** 0.5 == nil", [0, 2]), ("maybe ** 2 >= 0", [1, 2, 3, 4]), ("raise:toPower:(number, 2) == 49", [2, 3]),
    ("number & 4 == 4", [1, 3]), ("number | 1 == number", [1, 2, 3]), ("number ^ 7 == 0", [3]),
    ("number << 1 == 14", [3]),
    ("number >> 63 == -1", [0, 2]), ("number >> 1.5 == 3", [3]), ("maybe & 1 == 1", [2, 4]),
    ("maybe & 1 == nil", [0, 1]),
    ("wide & 1 == 1", [2, 4]), ("(wide & 1) == nil", [0, 1]), ("(wide & 1) != nil", [2, 3, 4]),
    ("(wide >> 64) >= nil", [0, 1]), ("(number * number & 1) == nil", [0, 1]), ("-(wide & 1) == nil", [0, 1]),
    ("bitwiseAnd:with:(wide, 1) == nil", [0, 1]), ("TERNARY((wide & 1) == nil, 1, 0) == 1", [0, 1]),
    ("\(Self.power) - \(Self.power) == nil", [0, 1]), ("ANY whole == number & 7", [3]),
    ("onesComplement:(number) == 6", [2]),
    ("bitwiseAnd:with:(number, 6) == 6", [1, 3]), ("number + 9007199254740993 == 9007199254741000.0", [3]),
  ])
  func answers(_ format: String, _ expected: [Int]) throws {
    let query = try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    #expect(try query.indicesByReference(rows) == expected, "one by one")
    #expect(try rows.filterIndices(query) == expected, "in chunks")
  }

  /// An array of more elements than may be visited is an issue, not a sum.
  @Test(.fieldsAreKnown) func limits() throws {
    var options = BindingOptions()
    options.limits.visitedElements = 2
    let query = try BoundQuery<Row>(QueryPredicate(format: "whole.@sum.self > 100"), options: options)
    #expect(try rows[1...2].count(where: query) == 1)
    let issue = try #require(throws: PredicateIssue.self) { try rows.count(where: query) }
    #expect(issue.kind == .limit)
  }
}
