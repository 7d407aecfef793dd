import PredicateValues
import Testing

/// The type of an expression whose value has one of two types.
@Suite("Types") struct QueryTypeTests {
  @Test(
    "join",
    arguments: [
      (QueryType.string, .string, .string),
      (.boolean, .boolean, .boolean),
      (.boolean, .integer, .integer),
      (.integer, .decimal, .decimal),
      (.decimal, .double, .double),
      (.string, .integer, .any),
      (.double, .any, .any),
      (.object("Movie"), .object("Movie"), .object("Movie")),
      (.object("Movie"), .object("Friend"), .any),
      (.collection(.integer), .collection(.double), .collection(.double)),
      (.collection(.integer), .collection(.string), .collection(.any)),
      (.collection(.collection(.boolean)), .collection(.collection(.integer)), .collection(.collection(.integer))),
      (.collection(.any), .collection(.string), .collection(.any)),
      (.collection(.string), .string, .any),
      (.collection(.any), .dictionary, .any),
    ] as [(QueryType, QueryType, QueryType)])
  func joined(a: QueryType, b: QueryType, result: QueryType) {
    #expect(a.joined(with: b) == result)
    #expect(b.joined(with: a) == result)
  }

  @Test("joined for set operators are those of the elements")
  func setOperators() {
    for op in [BinaryOperator.union, .intersect, .minus] {
      #expect(ValueArithmetic.resultType(op, .collection(.integer), .collection(.double)) == .collection(.double))
      #expect(
        ValueArithmetic.resultType(op, .collection(.collection(.integer)), .collection(.collection(.string)))
          == .collection(.collection(.any)))
      #expect(ValueArithmetic.resultType(op, .dictionary, .collection(.string)) == .collection(.any))
    }
  }
}
