import Foundation
import OpenPredicate
import PredicateEngineFixtures
import PredicateStatements
import Testing

/// A type with a property table shows nothing but the properties in the table, and the same holds for the types of these properties.
@Suite struct ClosedTableTests {
  private static let everything = BindingOptions(reading: .everything)
  private let post = ReadPost()

  @Test func theErrorNamesTheTypeAndBothWaysOut() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [post].filter("author.passwordHash == 'd0'") }
    #expect(issue.kind == .unknownKey && issue.has(.needsTable))
    #expect(
      issue.message.contains("ReadAccount must have a property table, because another property table refers to it"))
    #expect(
      issue.hint
        == "conform the type to QueryableProperties with [.storedFields], or pass BindingOptions(reading: .everything)"
    )
  }

  static let closed = [
    "author.passwordHash == 'd0'", "author.name == 'Ada'", "coauthor.name == 'Ada'", "ANY readers.name == 'Ada'",
    "readers[0].passwordHash == 'd0'", "byName.ada.passwordHash == 'd0'", "payload.passwordHash == 'd0'",
    "ANY mixed.passwordHash == 'd0'", "mixed[0].passwordHash == 'd0'", "details.account.passwordHash == 'd0'",
    "guest.name == 'Ann'", "ANY guests.name == 'Bob'", "SUBQUERY(readers, $r, $r.passwordHash == 'd0').@count == 1",
    "SUBQUERY(guests, $g, $g.name == 'Bob').@count == 1", "payload == payload", "details.account == payload",
  ]

  @Test(arguments: closed)
  func nothingBehindIsRead(_ format: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try [post].filter(QueryFormat(raw: format)) }
    #expect(issue.has(.needsTable), "\(issue)")
    #expect(throws: PredicateIssue.self) { try QueryPredicate(QueryFormat(raw: format)).evaluate(with: post) }
    #expect(throws: PredicateIssue.self) { try [post as Any].filter(QueryFormat(raw: format)) }
    #expect(throws: PredicateIssue.self) {
      try [["post": post] as [String: Any]].filter("SUBQUERY({post}, $p, $p.\(raw: format)).@count > 0")
    }
    let explained = try? QueryPredicate(QueryFormat(raw: format)).explanation(with: post)
    #expect(explained?.holds == nil && explained?.values.isEmpty ?? true, "\(String(describing: explained))")
    guard !format.contains("mixed"), format != "payload == payload" else { return }
    _ = try [post].count(where: BoundQuery(QueryFormat(raw: format), options: Self.everything))
  }

  @Test func everythingOpensIt() throws {
    for format in Self.closed.prefix(7) + ["details.account.passwordHash == 'd0'", "guest.name == 'Ann'"] {
      #expect(try [post].count(where: BoundQuery(QueryFormat(raw: format), options: Self.everything)) == 1, "\(format)")
    }
  }

  @Test(arguments: [
    "title == 'Hello'", "ANY tags == 'new'", "ANY dates.year == 2001", "likes.ada == 3", "profile.city == 'Wien'",
    "ANY profiles.zip == 1010", "profiles[1].city == 'Wien'", "details.profile.city == 'Wien'", "details.size == 3",
    "mixed[2].city == 'Wien'", "mixed[1] == 3", "guest != nil", "guests.@count == 1",
  ])
  func valuesAndTablesNeedNothing(_ format: String) throws {
    #expect(try [post].count(where: QueryPredicate(format: QueryFormat(raw: format))) == 1)
    #expect(try [post as Any].count(where: QueryPredicate(format: QueryFormat(raw: format))) == 1)
  }

  @Test func allEntries() {
    for (entry, code) in ReadingEntries.codes([post], path: "author.name", condition: "author.name == 'Ada'") {
      #expect(code == "needs-table", "\(entry)")
    }
    for (entry, code) in ReadingEntries.codes([post], path: "payload.name", condition: "payload.name == 'Ada'") {
      #expect(code == "needs-table", "\(entry)")
    }
    for statement in ["show author.name", "show payload.name", "group by guest.name show guest.name"] {
      let issue = #expect(throws: PredicateIssue.self) { try [post].fetch(QueryFormat(raw: statement)) }
      #expect(issue?.has(.needsTable) ?? false, "\(String(describing: issue))")
    }
  }

  /// A type without a table is restricted only along paths that pass a table.
  @Test func anotherWayStaysOpen() throws {
    let shelf = ReadShelf()
    #expect(try [shelf].count(where: "owner.passwordHash == 'd0' AND post.title == 'Hello'") == 1)
    #expect(throws: PredicateIssue.self) { try [shelf].filter("post.author.passwordHash == 'd0'") }
    #expect(throws: PredicateIssue.self) { try [shelf].filter("owner.name == 'Ada' AND post.author.name == 'Ada'") }
    #expect(try [shelf].count(where: "owner.passwordHash == 'd0'") == 1)
    #expect(try [["shelf": shelf] as [String: Any]].count(where: "shelf.owner.passwordHash == 'd0'") == 1)
    let issue = try #require(throws: PredicateIssue.self) {
      try [["shelf": shelf] as [String: Any]].filter("shelf.post.payload.passwordHash == 'd0'")
    }
    #expect(issue.has(.needsTable))
  }

  /// A property in the table may itself read through types without a table.
  @Test func linesOpenWhatTheyReadThemselves() throws {
    struct Card: QueryableProperties {
      var account = ReadAccount()
      static let queryProperties: [QueryProperty<Card>] = [QueryProperty("holder", \.account.name)]
    }
    #expect(try [Card()].count(where: "holder == 'Ada'") == 1)
  }

  /// Two structs that are equal if they are read in one way are equal in every way of reading.
  @Test func valuesFromOutsideAreCompared() throws {
    struct Row { var profile = ReadProfile() }
    let variables: QueryVariables = ["p": QueryValue(dynamically: ReadProfile())]
    #expect(try [Row()].count(where: "profile == $p", variables: variables) == 1)
  }

  @Test(.fieldsAreKnown) func hintsListWhatIsOpen() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [post].filter("zzzzzz == 1") }
    #expect(
      issue.hint == "ReadPost has title, tags, dates, likes, profile, profiles, guest, guests, payload, mixed, details")
    let near = try #require(throws: PredicateIssue.self) { try [post].filter("autor.name == 1") }
    #expect(near.suggestion == nil && near.has(.unknownKey))
  }

  @Test(.fieldsAreKnown) func incomparable() throws {
    struct Both: QueryableProperties {
      var a = ReadAccount()
      var b = ReadAccount()
      static let queryProperties: [QueryProperty<Both>] = [.storedFields]
    }
    struct Holder { var x = Both(), y = Both() }
    let issue = try #require(throws: PredicateIssue.self) { try [Holder()].filter("x == y") }
    #expect(issue.code == "incomparable-objects", "\(issue)")
  }
}
