import PredicateValues
import Testing

@Suite("Equality of values")
struct EqualityTests {
  static let uuid = QueryUUID(high: 1, low: 2)
  static let friend = ObjectReference(entity: "Friend", key: 3)

  static let distinct: [QueryValue] = [
    nil, 1, "1", "", .date(1), .data([1]), .data([]), .uuid(uuid), .url("1"), [1], [], [1, 2], [2, 1], .set([1]),
    .set([]), .dictionary(QueryDictionary([("a", 1)])), .dictionary(QueryDictionary()), .reference(friend),
    .reference(ObjectReference(entity: "Movie", key: 3)), "é", "e\u{301}", "É",
  ]

  @Test("never crosses families, and compares strings by scalars")
  func families() {
    for (i, a) in Self.distinct.enumerated() {
      for (j, b) in Self.distinct.enumerated() {
        #expect(a.equals(b) == (i == j), "\(a.exact) against \(b.exact)")
      }
    }
    #expect(Set(Self.distinct.map(ValueKey.init)).count == Self.distinct.count)
  }

  static let equal: [(QueryValue, QueryValue)] = [
    ([1, "a", nil], [1.0, "a", nil]),
    (.set([1, 2, 2]), .set([2.0, true])),
    (
      .dictionary(QueryDictionary([("a", 1), ("b", nil)])),
      .dictionary(QueryDictionary([("b", nil), ("a", true)]))
    ),
    (.object(SampleObject(entityName: "Friend", reference: friend)), .reference(friend)),
    (.double(.nan), nil),
    (.date(.nan), .double(.nan)),
  ]

  @Test("of collections compares their elements, of objects their references", arguments: equal)
  func equalPairs(a: QueryValue, b: QueryValue) {
    #expect(a.equals(b))
    #expect(b.equals(a))
    #expect(ValueKey(a).hashValue == ValueKey(b).hashValue)
  }

  @Test("is false for an object without a reference")
  func anonymous() {
    let object = QueryValue.object(SampleObject(entityName: "Friend", reference: nil))
    #expect(!object.equals(object))
    #expect(!object.equals(nil))
  }

  @Test("decides distinct values")
  func distinctValues() {
    let values: [QueryValue] = [1, "a", 1.0, true, "a", nil, .double(.nan), "A"]
    #expect(QueryValue.array(values.distinctValues()).exact == "{1, 'a', nil, 'A'}")
  }

  @Test("never leaves a family")
  func ofNil() {
    #expect(QueryValue.null.family == nil)
    #expect(QueryValue.double(.nan).family == nil)
    #expect(QueryValue.boolean(true).family == .number)
    #expect(QueryValue.reference(Self.friend).family == .object("Friend"))
  }
}
