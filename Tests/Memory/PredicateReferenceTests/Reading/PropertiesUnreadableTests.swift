import OpenPredicate
import PredicateEngineFixtures
import Testing

@propertyWrapper
private struct Trimmed { var wrappedValue: String }

private struct Report {
  var title = "x"
  var mood = FixtureMood.happy
  var pair = (1, 2)
  var run: @Sendable () -> Int = { 1 }
  @Trimmed var text = "y"
  lazy var words = 3
  var page: Page?
  var moods: [FixtureMood?] = []
  var names: [Int: String] = [:]
  let guarded = Guarded()
  var length: Int { 1 }
}

private struct Token: ~Copyable {
  var number = 1
}

private final class Guarded: QueryableProperties {
  let lock = Token()

  static let queryProperties: [QueryProperty<Guarded>] = [.storedFields]
}

private final class Page: QueryableProperties {
  lazy var size = 4
  let number = 1

  static let queryProperties: [QueryProperty<Page>] = [.storedFields]
}

private struct Offered: QueryableProperties {
  var shown = 1
  var hidden = 2
  static let queryProperties = [
    QueryProperty<Offered>("shown", \.shown), QueryProperty<Offered>("mood") { _ in FixtureMood.happy },
  ]
}

private actor Counter {}

/// The issue for a property that exists but cannot be read states the reason, and does not call the name unknown.
@Suite(.fieldsAreKnown) struct UnreadableTests {
  @Test(arguments: [
    ("mood", "its type, FixtureMood, is an enum with associated values, which predicates cannot read"),
    ("pair", "its type, (Int, Int), is a tuple, which predicates cannot read; a struct would be readable"),
    ("run", "its type, @Sendable () -> Int, is a function"),
    (
      "moods",
      "its type, Array<Optional<FixtureMood>>, holds Optional<FixtureMood>, which holds FixtureMood, which is an "
        + "enum with associated values, which predicates cannot read"
    ),
    ("names", "its type, Dictionary<Int, String>, is a dictionary whose keys are of type Int and not strings"),
    ("guarded.lock", "its value is (), or its type is not known at run time, like a type that cannot be copied"),
    ("text", "it is not stored with this name, because it is computed or in a property wrapper of “_text”"),
    ("words", "it is lazy"),
    ("page.size", "it is lazy"),
  ])
  func reasons(path: String, reason: String) throws {
    let issue = try #require(throws: PredicateIssue.self) { try [Report]().filter("\(raw: path) == nil") }
    #expect(issue.kind == .unknownKey && issue.code == "unreadable-property")
    #expect(issue.message.hasSuffix(" cannot be read: \(reason)"), "\(issue.message)")
    #expect(issue.hint == "conform the type to QueryableProperties, and list the property in its table")
  }

  @Test func unknownNamesStayUnknown() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [Report]().filter("length == 1") }
    #expect(issue.code == "unknown-key")
    #expect(
      issue.hint
        == "Report has title, _text, page, guarded; to use computed properties, conform the type to QueryableProperties"
    )
  }

  private struct Square { var side = 2 }
  private struct Circle { var radius = 3 }

  /// The properties of an `Any` become known when a predicate reads it. A property table works there, too.
  @Test func anythingAtAll() throws {
    let shapes: [Any] = [Square(), Circle()]
    let issue = try #require(throws: PredicateIssue.self) { try shapes.filter("area > 1") }
    #expect(issue.message == "Square has no property “area”")
    #expect(issue.hint == "to use computed properties, conform the type to QueryableProperties")
  }

  @Test func tablesHideWhatTheyDoNotList() throws {
    let hidden = try #require(throws: PredicateIssue.self) { try [Offered]().filter("hidden == 1") }
    #expect(hidden.code == "unknown-key" && hidden.hint == "Offered has shown")
    let mood = try #require(throws: PredicateIssue.self) { try [Offered]().filter("mood == 1") }
    #expect(mood.code == "unreadable-property" && mood.hint == nil)
  }

  /// Two types have the same name. The type that is looked up later gets a longer name.
  @Test func namesOfTypesCalledAlike() throws {
    struct Twin { var one = 1 }
    func another() throws -> String {
      struct Twin { var two = 2 }
      return try #require(throws: PredicateIssue.self) { try [Twin]().filter("three == 1") }.message
    }
    let first = try #require(throws: PredicateIssue.self) { try [Twin]().filter("three == 1") }.message
    #expect(first == "Twin has no property “three”")
    let second = try another()
    #expect(second.hasSuffix("Twin has no property “three”") && second != first && !second.contains("("), "\(second)")
  }

  @Test func elements() throws {
    let tuple = try #require(throws: PredicateIssue.self) { try [(1, 2)].filter("SELF == 1") }
    #expect(tuple.message.hasPrefix("the elements cannot be read: its type, (Int, Int),"))
    let actor = try #require(throws: PredicateIssue.self) { try [Counter()].filter("SELF == 1") }
    #expect(actor.message.hasSuffix("is an actor, and only the actor can read its properties"))
  }
}
