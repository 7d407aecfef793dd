import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateFacts
import PredicateValues
import Testing

/// Records are read from property lists, JSON and YAML with the types that the files and the profile give them.
@Suite("Facts") struct FactFileTests {
  private static func facts(_ text: String, named name: String, profile: String = "foundation") throws -> FactFile {
    try FactFile(Array(text.utf8), named: name, profile: .named(profile))
  }

  @Test("Munki's report holds the facts under Conditions")
  func report() throws {
    let text =
      "<plist><dict><key>Conditions</key><dict><key>os_vers_major</key><integer>14</integer></dict></dict></plist>"
    let facts = try Self.facts(text, named: "ManagedInstallReport.plist", profile: "munki").records.first?.facts
    #expect(same(facts?["os_vers_major"] ?? nil, .integer(14)))
  }

  @Test("A log as JSON has the name of its process as the last part of a path")
  func lastPart() throws {
    let line = #"{"processImagePath": "/usr/libexec/mdmclient", "sender": "own", "senderImagePath": "/a/b"}"#
    let facts = try Self.facts(line, named: "a.ndjson", profile: "oslog").records.first?.facts
    #expect(same(facts?["process"] ?? nil, .string("mdmclient")))
    #expect(same(facts?["sender"] ?? nil, .string("own")))
  }

  @Test("Keys are learnt with their types, also those of lists and objects")
  func learned() throws {
    var learned = LearnedKeys()
    for text in [
      #"{"a": "x", "n": 1, "mixed": 1, "list": ["x"], "o": {"p": true}, "none": null, "empty": []}"#,
      #"{"n": 1.5, "mixed": "1", "list": [], "o": {"q": 1}, "none": "x", "machine_type": 5}"#,
    ] {
      for record in try Self.facts(text, named: "a.json").records { learned.look(at: record) }
    }
    let profile = learned.added(to: try .named("munki"))
    let types = ["a", "n", "mixed", "list", "o", "none", "empty"].map { profile.keys[$0]?.type }
    #expect(types == [.text, .number, .any, .list, .object, .text, .list])
    #expect(profile.keys["list"]?.element == .text)
    #expect(profile.keys["o"]?.members.keys.sorted() == ["p", "q"])
    // Keys that the profile itself declares are unchanged.
    #expect(profile.keys["machine_type"]?.type == .text)
    #expect(learned.shared(with: try .named("munki")) == 1)
  }

  @Test("A property list in XML keeps types")
  func xmlPropertyList() throws {
    let file = try Self.facts(
      """
      <?xml version="1.0"?><plist version="1.0"><dict>
      <key>name</key><string>14</string><key>n</key><integer> -14 </integer><key>hex</key><integer>0x1F</integer>
      <key>wide</key><integer>18446744073709551615</integer><key>r</key><real>14.5</real><key>t</key><true/>
      <key>f</key><false/><key>d</key><date>2001-01-02T00:00:00Z</date><key>b</key><data>AQI=</data>
      <key>l</key><array><string>a</string></array><key>o</key><dict><key>x</key><integer>1</integer></dict>
      </dict></plist>
      """, named: "facts/mac.local.plist")
    let record = try #require(file.records.first)
    #expect(record.id == "mac.local")
    let facts = record.facts
    #expect(facts.keys == ["name", "n", "hex", "wide", "r", "t", "f", "d", "b", "l", "o"])
    #expect(same(facts["name"], .string("14")))
    #expect(same(facts["n"], .integer(-14)))
    #expect(same(facts["hex"], .integer(31)))
    #expect(same(facts["wide"], QueryDecimal("18446744073709551615").map { .decimal($0) }))
    #expect(same(facts["r"], .double(14.5)))
    #expect(same(facts["t"], .boolean(true)))
    #expect(same(facts["f"], .boolean(false)))
    #expect(same(facts["d"], .date(86_400)))
    #expect(same(facts["b"], .data([1, 2])))
    #expect(same(facts["l"], .array([.string("a")])))
    #expect(same(facts["o"], .dictionary(QueryDictionary([("x", .integer(1))]))))
  }

  @Test("A binary property list keeps types")
  func binaryPropertyList() throws {
    let content: [String: Any] = [
      "name": "14", "n": -14, "small": 200, "large": 5_000_000_000, "r": 14.5, "t": true, "f": false,
      "d": Date(timeIntervalSinceReferenceDate: 86_400), "b": Data([1, 2]), "l": ["a"], "o": ["x": 1],
    ]
    let data = try PropertyListSerialization.data(fromPropertyList: content, format: .binary, options: 0)
    let file = try FactFile(Array(data), named: "mac-01", profile: .named("foundation"))
    let facts = try #require(file.records.first).facts
    #expect(facts.count == content.count)
    #expect(same(facts["name"], .string("14")))
    #expect(same(facts["n"], .integer(-14)))
    #expect(same(facts["small"], .integer(200)))
    #expect(same(facts["large"], .integer(5_000_000_000)))
    #expect(same(facts["r"], .double(14.5)))
    #expect(same(facts["t"], .boolean(true)))
    #expect(same(facts["f"], .boolean(false)))
    #expect(same(facts["d"], .date(86_400)))
    #expect(same(facts["b"], .data([1, 2])))
    #expect(same(facts["l"], .array([.string("a")])))
    #expect(same(facts["o"], .dictionary(QueryDictionary([("x", .integer(1))]))))
  }

