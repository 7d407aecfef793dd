import Foundation
import PredicateDemo
import PredicateEngine
import PredicateModel
import PredicateReference
import PredicateSQLite
import PredicateValues
import Testing

/// The lines between the marks below are shown in `Documentation/swift/decide.md`. The test runs them.
@Suite struct DecidePageTests {
  @Test func linesOfThePage() throws {
    // The page begins here.
    struct Person {
      var name: String
      var isClerk: Bool
    }
    struct Film {
      var title: String
      var lentToFriend: Borrower?
      struct Borrower { var friendName: String }
    }
    let rule = try QueryPredicate(
      "lentToFriend == nil OR lentToFriend.friendName == $user.name OR $user.isClerk == YES")
    let anna: QueryVariables = ["user": QueryValue(dynamically: Person(name: "Anna Castelli", isClerk: false))]
    let clerk: QueryVariables = ["user": QueryValue(dynamically: Person(name: "Bo", isClerk: true))]

    // One object, decided in memory.
    let film = Film(title: "Play Time", lentToFriend: Film.Borrower(friendName: "Luis"))
    let mayAnna = try rule.evaluate(with: QueryValue(dynamically: film), variables: anna)
    let mayClerk = try rule.evaluate(with: QueryValue(dynamically: film), variables: clerk)

    // An array: the same variables.
    let lent = try [film].filter(rule, variables: anna)

    // All rows of a database: the parts about the user are evaluated first.
    let rest = rule.partiallyEvaluated(variables: anna)
    let database = try PredicateDatabase.demo()
    let count = try database.count(EntityFetch("Movie", where: rest))

    // A filter that a user typed, under the rule.
    let policy = QueryPolicy().allowing(.only("title", "year"), ofEntity: "Movie").requiring(rest, ofEntity: "Movie")
    let keys = try database.keys(EntityFetch("Movie"), text: "year < 1945", policy: policy)
    // The page ends here.
    #expect(!mayAnna && mayClerk && lent.isEmpty)
    #expect(rest.canonicalFormat == "lentToFriend == nil OR lentToFriend.friendName == \"Anna Castelli\"")
    #expect(rule.partiallyEvaluated(variables: clerk).canonicalFormat.hasSuffix("OR TRUEPREDICATE"))
    let expected = "lentToFriend == nil OR lentToFriend.friendName == 'Anna Castelli'"
    #expect(count > 0)
    #expect(
      try count == database.count(EntityFetch("Movie", where: QueryPredicate(format: QueryFormat(raw: expected)))))
    let both = try QueryPredicate(format: "(\(raw: expected)) AND year < 1945")
    #expect(!keys.isEmpty)
    #expect(try keys == database.ids(entity: "Movie", predicate: both))
  }

  @Test func thePageShowsThem() throws {
    let own = try String(contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
    let start = try #require(own.range(of: "    // The page begins here.\n"))
    let end = try #require(own.range(of: "    // The page ends here.\n"))
    let lines = own[start.upperBound..<end.lowerBound].split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : String($0) }.joined(separator: "\n")
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appendingPathComponent("Documentation/swift/decide.md"), encoding: .utf8)
    #expect(page.contains("```swift\n" + lines + "```"))
  }
}
