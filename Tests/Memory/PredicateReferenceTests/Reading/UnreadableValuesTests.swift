import OpenPredicate
import Testing

/// The issue for a property that cannot be read has the same code, whether binding finds it or, without in-place reads, evaluation.
@Suite struct UnreadableValuesTests {
  private enum Mood { case calm, wild(Int) }

  @propertyWrapper private struct Wrapped { var wrappedValue: Int }

  private struct Leaf { var mood = Mood.calm }

  private struct Sheet {
    var title = "x"
    var mood = Mood.calm
    var maybe: Mood? = .wild(1)
    var pair = (1, 2)
    var run: @Sendable () -> Int = { 1 }
    var moods = [Mood.calm]
    var pages: [Mood]? = [.calm]
    var names = [1: "a"]
    var page = Leaf()
    lazy var words = 3
    @Wrapped var size = 3
    var rating: Double?
    var ratings: [Double?] = [nil, 2]
  }

  @Test(arguments: [
    "mood == nil", "mood != nil", "mood == 1", "mood > 1", "mood == mood", "maybe == nil", "pair == nil", "run == nil",
    "moods == nil", "ANY moods == nil", "moods.@count == 1", "pages == nil", "names == nil", "names.@count == 1",
    "page.mood == nil", "title == 'x' AND mood == nil", "TERNARY(mood == nil, 1, 2) == 1", "mood IN {nil, 1}",
    "SUBQUERY(moods, $m, $m == nil).@count == 1",
  ])
  func areIssues(_ format: String) throws {
    let predicate = try QueryPredicate(format: QueryFormat(raw: format))
    let issue = try #require(throws: PredicateIssue.self) { try [Sheet(), Sheet()].filter(predicate) }
    #expect(issue.kind == .unknownKey && issue.code == "unreadable-property", "\(issue)")
    #expect(issue.message.contains(" cannot be read: its type, "), "\(issue.message)")
    #expect(issue.hint == "conform the type to QueryableProperties, and list the property in its table")
    let single = try #require(throws: PredicateIssue.self) { try predicate.evaluate(with: Sheet()) }
    #expect(single.code == issue.code)
  }

  @Test(arguments: [
    ("words == 3", "it is lazy"),
    ("size == 3", "it is not stored with this name, because it is computed or in a property wrapper of “_size”"),
  ])
  func computedOnesAreIssues(_ format: String, _ reason: String) throws {
    let issue = try #require(throws: PredicateIssue.self) {
      try [Sheet()].filter(QueryPredicate(format: QueryFormat(raw: format)))
    }
    #expect(issue.kind == .unknownKey && issue.code == "unreadable-property", "\(issue)")
    #expect(issue.message.hasSuffix(" cannot be read: \(reason)"), "\(issue.message)")
  }

  @Test(arguments: ["rating == nil", "ANY ratings == nil", "ratings.@count == 2", "page != nil", "title == 'x'"])
  func nilIsRead(_ format: String) throws {
    #expect(try [Sheet()].count(where: QueryPredicate(format: QueryFormat(raw: format))) == 1)
  }
}
