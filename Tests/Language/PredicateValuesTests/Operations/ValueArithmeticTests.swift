import PredicateValues
import Testing

@Suite("Arithmetic")
struct ValueArithmeticTests {
  typealias Case = (a: QueryValue, op: BinaryOperator, b: QueryValue, result: String)

  static let cases: [Case] = [
    // Integers stay integers, and so does their quotient; booleans are integers.
    (1, .divide, 2, "0"), (-7, .divide, 2, "-3"), (41, .divide, 2, "20"), (true, .add, true, "2"),
    (2, .multiply, false, "0"),
    (1.0, .divide, 2, "0.5"), (1, .add, 0.5, "1.5"), (6, .power, 2, "36.0"), (2, .power, -1, "0.5"),
    (4, .subtract, 9, "-5"),
    // Overflow.
    (.integer(.max), .add, 1, "9.223372036854776e+18"), (.integer(.min), .subtract, 1, "-9.223372036854776e+18"),
    (.integer(.max), .multiply, 2, "1.8446744073709552e+19"), (.integer(.min), .divide, -1, "9.223372036854776e+18"),
    (.integer(.min), .multiply, -1, "9.223372036854776e+18"), (.double(1e308), .multiply, 10, "inf"),
    // Undefined results.
    (1, .divide, 0, "nil"), (1.0, .divide, 0, "nil"), (1, .divide, 0.0, "nil"), (0.0, .divide, 0.0, "nil"),
    (-1, .power, 0.5, "nil"),
    (.double(.infinity), .subtract, .double(.infinity), "nil"), (.double(.nan), .add, 1, "nil"),
    (1, .divide, .decimal(text: "0"), "nil"),
    // Decimals.
    (.decimal(text: "0.1"), .add, .decimal(text: "0.2"), "0.3d"), (.decimal(text: "0.1"), .multiply, 3, "0.3d"),
    (1, .divide, .decimal(text: "3"), "0.33333333333333333333333333333333333333d"),
    (2, .divide, .decimal(text: "3"), "0.66666666666666666666666666666666666667d"),
    (.decimal(text: "1"), .divide, 8, "0.125d"),
    (.decimal(text: "0.1"), .add, 0.2, "0.30000000000000004"),
    (.integer(.max), .add, .decimal(text: "1"), "9223372036854775808d"),
    (.decimal(text: "1e400"), .multiply, .decimal(text: "1e400"), "1e+800d"),
    (.decimal(text: "1e9000"), .multiply, .decimal(text: "1e9000"), "inf"),
    (.decimal(text: "1e2000"), .add, 1, "inf"), (.decimal(text: "5"), .subtract, .decimal(text: "5.0"), "0d"),
    (.decimal(text: "-2.5"), .subtract, .decimal(text: "1.5"), "-4d"), (.decimal(text: "2"), .power, 3, "8.0"),
    // Bits.
    (2, .bitwiseAnd, 1, "0"), (1, .bitwiseOr, 0, "1"), (2, .bitwiseXor, 1, "3"), (1, .shiftLeft, 3, "8"),
    (8, .shiftRight, 2, "2"),
    (-8, .shiftRight, 1, "-4"), (1, .shiftLeft, 63, "-9223372036854775808"), (1, .shiftLeft, 64, "0"),
    (-1, .shiftRight, 64, "-1"),
    (8, .shiftLeft, -2, "2"), (2, .shiftRight, -2, "8"), (7.9, .bitwiseAnd, .decimal(text: "3.9"), "3"),
    (-7.9, .bitwiseOr, 0, "-7"),
    (.double(1e300), .bitwiseAnd, 1, "nil"), (.double(0x1p63), .bitwiseOr, 0, "nil"),
    (1, .shiftLeft, .integer(.max), "0"),
    // Sets.
    ([1, 2], .union, [2.0, 3], "set {1, 2, 3}"), ([1, 2, 2], .intersect, .set([2, 3]), "set {2}"),
    ([1, 1, 2], .minus, [2], "set {1}"),
    ([], .union, [], "set {}"), (["a", 1], .intersect, .dictionary(QueryDictionary([("x", "a")])), "set {'a'}"),
  ]

  @Test("gives a result for two values", arguments: cases)
  func apply(item: Case) throws {
    #expect(
      try ValueArithmetic.apply(item.op, item.a, item.b).exact == item.result,
      "\(item.a.exact) \(item.op) \(item.b.exact)")
  }

  static let negatives: [(QueryValue, String)] = [
    (1, "-1"), (true, "-1"), (1.5, "-1.5"), (.integer(.min), "9.223372036854776e+18"), (.decimal(text: "0.1"), "-0.1d"),
    (nil, "nil"),
  ]

  @Test("gives a result for one value", arguments: negatives)
  func negate(value: QueryValue, result: String) throws { #expect(try ValueArithmetic.negate(value).exact == result) }

  static let remainders: [(QueryValue, QueryValue, String)] = [
    (17, 5, "2"), (-7, 3, "-1"), (7, -3, "1"), (7, 0, "nil"), (.integer(.min), -1, "0"), (7.5, 2, "1.5"),
    (7, 0.0, "nil"),
    (.decimal(text: "0.3"), .decimal(text: "0.1"), "0d"), (.decimal(text: "-7.5"), 2, "-1.5d"),
    (1, .decimal(text: "0"), "nil"),
    (.decimal(text: "1e30"), 7, "1d"), (nil, 2, "nil"),
  ]

  @Test("gives remainders", arguments: remainders)
  func modulus(a: QueryValue, b: QueryValue, result: String) throws {
    #expect(try ValueArithmetic.modulus(a, by: b).exact == result)
  }

  @Test("refuses other values than numbers or collections")
  func issues() {
    let wrong: [(QueryValue, BinaryOperator, QueryValue, String)] = [
      ("1", .add, 1, "number-expected"), ("1", .subtract, "1", "number-expected"),
      ("1", .multiply, "1", "number-expected"),
      (1, .subtract, .date(1), "number-expected"), (.date(1), .add, .date(1), "number-expected"),
      (.date(1), .add, "1", "number-expected"), (.date(1), .multiply, 2, "number-expected"),
      ([1], .multiply, 2, "number-expected"),
      (1, .union, [1], "collection-expected"), ([1], .minus, "a", "collection-expected"),
    ]
    for (a, op, b, code) in wrong {
      do {
        _ = try ValueArithmetic.apply(op, a, b)
        Issue.record("no issue for \(a.exact) \(op) \(b.exact)")
      } catch {
        #expect(error.kind == .type && error.code == code)
      }
    }
  }

  @Test("gives the declared type")
  func types() throws {
    for item in Self.cases where item.result != "nil" && !item.result.contains("e+") && item.result != "inf" {
      let type = try #require(ValueArithmetic.resultType(item.op, item.a.type, item.b.type))
      #expect(try ValueArithmetic.apply(item.op, item.a, item.b).type.canMeet(type))
      if type.isNumeric { #expect(try ValueArithmetic.apply(item.op, item.a, item.b).type == type) }
    }
    #expect(ValueArithmetic.resultType(.add, .string, .integer) == nil)
    #expect(ValueArithmetic.resultType(.union, .integer, .collection(.any)) == nil)
    #expect(ValueArithmetic.resultType(.union, .collection(.string), .collection(.string)) == .collection(.string))
  }
}
