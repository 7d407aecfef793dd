import Foundation
import OpenPredicate
import PredicateEngineFixtures
import Testing

private struct Page: Sendable {
  enum State: Sendable { case open, closed, other }
  enum Named: CustomStringConvertible, Sendable {
    case first, second
    var description: String { "a name" }
  }
  enum Result: Sendable { case done(Int), failed }

  var name: String
  var site: URL?
  var state = State.open
  var maybe: State?
  var states: [State] = []
  var named = Named.first
  var length = Duration.milliseconds(1500)
  var pause: Duration?
}

/// Swift values other than numbers, strings, structs and instances have the documented results.
@Suite struct SwiftValuesTests {
  private let pages = [
    Page(
      name: "a", site: URL(string: "https://example.org:80/x/index.html?q#f"), state: .closed, maybe: .other,
      states: [.open, .other], named: .second, length: .seconds(90)),
    Page(name: "b", site: URL(string: "mailto:anna@example.org"), pause: .seconds(3)),
    Page(name: "c", site: nil, maybe: .closed),
  ]

  private func names(_ format: String) throws -> String {
    let query = try BoundQuery<Page>(QueryFormat(raw: format))
    let found = try pages.filter(query).map(\.name).joined()
    // The value is tested by itself, which does not use the engine's bit masks, and as a value of unknown type.
    #expect(try pages.filter { try query.matches($0) }.map(\.name).joined() == found, "\(format)")
    let anything: [Any] = pages
    let dynamic = try anything.filter(QueryFormat(raw: format)).compactMap { ($0 as? Page)?.name }
    #expect(dynamic.joined() == found, "\(format)")
    return found
  }

  @Test func partsOfURLs() throws {
    #expect(try names("site.host == 'example.org'") == "a")
    #expect(try names("site.host == nil") == "bc")
    #expect(try names("site.scheme IN {'https', 'mailto'}") == "ab")
    #expect(try names("site.path ENDSWITH '.html'") == "a")
    #expect(try names("site.absoluteString CONTAINS 'example'") == "ab")
    #expect(try names("site.absoluteString == nil") == "c")
    #expect(try names("site.path.pathExtension == 'html' AND site.host.length == 11") == "a")
    let issue = try #require(throws: PredicateIssue.self) { try pages.filter("site.hots == 'x'") }
    #expect(issue.kind == .unknownKey)
  }

  /// The issue proposes the property of a URL with the most similar name. If in-place reads are off, the name is looked up when the predicate runs,
  /// where no list of names is known.
  @Test(.fieldsAreKnown) func theNearestPartOfAURLIsProposed() throws {
    let issue = try #require(throws: PredicateIssue.self) { try pages.filter("site.hots == 'x'") }
    #expect(issue.suggestion == "host")
  }

  @Test(.fieldsAreKnown) func enumsWithoutRawValues() throws {
    #expect(try names("state == 'closed'") == "a")
    #expect(try names("maybe == nil") == "b")
    #expect(try names("maybe != nil AND maybe != 'other'") == "c")
    #expect(try names("state == maybe") == "")
    #expect(try names("ANY states == 'other'") == "a")
    #expect(try names("state IN {'open', 'closed'}") == "abc")
    #expect(try names("named == 'second'") == "a")
    #expect(try pages.grouped(by: "state").count == 2)
    let issue = try #require(throws: PredicateIssue.self) { try [Page.Result.failed].filter("SELF == 'failed'") }
    #expect(issue.code == "unreadable-elements")
  }

  @Test func durations() throws {
    #expect(try names("length > 60") == "a")
    #expect(try names("length == 1.5") == "bc")
    #expect(try names("length.minutes == 1.5") == "a")
    #expect(try names("pause == nil") == "ac")
    #expect(try pages.filter("pause >= \(Duration.seconds(3))").map(\.name) == ["b"])
  }

  @Test(.fieldsAreKnown) func elementsOfDictionaries() throws {
    let stock = ["apple": 3, "pear": 0, "plum": 12]
    #expect(try stock.filter("value > 2 AND key BEGINSWITH 'p'").map(\.key) == ["plum"])
    #expect(try stock.count(where: "value == 0") == 1)
    #expect(try stock.sorted(by: "value").map(\.key) == ["pear", "apple", "plum"])
    #expect(try Dictionary(uniqueKeysWithValues: stock.filter("key.length == 4")) == ["pear": 0, "plum": 12])
    let sites = ["a": pages[0], "b": pages[1]]
    #expect(try sites.filter("value.site.host == 'example.org' AND value.name == key").map(\.key) == ["a"])
    let ages: [Int: [String]] = [3: ["x", "y"], 5: []]
    #expect(try ages.filter("key > 2 AND value.@count == 0").map(\.key) == [5])
    let tuples = [(name: "a", size: 1), (name: "b", size: 2)]
    #expect(try tuples.filter("size == 2").map(\.name) == ["b"])
    let issue = try #require(throws: PredicateIssue.self) { try stock.filter("valu > 2") }
    #expect(issue.suggestion == "value")
  }
}
