import PredicateModel
import PredicateValues
import Testing

@Suite("The model of the demo")
struct MoviesModelTests {
  /// An attribute with dates as texts does not become the title of an object.
  @Test func objectsAreCalledByNames() {
    func title(_ attributes: (String, isOptional: Bool)...) -> String? {
      Entity(
        name: "Order",
        attributes: attributes.map { Attribute(name: $0.0, type: .string, isOptional: $0.isOptional) }
      ).titleAttribute?.name
    }
    #expect(title(("orderedAt", false), ("status", true)) == nil)
    #expect(title(("orderedAt", false), ("number", false)) == "number")
    #expect(title(("note", true), ("label", true)) == "label")
    #expect(title(("producedItemCount", false), ("identifier", false), ("code", false)) == "code")
    #expect(title(("uuid", false), ("description", true)) == "description")
    #expect(title(("sessionID", false), ("username", true)) == "username")
    #expect(title(("zoneOwnerName", true), ("title", true)) == "title")
  }

  /// A printed model has names, and no internals.
  @Test func descriptions() {
    let tag = Entity(name: "Tag", attributes: [Attribute(name: "name", type: .string)])
    let loan = Entity(
      name: "Loan", attributes: [Attribute(name: "day", type: .date), Attribute(name: "note", type: .string)])
    #expect("\(loan)" == "Loan(day, note)")
    #expect("\(DataModel(entities: [tag, loan]))" == "DataModel(Tag, Loan)")
  }

  @Test(
    "The name of a person goes before a title, and only there",
    arguments: [
      ("Employee", ["lastName", "firstName", "title", "city"], ["firstName", "lastName"]),
      ("Employee", ["LAST_NAME", "FIRST_NAME", "TITLE"], ["FIRST_NAME", "LAST_NAME"]),
      ("Person", ["title", "surname"], ["surname"]), ("Person", ["title", "givenName"], ["givenName"]),
      ("User", ["username", "firstName", "lastName", "displayName"], ["displayName"]),
      ("User", ["firstName", "lastName", "name"], ["name"]), ("Movie", ["genre", "title"], ["title"]),
      ("Book", ["authorLastName", "authorFirstName", "title"], ["title"]),
      ("Book", ["publisherName", "title"], ["title"]),
      ("Customer", ["company", "contactName"], ["contactName"]), ("Note", [], []),
    ])
  func peopleAreCalledByTheirNames(_ entity: String, _ names: [String], _ expected: [String]) {
    for names in [names, names.reversed()] {
      let entity = Entity(
        name: entity, attributes: names.map { Attribute(name: $0, type: .string, isOptional: true) })
      #expect(entity.titleAttributes.map(\.name) == expected)
      #expect(entity.titleAttribute?.name == expected.last)
    }
  }

  @Test("The text of a title has the parts that there are")
  func titles() {
    let person = Entity(
      name: "Person",
      attributes: ["lastName", "firstName"].map { Attribute(name: $0, type: .string, isOptional: true) })
    func title(_ values: [String: QueryValue]) -> String? { person.title { values[$0.name] } }
    #expect(title(["firstName": "Ann", "lastName": "Lee"]) == "Ann Lee")
    #expect(title(["firstName": "Ann", "lastName": .null]) == "Ann")
    #expect(title(["firstName": "", "lastName": "Lee"]) == "Lee")
    #expect(title(["firstName": .null, "lastName": .null]) == nil)
  }

  @Test("It validates")
  func validates() throws {
    try DataModel.movies.validate()
  }

  @Test(
    "Every member exists, in order, with its type; a question mark means optional",
    arguments: [
      (
        "Movie",
        """
        title string, year integer, rating double?, genre string, movieDescription string?, lent boolean, lentOn date?, \
        lentToFriend Friend?, tags [Tag], loans [Loan]
        """
      ),
      (
        "Friend", "friendName string, email string?, birthday date?, lentMovies [Movie], loans [Loan], friends [Friend]"
      ),
      ("Tag", "name string, movies [Movie]"),
      ("Loan", "lentOn date, returnedOn date?, note string?, movie Movie, friend Friend"),
    ])
  func members(entity: String, expected: String) throws {
    let entity = try #require(DataModel.movies.entity(named: entity))
    let members = try entity.memberNames.map { try #require(entity.member(named: $0)) }
    let text = members.map { member in
      let type =
        switch member.elementType {
        case .object(let name): name
        default: "\(member.elementType)"
        }
      return "\(member.name) \(member.isToMany ? "[\(type)]" : type)\(member.mayBeNil ? "?" : "")"
    }
    #expect(text.joined(separator: ", ") == expected)
    #expect(entity.key.integerColumn == "id")
  }

  @Test(
    "Inverses and delete rules are those of the design",
    arguments: [
      ("Movie", "lentToFriend", "lentMovies", DeleteRule.nullify), ("Movie", "tags", "movies", .nullify),
      ("Movie", "loans", "movie", .cascade), ("Friend", "lentMovies", "lentToFriend", .deny),
      ("Friend", "loans", "friend", .cascade), ("Friend", "friends", "friends", .nullify),
      ("Tag", "movies", "tags", .nullify), ("Loan", "movie", "loans", .nullify), ("Loan", "friend", "loans", .nullify),
    ])
  func rules(entity: String, name: String, inverse: String, rule: DeleteRule) throws {
    let model = DataModel.movies
    let relationship = try #require(model.entity(named: entity)?.relationship(named: name))
    #expect(relationship.inverse == inverse)
    #expect(relationship.deleteRule == rule)
    #expect(model.inverse(of: relationship)?.destination == entity)
  }

  @Test("Names are compared by their scalars, and an unknown name gives nothing")
  func lookUp() {
    let model = DataModel(entities: [
      Entity(name: "Caf\u{E9}", attributes: [Attribute(name: "a\u{301}", type: .string)])
    ])
    #expect(model.entity(named: "Caf\u{E9}") != nil)
    #expect(model.entity(named: "Cafe\u{301}") == nil)
    #expect(model.entity(named: "Caf\u{E9}")?.attribute(named: "\u{E1}") == nil)
    #expect(model.entity(named: "Caf\u{E9}")?.member(named: "a\u{301}") != nil)
    #expect(DataModel.movies.entity(named: "movie") == nil)
  }
}
