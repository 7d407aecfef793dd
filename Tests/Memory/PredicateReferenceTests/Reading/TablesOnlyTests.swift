import OpenPredicate
import PredicateStatements
import Testing

/// With `reading: .tables` a type without a property table is never read.
@Suite struct TablesOnlyTests {
  private struct User {
    var name = "n"
    var passwordHash = "secret"
  }

  private struct Account: QueryableProperties {
    var name = "n"
    var passwordHash = "secret"

    static let queryProperties: [QueryProperty<Account>] = [QueryProperty("name", \.name)]
  }

  private static let options = BindingOptions(reading: .tables)

  private static func refuses<Element>(_ elements: [Element]) {
    let options = Self.options
    #expect(throws: PredicateIssue.self) { try elements.filter(BoundQuery("passwordHash == 'x'", options: options)) }
    #expect(throws: PredicateIssue.self) { try elements.sorted(by: "passwordHash", options: options) }
    #expect(throws: PredicateIssue.self) { try elements.min(by: "passwordHash", options: options) }
    #expect(throws: PredicateIssue.self) { try elements.grouped(by: "passwordHash", options: options) }
    #expect(throws: PredicateIssue.self) {
      try QueryExpression("passwordHash").expressionValue(with: elements[0], options: options)
    }
    let predicate = try? QueryPredicate("passwordHash == 'x'")
    #expect(throws: PredicateIssue.self) { try predicate?.evaluate(with: elements[0], options: options) }
    #expect(throws: PredicateIssue.self) { try predicate?.explanation(with: elements[0], options: options) }
    #expect(throws: PredicateIssue.self) { try predicate.map { try elements.partCounts(of: $0, options: options) } }
    #expect(throws: (any Error).self) { try elements.fetch("show passwordHash", options: options) }
    #expect(throws: (any Error).self) {
      try elements.fetch("group by passwordHash show passwordHash, count()", options: options)
    }
  }

  @Test func typesWithoutATableAreRefused() { Self.refuses([User()]) }

  @Test func hiddenPropertiesAreRefused() throws {
    Self.refuses([Account()])
    #expect(try [Account()].fetch("show name", options: Self.options).rows.count == 1)
    #expect(try [Account()].fetch("name == 'n'", options: Self.options).columns == ["name"])
  }
}