  @Test("A binary property list of sixteen-byte integers")
  func wideIntegers() throws {
    func file(_ number: [UInt8]) -> [UInt8] {
      var bytes = Array("bplist00".utf8) + [0xD1, 1, 2, 0x51, UInt8(ascii: "n"), 0x14] + number
      let table = bytes.count
      bytes += [8, 11, 13]
      bytes += [0, 0, 0, 0, 0, 0, 1, 1]
      return bytes + [0, 0, 0, 0, 0, 0, 0, 3] + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, UInt8(table)]
    }
    func number(_ bytes: [UInt8]) throws -> QueryValue? {
      try FactFile(file(bytes), named: "a", profile: .named("foundation")).records.first?.facts["n"]
    }
    let zeros = [UInt8](repeating: 0, count: 8)
    let ones = [UInt8](repeating: 0xFF, count: 8)
    #expect(same(try number(zeros + zeros), .integer(0)))
    #expect(same(try number(ones + ones), .integer(-1)))
    #expect(same(try number(zeros + ones), QueryDecimal("18446744073709551615").map { .decimal($0) }))
    #expect(throws: DocumentIssue.self) { try number(ones + zeros) }
  }

  @Test(
    "JSON keeps the kinds of numbers",
    arguments: [
      ("1", QueryValue.integer(1)), ("1.0", .double(1)), ("-1e2", .double(-100)), ("true", .boolean(true)),
      ("null", .null), ("\"1\"", .string("1")),
      ("9223372036854775808", QueryDecimal("9223372036854775808").map { .decimal($0) } ?? .null),
    ])
  func json(text: String, value: QueryValue) throws {
    let file = try Self.facts("{\"a\": \(text)}", named: "a.json")
    #expect(same(file.records.first?.facts["a"], value))
  }

  @Test("Texts that are not JSON", arguments: ["01", "1.", ".5", "+1", "nan", "1e999", "tru", "0x1F"])
  func noJSON(text: String) {
    #expect(throws: DocumentIssue.self) { try Self.facts("{\"a\": \(text)}", named: "a.json") }
  }

  @Test(
    "YAML has the types of its core schema, and texts in quotes are texts",
    arguments: [
      ("14", QueryValue.integer(14)), ("+14", .integer(14)), ("0o17", .integer(15)), ("0x1F", .integer(31)),
      ("14.2", .double(14.2)), (".5", .double(0.5)), ("14.2.1", .string("14.2.1")), ("true", .boolean(true)),
      ("yes", .string("yes")), ("~", .null), ("", .null), ("'14'", .string("14")), ("\"true\"", .string("true")),
      ("[1, a]", .array([.integer(1), .string("a")])), ("2024-01-31", .string("2024-01-31")),
    ])
  func yaml(text: String, value: QueryValue) throws {
    let file = try Self.facts("a: \(text)\n", named: "a.yaml")
    #expect(same(file.records.first?.facts["a"], value))
  }

  @Test("A profile gives texts the types of its keys")
  func profileTypes() throws {
    let yaml = try Self.facts(
      "os_vers: 14.2\ndate: 2024-01-31T00:00:00Z\nother: 14.2\n", named: "a.yaml", profile: "munki")
    let facts = try #require(yaml.records.first).facts
    #expect(same(facts["os_vers"], .string("14.2")))
    #expect(same(facts["date"], .date(ISODate.parse("2024-01-31") ?? 0)))
    #expect(same(facts["other"], .double(14.2)))
  }

  @Test("A list of records: names with positions, or the value of a key")
  func lists() throws {
    let text = #"[{"serial": "A1"}, {"serial": 7}, {}, 5]"#
    let plain = try Self.facts(text, named: "facts/all.json")
    #expect(plain.records.map(\.id) == ["all[0]", "all[1]", "all[2]"])
    #expect(plain.issues.map(\.message) == ["element 3 of the list must be a dictionary"])
    let named = try FactFile(
      Array(text.utf8), named: "facts/all.json", profile: .named("foundation"), identifiedBy: "serial")
    #expect(named.records.map(\.id) == ["A1", "7", "all[2]"])
    #expect(try Self.facts("[]", named: "a.json").records.isEmpty)
  }

  @Test("One JSON object per line; any other line is left out, with its place")
  func lines() throws {
    let file = try Self.facts("{\"a\": 1}\n\n[1]\n{\"a\": \n{\"a\": 2}\n", named: "log.ndjson")
    #expect(file.records.map(\.id) == ["log[0]", "log[3]"])
    #expect(file.issues.map(\.offset) == [10, 20])
  }

  @Test("JSON without its ending is recognized by its first byte")
  func looks() throws {
    #expect(try Self.facts(" {\"a\": 1}", named: "facts").records.map(\.id) == ["facts"])
  }

  @Test(
    "A file without a record is an error",
    arguments: [
      ("a.plist", ""), ("a.json", ""), ("a.json", "5"), ("a.yaml", "text"), ("a.plist", "<plist></plist>"),
      ("a.plist", "<plist><dict><key>a</key><integer>five</integer></dict></plist>"), ("a.txt", "x == 1"),
      ("a.sh", "#!/bin/sh"), ("a.plist", "bplist00"),
    ])
  func noRecords(name: String, text: String) {
    #expect(throws: DocumentIssue.self) { try Self.facts(text, named: name) }
  }

  @Test("Aliases of aliases are not multiplied")
  func aliases() {
    let lines = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }
    let text = "a0: &a0 {x: 1}\n" + lines.joined(separator: "\n")
    #expect(throws: DocumentIssue.self) { try Self.facts(text, named: "a.yaml") }
  }
}
