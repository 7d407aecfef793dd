import OpenPredicate
import Testing

/// A path through many keeps a nil for each element without a value, for known and unknown types: semantics.md, path.map.
@Suite struct NilsBehindManyTests {
  struct Lid: Sendable {
    var scratches: [Int]
  }

  struct Box: Sendable {
    var marks: [Int]?
    var lid: Lid?
  }

  struct Crate: Sendable {
    var boxes: [Box]
  }

  struct Declared: QueryableProperties, Sendable {
    struct Lid: QueryableProperties, Sendable {
      var scratches: [Int]
      static let queryProperties = [QueryProperty("scratches", \Self.scratches)]
    }

    struct Box: QueryableProperties, Sendable {
      var marks: [Int]?
      var lid: Lid?
      static let queryProperties = [QueryProperty("marks", \Self.marks), QueryProperty("lid", \Self.lid)]
    }

    var boxes: [Box]
    static let queryProperties = [QueryProperty("boxes", \Self.boxes)]
  }

  private static let crates = [
    Crate(boxes: []),
    Crate(boxes: [Box(marks: nil, lid: nil)]),
    Crate(boxes: [Box(marks: [1], lid: Lid(scratches: [5])), Box(marks: nil, lid: nil)]),
    Crate(boxes: [Box(marks: [], lid: Lid(scratches: []))]),
  ]

  private static let declared = crates.map { crate in
    Declared(
      boxes: crate.boxes.map { Declared.Box(marks: $0.marks, lid: $0.lid.map { .init(scratches: $0.scratches) }) })
  }

  private static let dictionaries: [QueryValue] = crates.map { crate in
    let boxes = crate.boxes.map { box -> QueryValue in
      let lid = box.lid.map { QueryValue.dictionary(QueryDictionary([("scratches", list($0.scratches))])) }
      return .dictionary(QueryDictionary([("marks", box.marks.map(list) ?? .null), ("lid", lid ?? .null)]))
    }
    return .dictionary(QueryDictionary([("boxes", .array(boxes))]))
  }

  private static func list(_ numbers: [Int]) -> QueryValue { .array(numbers.map { .integer(Int64($0)) }) }

  @Test(arguments: [
    ("ANY boxes.marks == nil", [1, 2]),
    ("ANY boxes.marks != nil", [2]),
    ("boxes.marks.@count == 1", [1]),
    ("boxes.marks.@count == 2", [2]),
    ("ALL boxes.marks > 0", [0, 3]),
    ("NONE boxes.marks == 1", [0, 1, 3]),
    ("boxes.marks.@sum.self == 1", [2]),
    ("nil IN boxes.marks", []),
    ("SUBQUERY(boxes.marks, $m, $m == nil).@count > 0", [1, 2]),
    ("ANY boxes.lid.scratches == nil", [1, 2]),
    ("boxes.lid.scratches.@count == 2", [2]),
    ("NONE boxes.lid.scratches == 5", [0, 1, 3]),
    ("ALL boxes.lid.scratches == 5", [0, 3]),
    ("ANY boxes.lid == nil", [1, 2]),
    ("boxes.lid.@count == 2", [2]),
  ])
  func nilsStay(_ format: String, _ found: [Int]) throws {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    #expect(try Self.crates.filterIndices(predicate) == found, "structs")
    #expect(try Self.declared.filterIndices(predicate) == found, "structs with a table")
    #expect(try Self.dictionaries.filterIndices(predicate) == found, "dictionaries")
  }

  @Test(arguments: [
    "ANY boxes.mark == nil", "ANY boxes.lid.scratch == nil", "ANY boxes.lid.scratches == 'a'", "ANY boxes.marks.x == 1",
  ])
  func mistakesAreFoundWhenBound(_ format: String) throws {
    #expect(throws: PredicateIssue.self) { try BoundQuery<Declared>(QueryPredicate(format: QueryFormat(raw: format))) }
  }
}
