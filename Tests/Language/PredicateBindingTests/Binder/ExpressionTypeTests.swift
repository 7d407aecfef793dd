import PredicateBinding
import PredicateModel
import PredicateValues
import Testing

/// The type that binding gives to an expression with several operands, over the demo model.
@Suite struct ExpressionTypeTests {
  @Test(
    arguments: [
      ("{1, 2.5}", .collection(.double)),
      ("{1, nil, YES}", .collection(.integer)),
      ("{{1}, {'x', title}}", .collection(.collection(.any))),
      ("{{1, year}, {2.5, year}}", .collection(.collection(.double))),
      ("TERNARY(lent == YES, year, rating)", .double),
      ("TERNARY(lent == YES, {year}, {rating})", .collection(.double)),
      ("TERNARY(lent == YES, {year}, {title})", .collection(.any)),
      ("TERNARY(lent == YES, year, title)", .any),
      ("{year} UNION {rating}", .collection(.double)),
      ("{year} MINUS {title}", .collection(.any)),
      ("year / 2", .integer),
      ("year + rating", .double),
      ("year ** 2", .double),
      ("rating & 1", .integer),
      ("max({year, rating})", .double),
      ("max(year, rating)", .double),
    ] as [(String, QueryType)])
  func types(format: String, type: QueryType) throws {
    let expression = try QueryExpression(format: QueryFormat(raw: format))
    #expect(try Binder.bind(expression, to: .entity("Movie", DataModel.movies)).value.type == type)
  }

  /// An operand has no bits, so `&` gives nil, if it is a double or an unsigned integer beyond Int64. The difference of two integers can be nil only if each
  /// is a product of many integers.
  @Test(arguments: [
    ("(rating & 1) == nil", true), ("(year & 1) == nil", true), ("year * year - year == nil", false),
    ("\(power) - \(power) == nil", true),
  ])
  func numbersMayBeMissing(format: String, isOpen: Bool) throws {
    let condition = try LoweringTests.bound(format).condition
    if case .always(let holds) = condition.node { #expect(!isOpen && !holds) } else { #expect(isOpen) }
  }

  private static let power = Array(repeating: "year", count: 17).joined(separator: " * ")
}
