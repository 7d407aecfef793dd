import PredicateBinding
import PredicateValues
import Testing

@testable import PredicateEngine
@testable import PredicateReference

/// Values of unknown types give the right results and issues, even if a chunk contains rows that fail.
@Suite struct ViewTests {
  private struct Crate {
    var left: Any
    var right: Any
  }

  private static func fails(_ body: () throws -> Bool) -> Bool {
    do {
      _ = try body()
      return false
    } catch {
      return true
    }
  }

  /// The memory of a run is reused after its values were freed. A row that fails does not see values of an earlier row.
  @Test(arguments: [
    "a.b == 'x' OR a.b CONTAINS 'y'", "a.b.@count == 1 OR a.b.@count == 2", "a.b.c == 1 OR a.b.d == 2",
    "a.b + 1 == 2 OR a.b + 2 == 3", "NOT (a.b == 1) OR a.b == 2", "a.b == nil OR 1 IN a.b",
    "ANY a.b == 1 OR ANY a.b == 2",
  ])
  func rowsThatFailOnTheWay(_ format: String) throws {
    let query = try BoundQuery<Any>(QueryFormat(raw: format))
    for round in 0..<20 {
      let text = String(repeating: "y", count: 40 + round)
      for value in [text, [1, 2, 3], ["c": 1, "d": text], [text, text]] as [Any] {
        _ = try? query.matches(["a": ["b": value]])
        #expect(Self.fails { try query.matches(5) })
        #expect(Self.fails { try query.matchesByReference(5) })
      }
    }
    let elements = (0..<300).map { index in ["a": ["b": [index, 2, 3]]] as Any } + [5]
    let found = Result { () throws(PredicateIssue) in try elements.filterIndices(query) }
    let expected = Result { () throws(PredicateIssue) in try query.indicesByReference(elements) }
    #expect(found == expected)
  }

  /// A condition that can fail keeps its position: the value of a range's path may not be a collection.
  @Test(arguments: [
    "SUBQUERY(left, $x, TRUEPREDICATE).@count > 2 AND SUBQUERY(right, $x, TRUEPREDICATE).@count > 0",
    "SUBQUERY(left, $x, TRUEPREDICATE).@count > 2 OR SUBQUERY(right, $x, TRUEPREDICATE).@count == 0",
  ])
  func collectionsThatAreNone(_ format: String) throws {
    let dictionaries: [[String: Any]] = [["left": 5, "right": [Any]()]]
    let query = try BoundQuery<[String: Any]>(QueryFormat(raw: format))
    #expect(Self.fails { try dictionaries.count(where: query) == 0 })
    let crates = try BoundQuery<Crate>(QueryFormat(raw: format))
    #expect(Self.fails { try [Crate(left: 5, right: [Any]())].count(where: crates) == 0 })
  }

  /// If the reference evaluator decides an element, it reads only the names in the predicate.
  @Test func theRestOfAnElementIsNotRead() throws {
    var deep: Any = 1
    for _ in 0..<600 { deep = [deep] }
    let elements: [Any] = [["list": [["x": 1], 5] as [Any], "other": deep] as [String: Any]]
    #expect(try elements.count(where: "SUBQUERY(list, $e, $e.x == 1).@count > 0") == 1)
  }
}
