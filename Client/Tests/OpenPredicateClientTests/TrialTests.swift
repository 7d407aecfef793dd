import Foundation
import OpenPredicate
import PredicateFoundation
import Testing

/// Types of an application with names that the library exported in the past. The client needs no qualified names for them.
struct Binder { var spine = "cloth" }
struct Member { var name = "Anna" }
struct Collation { var pages = 3 }
struct RegularExpression { var pattern = "a" }
enum Base64 { case plain }
func isReservedWord(_ word: String) -> Bool { word == "AND" }

#if SQLite || PostgreSQL
  import GRDB
  import PredicateSQLite
  import PredicateObjects

  /// The same for a client that imports PredicateSQLite.
  struct EnglishNoun { var plural = "mice" }
  struct NameWords { var words = ["a"] }
  struct PlanStep { var number = 1 }
  struct SQLTranslator { var text = "" }
  enum Core { case some }
#endif

/// Findings of Swift developers who tried the library. Cases of other suites are not repeated.
@Suite struct TrialTests {
  private final class Friend: QueryableProperties, Sendable {
    let name: String
    init(_ name: String) { self.name = name }

    static let queryProperties: [QueryProperty<Friend>] = [.storedFields]
  }

  private struct Post: QueryableProperties, Sendable {
    var title: String
    var author: User

    static let queryProperties: [QueryProperty<Post>] = [
      QueryProperty("title", \.title), QueryProperty("author", \.author),
    ]
  }

  private struct User: Sendable {
    var name = "Ada"
    private var passwordHash = "deadbeef"
  }

  private struct Lent: Sendable {
    var title = "Heat"
    var friend: Friend?
  }

  @Test func namesOfTheApplicationAreItsOwn() {
    #expect(Binder().spine == "cloth" && Member().name == "Anna" && Collation().pages == 3)
    #expect(RegularExpression().pattern == "a" && Base64.plain == .plain && isReservedWord("AND"))
    #if SQLite || PostgreSQL
      #expect(EnglishNoun().plural == "mice" && NameWords().words == ["a"] && PlanStep().number == 1)
      #expect(SQLTranslator().text.isEmpty && Core.some == .some)
    #endif
  }

