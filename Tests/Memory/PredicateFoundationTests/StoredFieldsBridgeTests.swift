import Foundation
import PredicateFoundation
import Testing

/// A struct that lists its stored properties.
private struct Place: QueryableProperties {
  var city = "Wien"
  var zip = 1010

  static let queryProperties: [QueryProperty<Place>] = [.storedFields]
}

private struct Account {
  var name = "Ada"
}

/// A struct with a property table. It contains a struct without one.
private struct Post: QueryableProperties {
  var title = "Hello"
  var author = Account()

  static let queryProperties: [QueryProperty<Post>] = [
    QueryProperty("title", \.title), QueryProperty("author") { $0.author },
  ]
}

/// A struct without a property table. It contains a struct with one.
private struct Shelf {
  var post = Post()
}

/// Predicates of Foundation about a type whose table lists its stored properties.
@Suite struct StoredFieldsBridgeTests {
  @Test func keyPathsNameStoredProperties() throws {
    let predicate = try QueryPredicate(#Predicate<Place> { $0.city == "Wien" && $0.zip > 1_000 })
    #expect(predicate.canonicalFormat == #"city == "Wien" AND zip > 1000"#)
    #expect(try [Place(), Place(city: "Rom")].filterIndices(predicate) == [0])
  }

  /// Converting a predicate to Foundation's throws an issue, because Foundation needs a key path to read a property.
  @Test func theWayBackTakesKeyPaths() throws {
    let issue = #expect(throws: PredicateIssue.self) {
      try QueryPredicate("city == 'Wien'").foundationPredicate(for: Place.self)
    }
    #expect(issue?.hint == #"add the property to the property table with its key path: QueryProperty("city", \.city)"#)
  }

  @Test func aClosedTypeStaysClosed() throws {
    let predicate = try QueryPredicate(#Predicate<Shelf> { $0.post.title == "Hello" })
    #expect(try [Shelf()].count(where: predicate) == 1)
    let hidden = try QueryPredicate("post.author.name == 'Ada'")
    #expect(throws: PredicateIssue.self) { try [Shelf()].filter(hidden) }
  }
}
