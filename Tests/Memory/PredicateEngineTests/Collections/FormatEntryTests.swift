import Foundation
import OpenPredicate
import Testing

/// The functions that take a format with specifiers, or an order as text, give the right results.
@Suite struct FormatEntryTests {
  private struct Page {
    var number: Int
    var title: String
  }
  private let pages = [Page(number: 1, title: "b"), Page(number: 2, title: "a"), Page(number: 3, title: "b")]

  @Test func specifiers() throws {
    let title = "b"
    #expect(try pages.count(format: "title == %@ AND number > %d", title, 1) == 1)
    #expect(try pages.first(format: "title == %@", title)?.number == 1)
    #expect(try pages.contains(format: "number > %d", 3) == false)
    #expect(try pages.filter(format: "title == %@", title).map(\.number) == [1, 3])
    let issue = try #require(throws: PredicateIssue.self) { try pages.count(format: "title == %@") }
    #expect(issue.has(.argumentMissing))
  }

  @Test func ordersInText() throws {
    let order = "title desc, number"
    #expect(try pages.sorted(by: QuerySortKey.keys(reading: order)).map(\.number) == [1, 3, 2])
    #expect(throws: PredicateIssue.self) { try QuerySortKey.keys(reading: "title down") }
  }

  @Test func rulesAsFormats() throws {
    let shown = try QueryPolicy().requiring("number > \(1)", ofEntity: "Page")
    let built = try QueryPolicy().requiring(QueryPredicate("number > 1"), ofEntity: "Page")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(try encoder.encode(shown) == encoder.encode(built))
    #expect(throws: PredicateIssue.self) { try QueryPolicy().requiring("number >", of: Page.self) }
  }

  @Test func urlsHaveHintsOfTheirText() throws {
    let issue = try #require(throws: PredicateIssue.self) { try [Link]().filter("url BEGINSWITH 'https:'") }
    #expect(issue.hint?.contains(".absoluteString") == true)
  }

  /// The property table declares the type of the property, which is needed if values are not read in place.
  private struct Link: QueryableProperties {
    var url: URL
    static var queryProperties: [QueryProperty<Self>] { [QueryProperty("url") { $0.url }] }
  }
}