  /// A property table does not open the properties of referenced objects, even for a trusted format. An option opens them.
  @Test func tablesCloseWhatTheyLeadTo() throws {
    let posts = [Post(title: "A", author: User())]
    let hidden = "author.passwordHash BEGINSWITH 'd'"
    let issue = #expect(throws: PredicateIssue.self) { try posts.filter(QueryFormat(raw: hidden)) }
    #expect(issue?.code == "needs-table")
    #expect(throws: PredicateIssue.self) { try posts.filter("author.name == 'Ada'") }
    #expect(try posts.count(where: "title == 'A'") == 1)
    #expect(
      try posts.count(where: BoundQuery(QueryFormat(raw: hidden), options: BindingOptions(reading: .everything))) == 1)
    #expect(throws: PredicateIssue.self) {
      try BoundQuery<Post>(QueryFormat(raw: hidden), options: BindingOptions(reading: .tables))
    }
    let policy = QueryPolicy(otherTypes: .all).allowing(.all, of: Post.self)
    #expect(throws: PredicateIssue.self) { try posts.filter(text: hidden, policy: policy) }
  }

  @Test func readingAnExpressionIsNotNamingAProperty() throws {
    #expect(throws: PredicateIssue.self) { try QueryExpression("year >") }
    #expect(QueryExpression(property: "year >").canonicalFormat == #"SELF."year >""#)
    let (year, other) = (QueryExpression(property: "year"), QueryExpression(property: "year"))
    let areEqual: Bool = year == other
    let comparison: QueryPredicate = year .== 1995
    let count = try Film.all.count(where: comparison)
    #expect(areEqual && count == 2)
  }

  @Test func everySpellingOfEvaluatingGivesTheSame() throws {
    let predicate = try QueryPredicate("year > $least AND genre == 'noir'")
    let variables: QueryVariables = ["least": 1990]
    let bound = try BoundQuery<Film>(predicate, variables: variables)
    for film in Film.all {
      let answer = try predicate.evaluate(with: film, variables: variables)
      #expect(try predicate.evaluate(with: film, substitutionVariables: variables) == answer)
      #expect(try bound.matches(film) == answer)
      #expect(try [film].count(where: bound) == (answer ? 1 : 0))
    }
  }

  /// The reference keeps its instance alive, so that no other instance gets the same address.
  @Test func aReferenceKeepsItsObject() throws {
    let friends = (0..<50).map { Friend("\($0)") }
    let lent = friends.map { Lent(friend: $0) }
    func reference(to name: String) -> ObjectReference { ObjectReference(to: Friend(name)) }
    let gone = (0..<50).map { reference(to: "\($0)") }
    for other in gone { #expect(try lent.count(where: "friend == \(other)") == 0) }
    #expect(try lent.count(where: "friend == \(ObjectReference(to: friends[3]))") == 1)
    #expect(
      try lent.count(where: "friend IN \([ObjectReference(to: friends[3]), ObjectReference(to: friends[4])])") == 2)
  }

  @Test func aRangeBehindINIsTheRange() throws {
    for text in ["year IN %@", "year BETWEEN %@"] {
      #expect(try Film.titles(Film.all.filter(format: QueryFormat(raw: text), 1990...1999)) == "Heat Seven")
      #expect(try Film.titles(Film.all.filter(format: QueryFormat(raw: text), 1944..<1995)) == "Laura")
    }
    let years: QueryVariables = ["years": 1990...1999]
    #expect(try Film.titles(Film.all.filter("year IN $years", variables: years)) == "Heat Seven")
    #expect(try Film.titles(Film.all.filter("NOT year IN $years", variables: years)) == "Laura Her")
    let predicate = try QueryPredicate("year IN $years")
    let rest = predicate.partiallyEvaluated(variables: years)
    #expect(rest.canonicalFormat == "year BETWEEN {1990, 1999}")
    #expect(predicate.withSubstitutionVariables(["years": 1990...1999]) == rest)
    #expect(try predicate.evaluate(with: ["year": 1995], variables: years))
    let known: [String: Any] = ["years": 1990...1999, "genre": "drama"]
    #expect(
      try Film.titles(
        Film.all.filter("year IN $years AND genre == $genre", variables: QueryVariables(dynamically: known))) == "Heat")
    // A list of two years is a list, not an interval. A variable that SUBQUERY binds hides the variable of the same name.
    #expect(try Film.all.count(where: "year IN $years", variables: ["years": [1990, 1999]]) == 0)
    let inner = try QueryPredicate("SUBQUERY(rows, $years, 1995 IN $years).@count == 1")
    let both = try QueryPredicate("SUBQUERY(rows, $years, 1995 IN $years).@count == 1 AND 1991 IN $years")
    #expect(try both.evaluate(with: ["rows": [[1990, 1999], [1995]]], variables: years))
    #expect(inner.withSubstitutionVariables(["years": 1990...1999]) == inner)
    // If a name occurs twice, the last value counts, including its type.
    let last: QueryVariables = ["years": 1990...1999, "years": [1944, 2013]]
    #expect(try Film.titles(Film.all.filter("year IN $years", variables: last)) == "Laura Her")
    for text in ["year == %@", "%@ CONTAINS year", "year LIKE %@"] {
      let issue = #expect(throws: PredicateIssue.self) {
        try QueryPredicate(format: QueryFormat(raw: text), 1990...1999)
      }
      #expect(issue?.has(.argumentType) == true)
    }
  }

  /// A condition written in Swift is a function of the language, which can be combined with other conditions. The predicate is still a text.
  @Test func conditionsInSwift() throws {
    let isShort = FunctionDefinition("isShort", of: Film.self) { $0.title.count < 5 }
    let isLong = FunctionDefinition("isLong", of: Friend.self) { $0.name.count > 5 }
    let options = BindingOptions(functions: .standard.adding(isShort).adding(isLong))
    let query = try BoundQuery<Film>("year > 1950 AND isShort(SELF) == YES", options: options)
    #expect(try Film.titles(Film.all.filter(query)) == "Heat Her")
    let others = try BoundQuery<Film>("NOT isShort(SELF) == YES AND genre == 'noir'", options: options)
    #expect(try Film.titles(Film.all.filter(others)) == "Laura Seven")
    let friends = ["Ada", "Bernhard"].map(Friend.init)
    #expect(try friends.filter(BoundQuery("isLong(SELF) == YES", options: options)).map(\.name) == ["Bernhard"])
    let text = try QueryPredicate("isShort(SELF) == YES").exactFormat
    #expect(try QueryPredicate(QueryFormat(raw: text)) == QueryPredicate("isShort(SELF) == YES"))
    let issue = #expect(throws: PredicateIssue.self) {
      try Film.all.filter(BoundQuery("isShort(title) == YES", options: options))
    }
    #expect(issue?.has(.functionArgument) == true)
    #if SQLite || PostgreSQL
      let queue = try DatabaseQueue()
      try queue.write {
        try $0.execute(sql: "CREATE TABLE film (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO film VALUES (1, 'A')")
      }
      let database = try PredicateDatabase(queue)
      let refused = #expect(throws: PredicateIssue.self) {
        try database.keys(EntityFetch("Film", where: QueryPredicate("isShort(SELF) == YES")), options: options)
      }
      #expect(refused?.message.contains("isShort") == true, "\(refused as Any)")
    #endif
  }

  @Test func anOrderTakesVariablesAndLimits() throws {
    let sorted = try Film.all.sorted(by: "abs(year - $middle)", variables: ["middle": 1994])
    #expect(sorted.map(\.year) == [1995, 1995, 2013, 1944])
    #expect(throws: PredicateIssue.self) { try Film.all.sorted(by: "year +") }
  }
}
