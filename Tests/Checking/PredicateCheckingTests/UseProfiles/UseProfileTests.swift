import Foundation
import PredicateChecking
import PredicateSyntax
import Testing

/// The profiles agree with the files that they are read from.
@Suite("Profiles of use") struct UseProfileTests {
  @Test("Every file of the folder is a profile of the library", arguments: UseProfile.names)
  func named(name: String) throws {
    let profile = try UseProfile.named(name)
    #expect(profile.name == name)
    #expect(!profile.places.isEmpty)
    #expect(!profile.unknown.isEmpty)
  }

  @Test("The library has the files of the folder, and no others")
  func folder() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let files = try FileManager.default.contentsOfDirectory(
      atPath: root.appendingPathComponent("Grammar/profiles-of-use").path)
    #expect(files.sorted() == UseProfile.names.map { $0 + ".json" }.sorted())
  }

  @Test("The issue about an unknown name has the nearest name")
  func unknown() {
    #expect(throws: ProfileIssue.unknown(name: "munky", nearest: "munki")) { try UseProfile.named("munky") }
    #expect("\(ProfileIssue.unknown(name: "x", nearest: nil))".contains("autopkg"))
  }

  @Test("Core Data's store refuses a part of a predicate that was already read")
  func coreData() throws {
    let check = ProfileCheck(try .named("coredata"))
    let issues = check.issues(in: try QueryPredicate(format: "ALL marks > 3 AND year > 1990"))
    #expect(issues.map(\.code) == ["refused-all"] && issues.first?.severity == .error)
    #expect(check.issues(in: try QueryPredicate(format: "year > 1990")).isEmpty)
  }

  @Test("SwiftData's store runs a predicate that becomes a SUBQUERY, and has no hasSuffix")
  func swiftData() throws {
    let check = ProfileCheck(try .named("swiftdata"))
    #expect(
      check.issues(in: try QueryPredicate(format: "ALL marks > 3 AND year > 1990 AND name CONTAINS[cdl] 'x'"))
        .allSatisfy { $0.severity == .note })
    for (format, code) in [
      ("name ENDSWITH 'x'", "refused-ends-with"), ("name LIKE 'x*'", "refused-like"),
      ("name MATCHES 'x'", "refused-matches"),
      ("marks[0] == 1", "refused-index"), ("name.uppercaseString == 'X'", "refused-text-property"),
    ] {
      let issues = check.issues(in: try QueryPredicate(format: QueryFormat(raw: format)))
      #expect(issues.contains { $0.code == code && $0.severity == .error }, "\(format): \(issues)")
    }
  }

  @Test("A site's file adds keys and replaces rules")
  func site() throws {
    let text = """
      {"format": 1, "name": "ours", "extends": "munki",
       "sources": {"site": {"title": "Our facts", "address": "facts.md", "basis": "read"}},
       "keys": {"building": {"type": "text", "values": ["north", "south"], "source": "site"}},
       "rules": [{"construct": "like", "severity": "error", "message": "no LIKE here", "source": "site"}]}
      """
    let profile = try UseProfile(jsonText: text)
    #expect(profile.keys["machine_type"] != nil)
    let check = ProfileCheck(profile)
    #expect(check.issues(in: #"building == "north""#) == [])
    #expect(check.issues(in: #"building == "norht""#).map(\.suggestion) == ["north"])
    #expect(check.issues(in: #"building LIKE "n*""#).map(\.code) == ["refused-like"])
  }

  @Test(
    "The issue about a bad file has its place",
    arguments: [
      (#"{"format": 1, "name": "x", "kyes": {}}"#, "kyes"),
      (#"{"format": 2, "name": "x"}"#, "format 1"),
      (#"{"format": 1, "name": "x", "keys": {"a": {"type": "txt"}}}"#, "keys.a.type"),
      (
        #"{"format": 1, "name": "x", "rules": [{"construct": "or", "severity": "fatal", "message": "m", "source": "s"}]}"#,
        "fatal"
      ),
      ("{", ""),
    ])
  func broken(text: String, part: String) {
    #expect {
      try UseProfile(jsonText: text)
    } throws: { error in
      part.isEmpty || "\(error)".contains(part)
    }
  }
}
