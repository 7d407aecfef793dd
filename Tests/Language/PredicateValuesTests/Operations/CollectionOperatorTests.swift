import PredicateValues
import Testing

@Suite("Collection operators")
struct CollectionOperatorTests {
  static let cases: [(CollectionOperator, [QueryValue], String)] = [
    (.count, [], "0"), (.count, [1, nil], "2"), (.sum, [], "0"), (.sum, [1, nil, 2], "3"), (.sum, [nil], "0"),
    (.sum, [0.5, 1], "1.5"),
    (.sum, [.integer(.max), .integer(.max)], "1.8446744073709552e+19"),
    (.sum, [.integer(.min), .integer(.min)], "-1.8446744073709552e+19"),
    (.avg, [], "0.0"), (.avg, [96, nil, nil, nil, nil, nil, nil, nil], "12.0"), (.avg, [nil], "0.0"),
    (.avg, [1, 2], "1.5"),
    (.min, [], "nil"), (.min, [nil, 3, 1], "1"), (.max, ["a", "b", nil], "'b'"), (.max, [nil], "nil"),
    (.unionOfObjects, [1, nil, 1], "{1, 1}"),
    (.distinctUnionOfObjects, [1, nil, 1.0, 2], "{1, 2}"), (.unionOfArrays, [[1, 2], [2], nil], "{1, 2, 2}"),
    (.distinctUnionOfArrays, [[1, 2], [2, nil]], "{1, 2}"),
    (.unionOfSets, [.set([1]), .set([1])], "{1, 1}"), (.distinctUnionOfSets, [.set([1]), .set([1, 2])], "set {1, 2}"),
    (.unionOfArrays, [], "{}"),
  ]

  @Test("follow key-value coding", arguments: cases)
  func apply(op: CollectionOperator, elements: [QueryValue], result: String) throws {
    #expect(try op.apply(to: elements).exact == result)
  }

  @Test("refuse invalid elements")
  func issues() {
    let wrong: [(CollectionOperator, [QueryValue])] = [
      (.sum, ["a"]), (.avg, [[1]]), (.min, [1, "a"]), (.max, [[1]]), (.unionOfArrays, [1]),
      (.min, [.reference(ObjectReference(entity: "A", key: 1))]),
    ]
    for (op, elements) in wrong {
      do {
        _ = try op.apply(to: elements)
        Issue.record("no issue for \(op)")
      } catch {
        #expect(error.kind == .type)
      }
    }
  }

  @Test("have names")
  func names() {
    for op in CollectionOperator.allCases {
      #expect(CollectionOperator(name: op.rawValue) == op)
      #expect(CollectionOperator(name: "@" + op.rawValue) == op)
    }
    for name in ["", "@", "Sum", "@@sum", "median"] { #expect(CollectionOperator(name: name) == nil) }
    #expect(CollectionOperator.sum.resultType(of: .boolean) == .integer)
    #expect(CollectionOperator.unionOfArrays.resultType(of: .collection(.string)) == .collection(.string))
  }
}
