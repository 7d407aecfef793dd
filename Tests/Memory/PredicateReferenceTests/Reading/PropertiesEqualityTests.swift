import OpenPredicate
import PredicateEngineFixtures
import PredicateTestSupport
import PredicateValues
import Testing

private enum State: Equatable { case open, closed(Int) }

private struct Kernel {
  var x: Int
  var state: State
}

private struct Compared: Equatable {
  var x: Int
  var state: State
}

private struct ById: Hashable {
  var id: Int
  var note: String
  static func == (left: ById, right: ById) -> Bool { left.id == right.id }
  func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private struct Listed: QueryableProperties {
  var name: String
  var secret: String
  static let queryProperties: [QueryProperty<Listed>] = [QueryProperty("name", \.name)]
}

private struct ListedAndCompared: QueryableProperties, Equatable {
  var name: String
  var secret: String
  static let queryProperties: [QueryProperty<ListedAndCompared>] = [QueryProperty("name", \.name)]
}

private struct Plain {
  var text: String
  var number: Double
}

private struct Nested {
  var inner: Kernel
  var children: [Nested] = []
}

private struct Row {
  var a = Kernel(x: 1, state: .open)
  var b = Kernel(x: 1, state: .closed(1))
  var maybe: Kernel?
  var inners = [Kernel(x: 1, state: .open)]
  var nested = Nested(inner: Kernel(x: 1, state: .open))
  var c = Compared(x: 1, state: .open)
  var d = Compared(x: 1, state: .closed(1))
  var e = Compared(x: 1, state: .open)
  var compared = [Compared(x: 1, state: .open), Compared(x: 1, state: .closed(1)), Compared(x: 1, state: .open)]
  var id1 = ById(id: 1, note: "a")
  var id2 = ById(id: 1, note: "b")
  var ids = [ById(id: 1, note: "a"), ById(id: 1, note: "b"), ById(id: 2, note: "a")]
  var listed1 = Listed(name: "x", secret: "1")
  var listed2 = Listed(name: "x", secret: "2")
  var own1 = ListedAndCompared(name: "x", secret: "1")
  var own2 = ListedAndCompared(name: "x", secret: "2")
  var p = Plain(text: "é", number: 1)
  var q = Plain(text: "e\u{301}", number: 1)
  var plains = [Plain(text: "é", number: 1), Plain(text: "e\u{301}", number: 1), Plain(text: "é", number: 1)]
}

@Suite struct StructEqualityTests {
  @Test(
    .fieldsAreKnown,
    arguments: [
      ("a == b", "Kernel"), ("a != b", "Kernel"), ("maybe == a", "Kernel"), ("a IN inners", "Kernel"),
      ("inners CONTAINS b", "Kernel"), ("ANY inners == a", "Kernel"),
      ("(inners UNION {}).@count > 0", "Kernel"), ("a IN inners.@distinctUnionOfObjects.self", "Kernel"),
      ("nested == nested", "Nested"), ("a IN {b, a}", "Kernel"),
    ])
  func whatCannotBeReadCannotBeCompared(_ format: String, _ type: String) throws {
    let issue = try #require(throws: PredicateIssue.self) {
      try BoundQuery<Row>(QueryPredicate(format: QueryFormat(raw: format)))
    }
    #expect(issue.kind == .type && issue.code == "incomparable-objects")
    #expect(
      issue.message == "objects of \(type) cannot be compared: the property “state” of Kernel cannot be read: "
        + "its type, State, is an enum with associated values, which predicates cannot read")
    #expect(issue.hint == "conform the type to Equatable, so that predicates can compare its values with ==")
  }

  @Test(arguments: [
    ("maybe == nil", true), ("a == nil", false), ("a.x == b.x", true), ("inners.@count == 1", true),
    ("c == d", false), ("c == e", true), ("c IN compared", true), ("(compared UNION {}).@count == 2", true),
    ("id1 == id2", true), ("(ids UNION {}).@count == 2", true), ("id1 IN ids", true),
    ("listed1 == listed2", true), ("own1 == own2", false), ("own1 == own1", true),
    ("p == q", false), ("p == p", true), ("(plains UNION {}).@count == 2", true),
  ])
  func equality(_ format: String, _ holds: Bool) throws {
    #expect(try [Row()].count(where: QueryPredicate(format: QueryFormat(raw: format))) == (holds ? 1 : 0), "\(format)")
  }

  /// The types become known only when the predicate runs. Two values with an unreadable property are unequal, unless their type is Equatable.
  @Test func insideOfAny() throws {
    let row: [String: Any] = ["a": Kernel(x: 1, state: .open), "b": Kernel(x: 1, state: .closed(1))]
    #expect(try [row].count(where: "a == b") == 0)
    let compared: [String: Any] = ["a": Compared(x: 1, state: .open), "b": Compared(x: 1, state: .open)]
    #expect(try [compared].count(where: "a == b") == 1)
  }

  private struct Lists {
    var plains: [Plain]
    var dictionaries: [[String: Int]]
  }

  /// Values are hashed by their parts, so that most have different hashes.
  @Test func manyDistinctValues() throws {
    let count = 2_000
    let lists = Lists(
      plains: (0..<count).map { Plain(text: "a\($0)", number: 1) }, dictionaries: (0..<count).map { ["k": $0, "l": 1] })
    for name in ["plains", "dictionaries"] {
      #expect(try [lists].count(where: "(\(raw: name) UNION \(raw: name)).@count == \(count)") == 1, "\(name)")
    }
    let hashes = (0..<Int64(count)).map {
      hash(.dictionary(QueryDictionary([("k", .integer($0)), ("l", .integer(1))])))
    }
    #expect(Set(hashes).count > count - 10)
  }

  /// A part that counts the comparisons.
  private struct Counted: Hashable {
    static let comparisons = Locked(0)
    let id: Int

    static func == (left: Counted, right: Counted) -> Bool {
      comparisons.withLock { $0 += 1 }
      return left.id == right.id
    }

    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  private struct Whole {
    let part: Counted
    let text: String
  }

  /// Only values with equal hashes are compared with each other, so there are few comparisons.
  @Test func valuesAreComparedAFewTimes() throws {
    let count = 2_000
    let list = (0..<count).map { Whole(part: Counted(id: $0), text: "a") }
    #expect(try [["list": list]].count(where: "(list UNION list).@count == \(count)") == 1)
    #expect((count...10 * count).contains(Counted.comparisons.withLock { $0 }))
  }

  @Test func hashesFollowEquality() {
    let forward = QueryValue.dictionary(QueryDictionary([("a", .integer(1)), ("b", .string("x")), ("c", .null)]))
    let backward = QueryValue.dictionary(
      QueryDictionary([("c", .double(.nan)), ("b", .string("x")), ("a", .double(1))]))
    #expect(forward.equals(backward))
    #expect(hash(forward) == hash(backward))
    let nested = (QueryValue.array([forward]), QueryValue.array([backward]))
    #expect(hash(nested.0) == hash(nested.1))
    let other = QueryValue.dictionary(QueryDictionary([("a", .integer(2)), ("b", .string("x")), ("c", .null)]))
    #expect(hash(forward) != hash(other))
  }

  private func hash(_ value: QueryValue) -> Int {
    var hasher = Hasher()
    value.hash(into: &hasher)
    return hasher.finalize()
  }
}
