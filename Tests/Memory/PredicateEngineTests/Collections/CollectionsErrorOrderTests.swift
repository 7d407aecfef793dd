import OpenPredicate
import Testing

@testable import PredicateEngine
@testable import PredicateReference

private struct Remark {
  var year: Int
  var anything: Any
  var pattern = "a+"
  var labels: Set<String> = ["x"]
  var names = ["x"]
  var info: [String: Any] = [:]
  /// No note has a range.
  var limit: Int?
  var replies: [Reply] = [Reply()]
  var drafts: [Reply]? = [Reply()]

  struct Reply {
    var year = 1
    var anything: Any = 5
    var labels: Set<String> = ["x"]
  }
}

/// Whether a failing condition is evaluated depends on the conditions before it and never on their cost. All ways of evaluation agree about it.
@Suite struct ErrorOrderTests {
  private static var notes: [Remark] {
    [Remark(year: 1, anything: 5), Remark(year: 2, anything: "x"), Remark(year: 3, anything: 9)]
  }

  @Test(arguments: [
    ("year == 1 AND anything > 1", true),
    ("anything > 1 AND year == 1", false),
    ("year == 2 AND anything > 1", false),
    ("year < 9 OR anything > 1", true),
    ("anything > 1 OR year < 9", false),
    ("FALSEPREDICATE AND anything > 1", true),
    ("anything > 1 AND FALSEPREDICATE", false),
    ("anything > 1 OR TRUEPREDICATE", false),
    ("NOT (anything > 1) AND year == 1", false),
    ("anything.length > 1 AND year == 1", false),
    ("anything + 1 == 6 AND year == 1", false),
    ("anything == 5 AND year == 1", true),
    ("'a' MATCHES pattern AND year == 1", true),
    // Indexing a set fails, and the types of the language do not distinguish sets from arrays.
    ("labels[0] == 'x' AND year == 9", false),
    ("year == 9 AND labels[0] == 'x'", true),
    ("NOT (labels[0] == 'x') OR year > 0", false),
    ("year > 0 OR labels[0] == 'x'", true),
    ("labels[0] == 'x' AND FALSEPREDICATE", false),
    ("names[0] == 'x' AND year == 9", true),
    ("labels[FIRST] == 'x' AND year == 9", true),
    // A dictionary is built from names and values in turn.
    ("CAST(names, 'NSDictionary') != nil AND year == 9", false),
    ("year == 9 AND CAST(names, 'NSDictionary') != nil", true),
    ("CAST(names, 'NSDictionary') != nil OR TRUEPREDICATE", false),
    ("CAST(labels, 'NSArray')[0] == 'x' AND year == 9", true),
    ("FUNCTION(names, 'objectFrom:withIndex:', 'x') == 'x' AND year == 9", false),
    ("{year, 2} <[c] {1, year} AND year == 9", false),
    ("info.key > 1 AND year == 9", true),
    ("info[FIRST] == 1 AND year == 9", false),
    // A nil that comes from outside of the range decides only the conditions after it.
    ("SUBQUERY(replies, $r, $r.labels[0] == 'x' AND $r.year < limit).@count > 0", false),
    ("SUBQUERY(replies, $r, $r.year < limit AND $r.labels[0] == 'x').@count > 0", true),
    ("SUBQUERY(replies, $r, $r.anything BEGINSWITH 'x' AND $r.year < limit).@count > 0", false),
    ("SUBQUERY(replies, $r, $r.year == 9 AND $r.anything > 'x' AND $r.year < limit).@count > 0", true),
    // Whether a count is nil is known only after its filter was evaluated.
    ("SUBQUERY(drafts, $r, $r.anything.x == 1).@count == nil", false),
    ("SUBQUERY(drafts, $r, $r.year == 1).@count == nil", true),
  ])
  func places(format: String, works: Bool) throws {
    let query = try BoundQuery<Remark>(QueryFormat(raw: format))
    let asked = Self.notes.map { note in Result { try query.matchesByReference(note) } }
    #expect(asked.allSatisfy { (try? $0.get()) != nil } == works)
    if works {
      #expect(try Self.notes.filterIndices(query) == asked.indices.filter { try asked[$0].get() })
    } else {
      #expect(throws: PredicateIssue.self) { try Self.notes.filter(query) }
      #expect(throws: PredicateIssue.self) { try Self.notes.count(where: query) }
    }
  }

  @Test func patternsOfTheElements() throws {
    let notes = [Remark(year: 1, anything: 1), Remark(year: 2, anything: 1, pattern: "(")]
    #expect(try notes.count(where: "year == 1 AND 'a' MATCHES pattern") == 1)
    #expect(throws: PredicateIssue.self) { try notes.count(where: "'a' MATCHES pattern AND year == 1") }
  }

  @Test func nothingBehindTheFirstMatchIsAsked() throws {
    #expect(try Self.notes.first(where: "anything > 1")?.year == 1)
    #expect(try Self.notes.contains(where: "anything > 1"))
  }
}
