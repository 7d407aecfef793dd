import OpenPredicate
import PredicateTestSupport
import Testing

/// A rule can read a property of an object that is passed as a variable: over arrays, and for one element at a time.
@Suite struct GivenObjectTests {
  private struct Viewer {
    var name: String
    var age: Int?
    var groups: [String]
    var home: Home
    struct Home { var city: String }
  }
  private struct Film {
    var title: String
    var director: Director
    var team: String
    struct Director { var name: String }
  }
  private struct Listed: QueryableProperties {
    let title: String
    let director: String
    static let queryProperties = [QueryProperty("title", \Listed.title), QueryProperty("director", \Listed.director)]
  }
  private let films = [
    Film(title: "M", director: .init(name: "Lang"), team: "staff"),
    Film(title: "Laura", director: .init(name: "Preminger"), team: "press"),
  ]

  private var me: QueryVariables {
    let viewer = Viewer(name: "Lang", age: nil, groups: ["press", "guests"], home: .init(city: "Laura"))
    return ["me": QueryValue(dynamically: viewer)]
  }

  @Test func propertiesOfAVariable() throws {
    func titles(_ format: String) throws -> [String] {
      let rule = try QueryPredicate(QueryFormat(raw: format))
      let found = try films.filter(rule, variables: me).map(\.title)
      #expect(try films.filter { try rule.evaluate(with: $0, variables: me) }.map(\.title) == found)
      #expect(try films.filter(rule.partiallyEvaluated(variables: me)).map(\.title) == found)
      return found
    }
    #expect(try titles("director.name == $me.name") == ["M"])
    #expect(try titles("title == $me.home.city") == ["Laura"])
    #expect(try titles("team IN $me.groups") == ["Laura"])
    #expect(try titles("ANY $me.groups == team") == ["Laura"])
    #expect(try titles("$me.age == nil AND $me.groups.@count == 2").count == 2)
    #expect(try films.count(where: "director.name == $me.name", variables: me) == 1)
  }

  @Test func mistakes() throws {
    func issue(_ format: QueryFormat) throws -> PredicateIssue {
      try #require(throws: PredicateIssue.self) { try films.filter(format, variables: me) }
    }
    #expect(try issue("title == $me.nam").description.contains("the nearest name is “name”"))
    #expect(try issue("title > $me.groups.@count").has(.familiesDiffer))
    // A text of a user cannot read the properties of a variable, but the application's rule can.
    let listed = films.map { Listed(title: $0.title, director: $0.director.name) }
    let policy = try QueryPolicy(otherTypes: .all).requiring("director == $me.name", of: Listed.self, variables: me)
    #expect(try listed.filter(text: "title != nil", policy: policy).map(\.title) == ["M"])
    let refused = try #require(throws: PredicateIssue.self) {
      try listed.filter(text: "title == $me.name", policy: policy, variables: me)
    }
    #expect(refused.has(.unsupportedConstruct))
  }
}
