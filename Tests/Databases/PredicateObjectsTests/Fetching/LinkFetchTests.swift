import Foundation
import PredicateObjects
import PredicateSyntax
import Testing

private final class Link: StoredObject {
  @Stored var name: String
  @Stored var site: URL?
  @ToOne var parent: Link?
}

/// Conditions on parts of URLs, and orders by key paths, have the same results in SQL and over unsaved changes.
@Suite struct LinkFetchTests {
  private func context() throws -> ObjectContext {
    let context = try ObjectContext(classes: [Link.self])
    for (name, site) in [("c", "https://example.org:80/a%20b/?q"), ("a", "mailto:anna@example.org"), ("b", nil)] {
      let link = try context.insert(Link.self)
      (link.name, link.site) = (name, site.flatMap { URL(string: $0) })
    }
    return context
  }

  @Test func partsOfURLs() throws {
    let context = try context()
    let answers = [
      ("site.host == 'example.org'", "c"), ("site.host == nil", "ab"), ("site.scheme == 'mailto'", "a"),
      ("site.path == '/a b'", "c"), ("site.absoluteString CONTAINS[c] 'EXAMPLE'", "ac"), ("site.path == nil", "b"),
      ("site.host.length + 1 == 12", "c"), ("parent.site.scheme == nil", "abc"),
    ]
    func check() throws {
      for (condition, names) in answers {
        let found = try context.fetch(Link.self, QueryFormat(raw: condition), sortedBy: "name")
        #expect(found.map(\.name).joined() == names, "\(condition)")
      }
    }
    try check()
    try context.save()
    try check()
    let issue = #expect(throws: PredicateIssue.self) { try context.fetch(Link.self, "site.hots == 'x'") }
    #expect(issue?.suggestion == "host")
  }

  @Test func ordersByKeyPaths() throws {
    let context = try context()
    #expect(try context.fetch(Link.self, sortedBy: \.name).map(\.name) == ["a", "b", "c"])
    try context.save()
    let descending = try context.fetch(Link.self, "name != 'b'", sortedBy: \.name, isAscending: false)
    #expect(descending.map(\.name) == ["c", "a"])
    #expect(try context.fetch(Link.self, sortedBy: \.site, isAscending: false, limit: 1).map(\.name) == ["a"])
    #expect(try context.fetch(Link.self, sortedBy: .descending(\Link.name)).map(\.name) == ["c", "b", "a"])
    let bySite = try context.fetch(Link.self, sortedBy: .ascending(\Link.site), .descending(\Link.name))
    let byText = try context.fetch(Link.self, sortedBy: "site", .descending("name"))
    #expect(bySite.map(\.name) == byText.map(\.name))
    #expect(throws: StoreIssue.self) { try context.fetch(Link.self, sortedBy: .descending(\Link.isDeleted)) }
    let issue = #expect(throws: StoreIssue.self) { try context.fetch(Link.self, sortedBy: \.isDeleted) }
    #expect(issue?.kind == .unknownMember)
  }
}
