import OpenPredicate
import PredicateEngineFixtures
import Testing

private struct Wide { var text: String }

/// A type that declares the property table of another type, which the compiler allows.
private struct Narrow: QueryableProperties {
  typealias PropertyRoot = Wide
  var number: Int
  static let queryProperties: [QueryProperty<Wide>] = [.storedFields, QueryProperty("count") { $0.text.count }]
}

private class Stranger: QueryableProperties {
  typealias PropertyRoot = Unrelated
  var number = 1
  static let queryProperties: [QueryProperty<Unrelated>] = [QueryProperty("text") { $0.text }]
}

private final class Unrelated { var text = "x" }

private struct Holder { var narrow: Narrow }

/// A property table of another type is refused, because reading one type as another would read unrelated memory.
@Suite struct PropertyRootTests {
  @Test(arguments: ["text == 'abcdefghijklmnopqrstuvwxyz'", "count == 1", "number == 1", "TRUEPREDICATE"])
  func aTableOfAnotherType(_ format: String) throws {
    let issue = try #require(throws: PredicateIssue.self) {
      try [Narrow(number: 77)].filterIndices(QueryFormat(raw: format))
    }
    #expect(issue.kind == .type && issue.code == "unreadable-elements")
    #expect(
      issue.message
        == "the elements cannot be read: its table lists properties of Wide, which Narrow is not")
  }

  @Test func aTableOfAnUnrelatedClass() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [Stranger()].filterIndices("text == 'x'") }
    #expect(issue.message.hasSuffix("its table lists properties of Unrelated, which Stranger does not inherit from"))
  }

  @Test(.fieldsAreKnown) func inside() throws {
    let holders = [Holder(narrow: Narrow(number: 1))]
    let issue = try #require(throws: PredicateIssue.self) { try holders.filterIndices("narrow.text == 'x'") }
    #expect(issue.code == "unreadable-property" && issue.message.hasSuffix("properties of Wide, which Narrow is not"))
    let any: [Any] = holders.map(\.narrow)
    let unknown = try #require(throws: PredicateIssue.self) { try any.filterIndices("text == 'x'") }
    #expect(unknown.kind == .unknownKey)
  }
}
