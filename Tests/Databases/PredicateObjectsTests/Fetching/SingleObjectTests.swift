import PredicateEngine
import PredicateObjects
import PredicateSyntax
import Testing

/// A predicate is evaluated for one object. Functions that can read only values refuse stored objects.
@Suite struct SingleObjectTests {
  @Test func aPredicateTestsOneObject() throws {
    let context = try OfficeObjects.context()
    let ada = try #require(try context.fetch(Clerk.self, "name == 'Ada'").first)
    #expect(try QueryPredicate("name BEGINSWITH 'A' AND office.name != nil").evaluate(with: ada))
    #expect(try !QueryPredicate("name == $name").evaluate(with: ada, variables: ["name": "Ben"]))
    ada.name = "Ben"
    #expect(try QueryPredicate("name == 'Ben'").evaluate(with: ada))
    let object: StoredObject = ada
    #expect(try QueryPredicate("name == 'Ben'").evaluate(with: object))
    let issue = try #require(throws: PredicateIssue.self) { try QueryPredicate("nam == 'Ben'").evaluate(with: ada) }
    #expect(issue.suggestion == "name")
  }

  private struct Seat {
    let clerk: Clerk
  }

  /// If a function would have to read a stored object in memory, the hint names the functions that work.
  @Test func hintsNameCallsThatWork() throws {
    let context = try OfficeObjects.context()
    let ada = try #require(try context.fetch(Clerk.self, "name == 'Ada'").first)
    let bound = try #require(throws: PredicateIssue.self) { try BoundQuery<Clerk>("name == 'Ada'") }
    let nested = try #require(throws: PredicateIssue.self) { try [Seat(clerk: ada)].filter("clerk.name == 'Ada'") }
    let dynamic = try #require(throws: PredicateIssue.self) { try [["clerk": ada]].filter("clerk.name == 'Ada'") }
    for issue in [bound, nested, dynamic] {
      #expect(issue.code == "needs-table", "\(issue)")
      #expect(
        issue.message.contains(
          "Clerk is a class of stored objects, whose properties only their ObjectContext can read"), "\(issue)")
      #expect(
        issue.hint
          == "to filter an array of objects, write objects.filter(\"…\"). To test one object, write predicate.evaluate(with: object). To find objects in the store, write context.fetch(Clerk.self, \"…\")"
      )
    }
    #expect(try [ada].filter("name == 'Ada'").count == 1)
  }
}
