import Foundation
import OpenPredicate
import Testing

/// Predicates of Foundation about a type whose table lists its stored properties.
@Suite struct StoredFieldsBridgeTests {
  @Test func keyPathsNameStoredProperties() throws {
    let predicate = try QueryPredicate(#Predicate<ReadProfile> { $0.city == "Wien" && $0.zip > 1_000 })
    #expect(predicate.canonicalFormat == #"city == "Wien" AND zip > 1000"#)
    #expect(try [ReadProfile(), ReadProfile(city: "Rom")].filterIndices(predicate) == [0])
  }

  /// Without a key path there is nothing that Foundation could read.
  @Test func theWayBackTakesKeyPaths() throws {
    let issue = #expect(throws: PredicateIssue.self) {
      try QueryPredicate("city == 'Wien'").foundationPredicate(for: ReadProfile.self)
    }
    #expect(issue?.hint == "a line of a declared table with a key path gives it one")
  }

  @Test func aClosedTypeStaysClosed() throws {
    let predicate = try QueryPredicate(#Predicate<ReadShelf> { $0.post.title == "Hello" })
    #expect(try [ReadShelf()].count(where: predicate) == 1)
    let hidden = try QueryPredicate("post.author.name == 'Ada'")
    #expect(throws: PredicateIssue.self) { try [ReadShelf()].filter(hidden) }
  }
}
