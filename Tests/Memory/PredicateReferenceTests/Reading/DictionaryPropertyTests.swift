import OpenPredicate
import PredicateMemory
import PredicateStatements
import PredicateTestSupport
import PredicateValues
import Testing

/// Dictionaries as properties, and as the elements of statements.
@Suite struct DictionaryPropertyTests {
  private struct Crate {
    var labels: [String: String]
    var weights: [String: Int]?
    var extras: [String: Any]
    var lists: [String: [Int]]
  }

  private let crates = [
    Crate(labels: ["fruit": "plum"], weights: ["value": 4], extras: ["value": [1, 2]], lists: ["value": [7]]),
    Crate(labels: ["value": "pear"], weights: nil, extras: [:], lists: [:]),
  ]

  /// A value that is known to be a text or a number has no elements for ANY. The hint shows how to test all values, and a key. Without in-place reads
  /// the types of the values are unknown.
  @Test(.enabled(if: InPlaceReads.areOn)) func quantifiersOverSingleValues() throws {
    let labels = try #require(throws: PredicateIssue.self) { try crates.filter("ANY labels.value == 'plum'") }
    #expect(labels.has(.quantifiedScalar))
    #expect(labels.hint?.contains("IN labels") == true && labels.hint?.contains("labels.x != nil") == true)
    let weights = try #require(throws: PredicateIssue.self) { try crates.filter("ALL weights.key > 3") }
    #expect(weights.has(.quantifiedScalar) && weights.message.contains("an integer"))
    #expect(try crates.filterIndices("'plum' IN labels") == [0])
    #expect(try crates.filterIndices("labels.value != nil") == [1])
  }

  /// Values of unknown type, and collections, have elements.
  @Test func quantifiersOverCollections() throws {
    #expect(try crates.filterIndices("ANY extras.value == 2") == [0])
    #expect(try crates.filterIndices("ANY lists.value > 6") == [0])
  }

  @Test func operatorsOfKeyValueCoding() throws {
    let keys = try #require(throws: PredicateIssue.self) { try crates.filter("labels.@allKeys CONTAINS 'fruit'") }
    #expect(keys.has(.unknownCollectionOperator) && keys.hint?.contains("d.name != nil") == true)
    let values = try #require(throws: PredicateIssue.self) { try crates.filter("ANY labels.@allValues == 'plum'") }
    #expect(values.hint == "to search the values of the dictionary d, write x IN d")
  }

  /// The columns of dictionaries are the keys of all of them, by name.
  @Test func statements() throws {
    let rows: [[String: Any]] = [["kind": "a", "n": 1], ["kind": "b", "n": 2, "extra": true], ["kind": "a", "n": 5]]
    let groups = try rows.fetch("n > 0 group by kind show kind, sum(n) as total sort by kind")
    #expect(groups.columns == ["kind", "total"])
    #expect(groups.rows.map { $0[0].stringValue } == ["a", "b"] && groups.rows.map { $0[1].intValue } == [6, 2])
    let whole = try rows.fetch("kind == 'b'")
    #expect(whole.columns == ["extra", "kind", "n"])
    #expect(whole.rows[0][0].boolValue == true && whole.rows[0][1].stringValue == "b")
    #expect(try rows.fetch("n == 5").rows[0][0].isNull)
    #expect(try rows.fetchElements("sort by n desc limit 1").map { $0["n"] as? Int } == [5])
    #expect(try [["a": 1], ["a": 2]].fetch("show sum(a)").rows[0][0].intValue == 3)
    let issue = try #require(throws: PredicateIssue.self) { try rows.fetch("show knd") }
    #expect(issue.has(.unknownKey) && issue.suggestion == "kind")
    #expect(try [[String: Int]]().fetch("show a").rows.isEmpty)
    #expect(throws: PredicateIssue.self) { try [[1: 2]].fetch("show a") }
  }
}
