import PredicateChecking
import PredicateFacts
import PredicateSyntax
import PredicateValues
import Testing

/// Predicates of consumers are evaluated over records: their terms, variables, words and names have the right values.
@Suite("Predicates over records") struct RecordPredicateTests {
  private static func record(_ json: String, profile: String = "foundation") throws -> FactRecord {
    try #require(FactFile(Array(json.utf8), named: "r.json", profile: .named(profile)).records.first)
  }

  private static func holds(_ text: String, _ json: String, profile: String = "foundation") throws -> Bool {
    try RecordPredicate(text, profile: .named(profile)).holds(of: record(json, profile: profile))
  }

  private static let machine = #"{"machine_type": "laptop", "os_vers": "14.2", "catalogs": ["testing"], "n": 5}"#

  @Test(
    "Plain keys",
    arguments: [
      (#"machine_type == "laptop" AND os_vers BEGINSWITH "14""#, true), (#"machine_type == "desktop""#, false),
      (#"ANY catalogs == "testing""#, true), ("n BETWEEN {1, 5}", true), ("missing == nil", true), ("n > 5", false),
    ])
  func plain(text: String, answer: Bool) throws {
    #expect(try Self.holds(text, Self.machine, profile: "munki") == answer)
  }

  @Test("A value of another type is an issue of its record")
  func mixedTypes() throws {
    let predicate = try RecordPredicate(#"n > "4""#, profile: .named("munki"))
    #expect(throws: PredicateIssue.self) { try predicate.holds(of: Self.record(Self.machine)) }
    #expect(try predicate.holds(of: Self.record(#"{"n": "5"}"#)))
  }

  @Test(
    "Terms of device management: nested, flat, in a status report, or by their whole name",
    arguments: [
      #"{"StatusItems": {"device": {"model": {"family": "iPad"}}}}"#, #"{"status": {"device.model.family": "iPad"}}"#,
      #"{"device": {"model.family": "iPad"}}"#, #"{"device.model.family": "iPad"}"#,
      #"{"@status(device.model.family)": "iPad"}"#,
    ])
  func statusItems(json: String) throws {
    #expect(try Self.holds("@status(device.model.family) == 'iPad'", json, profile: "ddm"))
    #expect(try !Self.holds("@status(device.model.family) == 'Mac'", json, profile: "ddm"))
  }

  @Test("A term reads its own places and no others")
  func places() throws {
    #expect(
      try Self.holds(
        "@property(group) == 'a'", #"{"properties": {"group": "a"}, "status": {"group": "b"}}"#, profile: "ddm"))
    #expect(
      try !Self.holds(
        "@status(group) == 'a'", #"{"properties": {"group": "a"}, "status": {"group": "b"}}"#, profile: "ddm"))
  }

  @Test("Two terms that differ in a mark alone stay apart")
  func masks() throws {
    let json = #"{"status": {"a-b": 1, "a": {"b": 2}, "a_b": 3}}"#
    #expect(try Self.holds("@status(a-b) == 1 AND @status(a.b) == 2 AND @status(a_b) == 3", json, profile: "ddm"))
  }

  @Test("Members of status items in a subquery")
  func members() throws {
    let text =
      "SUBQUERY(@status(mdm.app), $app, $app.@key(identifier) == 'com.example.a' AND $app.@key(_removed) != TRUE).@count > 0"
    func json(_ removed: Bool) -> String {
      #"{"StatusItems": {"mdm": {"app": [{"identifier": "com.example.a", "_removed": \#(removed)}]}}}"#
    }
    #expect(try Self.holds(text, json(false), profile: "ddm"))
    #expect(try !Self.holds(text, json(true), profile: "ddm"))
  }

  @Test("A term that the consumer does not have cannot be evaluated")
  func unknownTerm() throws {
    #expect(throws: PredicateIssue.self) { try RecordPredicate("@statsu(a) == 1", profile: .named("ddm")) }
  }

  @Test("Variables are members of the record, bound for each")
  func variables() throws {
    let predicate = try RecordPredicate(
      #"$event.type == 1 AND ANY $event.process.args == "--sign" AND $tags CONTAINS "x""#,
      profile: .named("jamf-protect"))
    let json = #"{"event": {"type": 1, "process": {"args": ["a", "--sign"]}}, "tags": ["x"]}"#
    #expect(try predicate.holds(of: Self.record(json)))
    #expect(try !predicate.holds(of: Self.record(#"{"event": {"type": 2}, "tags": []}"#)))
    #expect { try predicate.holds(of: Self.record("{}")) } throws: { ($0 as? PredicateIssue)?.kind == .unboundVariable }
  }

  @Test("Variables of the call are the same for every record")
  func givenVariables() throws {
    let predicate = try RecordPredicate(
      "n > $limit", profile: .named("foundation"), variables: [("limit", .integer(4))])
    #expect(try predicate.holds(of: Self.record(Self.machine)))
    #expect(throws: PredicateIssue.self) { try RecordPredicate("n > $limit", profile: .named("foundation")) }
  }

  @Test("Names between percent signs are replaced by the record's text")
  func percentNames() throws {
    let predicate = try RecordPredicate(#"%COUNT% > 2 AND "%NAME%" == "a""#, profile: .named("autopkg"))
    #expect(try predicate.holds(of: Self.record(#"{"COUNT": 3, "NAME": "a"}"#)))
    #expect(try !predicate.holds(of: Self.record(#"{"COUNT": "1", "NAME": "a"}"#)))
    #expect(throws: PredicateIssue.self) { try predicate.holds(of: Self.record("{}")) }
    #expect(try predicate.explanation(of: Self.record(#"{"COUNT": 3, "NAME": "a"}"#)).text == #"3 > 2 AND "a" == "a""#)
  }

  @Test("A word of the unified log means a number, or a text if the records have texts")
  func words() throws {
    #expect(try Self.holds("messageType == error", #"{"messageType": 16}"#, profile: "oslog"))
    #expect(try Self.holds("messageType == error", #"{"messageType": "Error"}"#, profile: "oslog"))
    #expect(try !Self.holds("messageType == error", #"{"messageType": "Default"}"#, profile: "oslog"))
  }

  @Test(
    "A construct that is not evaluated here is an issue",
    arguments: [
      ("spotlight", "kMDItemFSName == '*.pdf'"), ("xcuitest", "**/XCUIElementTypeCell[`label == 'A'`]"),
      ("foundation", "a == %@"), ("munki", "machine_type =="), ("foundation", #"a MATCHES "((""#),
    ])
  func untried(profile: String, text: String) throws {
    #expect(throws: PredicateIssue.self) { try RecordPredicate(text, profile: .named(profile)) }
  }

  @Test("An explanation has the names in the predicate")
  func explanations() throws {
    let predicate = try RecordPredicate(
      "@status(device.model.family) == 'iPad' AND @property(group) == 'a'", profile: .named("ddm"))
    let why = try predicate.explanation(of: Self.record(#"{"device": {"model": {"family": "iPad"}}}"#))
    #expect(why.holds == false)
    #expect(why.parts.map(\.text) == [#"@status(device.model.family) == "iPad""#, #"@property(group) == "a""#])
    #expect(why.parts[0].values.map(\.text) == ["@status(device.model.family)"])
    #expect(why.parts.map(\.decides) == [false, true])
  }

  @Test("Keys that no record has, each with the nearest one")
  func missingKeys() throws {
    var missing = MissingKeys(
      of: try RecordPredicate(
        "machine_typ == 'a' AND n > 1 AND app.nmae == 'b' AND ANY list.x == 1 AND title.length > 1",
        profile: .named("foundation")))
    #expect(missing.keys.isEmpty)
    missing.look(
      at: try Self.record(#"{"machine_type": "a", "app": {"name": "b"}, "list": [{}, {"x": 1}], "title": "t"}"#))
    #expect(missing.keys.map(\.name) == ["machine_typ", "n", "app.nmae"])
    #expect(missing.keys.map(\.nearest) == ["machine_type", nil, "name"])
    missing.look(at: try Self.record(#"{"n": 1}"#))
    #expect(missing.keys.map(\.name) == ["machine_typ", "app.nmae"])
  }

  @Test("Missing terms and variables have the names in the predicate")
  func missingTerms() throws {
    var terms = MissingKeys(of: try RecordPredicate("@status(a.b) == 1", profile: .named("ddm")))
    terms.look(at: try Self.record("{}"))
    #expect(terms.keys.map(\.name) == ["@status(a.b)"])
    var variables = MissingKeys(of: try RecordPredicate("$event.typ == 1", profile: .named("jamf-protect")))
    variables.look(at: try Self.record(#"{"event": {"type": 1}}"#))
    #expect(variables.keys.map(\.name) == ["event.typ"])
    #expect(variables.keys.map(\.nearest) == ["type"])
  }
}
