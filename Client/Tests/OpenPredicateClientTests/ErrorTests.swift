import Foundation
import OpenPredicate
import Testing

/// The parts of an error that an application shows.
@Suite struct ErrorTests {
  /// The table makes the types of the properties known on every platform.
  private struct Shop: QueryableProperties {
    var name = "A"
    var site = URL(filePath: "/a")
    var opened = Date()
    var pair = (1, 2)
    var size = 3
    var id = UUID()
    var genre: Film.Genre? = .noir

    static let queryProperties: [QueryProperty<Shop>] = [
      QueryProperty("name", \.name), QueryProperty("site", \.site), QueryProperty("opened", \.opened),
      QueryProperty("pair", \.pair), QueryProperty("size", \.size), QueryProperty("id", \.id),
      QueryProperty("genre", \.genre),
    ]
  }

  private func issue(_ format: String, _ arguments: any QueryArgumentConvertible...) throws -> PredicateIssue {
    try #require(throws: PredicateIssue.self) {
      try BoundQuery<Shop>(QueryPredicate(format: QueryFormat(raw: format), arguments: arguments))
    }
  }

  @Test func sentencesForPeople() throws {
    let unknown: any Error = try issue("naem == 'x'")
    #expect(unknown.localizedDescription == "There is no “naem”.")
    let localized = try #require(unknown as? any LocalizedError)
    #expect(localized.recoverySuggestion == "Did you mean “name”?")
    #expect(localized.failureReason == "Shop has no property “naem”")
    #expect(try issue("name ==").localizedDescription == "The condition is not complete.")
    #expect(try issue("name = = 1").localizedDescription == "The condition cannot be read.")
    #expect(try issue("").localizedDescription == "The condition is empty.")
    #expect(try issue("name == 1").localizedDescription == "The condition compares values of different types.")
    #expect(try issue("foo(name) == 1").localizedDescription == "There is no “foo”.")
    #expect(try issue("name == %@").localizedDescription == "A value for the condition is missing.")
    #expect(try issue("name MATCHES '['").localizedDescription == "A pattern in the condition is not valid.")
    for format in ["nmae == 1", "name.x == 1", "size > 'a'", "pair.0 == 1", "name ==[w] 'x'", "name UTI-EQUALS 'x'"] {
      let shown = try issue(format).localizedDescription
      for word in ["Shop", "QueryableProperties", "PredicateIssue", "error"] {
        #expect(!shown.contains(word), "\(shown)")
      }
    }
  }

  @Test func places() throws {
    let format = "name == 'Ü😀' AND ünknöwn == 1"
    let found = try issue(format)
    let place = try #require(found.range(in: format))
    #expect(format[place] == "ünknöwn")
    #expect(found.range(in: "short") == nil)
    let unfinished = "name == 'é' AND"
    #expect(try issue(unfinished).range(in: unfinished).map { unfinished[$0] } == "")
    // In another text, the range may begin inside a character.
    let other = String(repeating: "😀", count: 8)
    #expect(found.range(in: other).map { other[$0].isEmpty } == false)
    let replacement = PredicateIssue.Replacement(text: "x", range: try #require(found.range))
    #expect(replacement.applied(to: format) == "name == 'Ü😀' AND x == 1" && replacement.applied(to: "short") == nil)
  }

  @Test func suggestionsAreValues() throws {
    func mended(_ format: String) throws -> String? { try issue(format).replacement?.applied(to: format) }
    #expect(try mended("naem == 'x'") == "name == 'x'")
    #expect(try mended("name === 'x'") == "name == 'x'")
    #expect(try mended("size ≥ 2") == "size >= 2")
    #expect(try mended("size NOT IN {1, 2}") == "NOT size IN {1, 2}")
    #expect(try mended("name IS NOT NULL") == "name != nil")
    #expect(try mended("name CONTAIN 'x'") == "name CONTAINS 'x'")
    #expect(try mended("name == 1") == "name == '1'")
    #expect(try mended("name == size") == nil)
  }

  @Test func codesAndParameters() throws {
    let unknown = try issue("naem == 'x'")
    #expect(unknown.has(.unknownKey))
    #expect(unknown.messageKey == "%@ has no property “%@”" && unknown.parameters == ["Shop", "naem"])
    let function = try issue("medain({size}) == 1")
    #expect(function.messageKey == "there is no function “%@”" && function.parameters == ["medain:"])
    for format in ["name == 1", "size NOT IN {1}", "(size == 1", "size == 1e999", "a ==[w] 1", "%k == 1"] {
      let issue = try issue(format)
      let parameters = issue.parameters.map { NSString(string: $0) }
      #expect(String(format: issue.messageKey, arguments: parameters) == issue.message)
    }
  }

  @Test func hints() throws {
    #expect(
      try issue("opened > 'yesterday'").hint
        == "a date is written '2024-01-31' or '2024-01-31T09:30:00Z'; a program passes a date by %@")
    #expect(
      try issue("size > %@", "1990").hint == "write the number without quotes: 1990; a program passes a number by %@"
    )
    #expect(
      try issue("name == 5").hint
        == "a text must be in quotes: \"5\". To convert a text to a number, write CAST(…, \"NSNumber\"); a program passes a text by %@"
    )
    #expect(
      try issue("site CONTAINS 'x'").hint
        == "write .absoluteString to get the whole URL as text, or .host and .path for its parts"
    )
    #expect(
      try issue("site BEGINSWITH 'x'").hint
        == "write .absoluteString to get the whole URL as text, or .host and .path for its parts")
    #expect(throws: Never.self) {
      try BoundQuery<Shop>(#"CAST(site, "NSString") CONTAINS 'x' AND CAST(id, "NSString") != ''"#)
    }
    #expect(try issue("site == 'x'").hint == #"a URL is written CAST("…", "NSURL"); a program passes a URL by %@"#)
    #expect(try issue("foo(size) == 1").hint?.hasPrefix("the functions are sum:, ") == true)
    #expect(try issue("pair.0 == 1").hint == "to get an element of a collection, write [0] without the dot")
    #expect(
      try issue("pair == 1").message.hasSuffix("is a tuple, which predicates cannot read; a struct would be readable"))
    #expect(
      try issue("ä == 1 AND (size == 1").message == "expected “)” for the “(” at character 12, but the text ends")
    #expect(try issue("name == %@ AND size == %@", 1).message == "expected argument 2 for “%@”, found 1 argument")
    #expect(try !issue("na\0me == 1").description.unicodeScalars.contains("\0"))
  }

  @Test func casesOfEnums() throws {
    func notes(_ format: String) throws -> [String] {
      try BoundQuery<Shop>(QueryFormat(raw: format)).notes.map { $0.description }
    }
    #expect(
      try notes("genre == 'nor'") == [#"no value of “genre” is "nor" (the nearest value of the property is "noir")"#])
    #expect(try notes("genre != 'xyzzy'") == [#"no value of “genre” is "xyzzy" (the values are noir, drama)"#])
    #expect(try notes("genre == 'noir' AND genre ==[c] 'NOIR' AND name == 'nor'") == [])
  }

  @Test func allIssuesAndTheirMarks() throws {
    let issues = PredicateParser.predicate("size NOT IN {1} AND name === 'x'").errors
    #expect(issues.map(\.code) == ["not-in", "triple-equals"])
    #expect(DiagnosticRenderer().render(issues[1], in: "size NOT IN {1} AND name === 'x'").contains("^~~"))
  }
}
