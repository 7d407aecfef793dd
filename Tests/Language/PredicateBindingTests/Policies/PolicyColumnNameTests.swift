import PredicateModel
import PredicateValues
import Testing

@testable import PredicateBinding

/// A hidden property cannot be read by the name of its column either.
@Suite struct PolicyColumnNameTests {
  @Test func aColumnIsNoWayToAHiddenProperty() throws {
    let model = DataModel(entities: [
      Entity(
        name: "User",
        attributes: [
          Attribute(name: "id", type: .integer), Attribute(name: "name", type: .string),
          Attribute(name: "passwordHash", column: "password_hash", type: .string),
        ])
    ])
    let root = RootType.entity("User", model)
    func bind(_ text: String, _ policy: QueryPolicy) throws {
      _ = try policy.bind(text, to: root, variables: [:], options: BindingOptions())
    }
    let policy = QueryPolicy().allowing(.except("passwordHash"), ofEntity: "User")
    try bind("password_hash BEGINSWITH 'd'", QueryPolicy().allowing(.all, ofEntity: "User"))
    for name in ["passwordHash", "password_hash"] {
      let issue = try #require(throws: PredicateIssue.self) { try bind("\(name) BEGINSWITH 'd'", policy) }
      let unknown = try #require(throws: PredicateIssue.self) { try bind("passwordHush BEGINSWITH 'd'", policy) }
      #expect(issue.code == "unknown-key" && issue.message == unknown.message.replacing("passwordHush", with: name))
    }
  }
}
