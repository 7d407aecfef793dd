import Foundation
import PredicateChecking
import Testing

/// The formats of findings.
@Suite("Reports") struct ReportTests {
  private static func findings() throws -> [CheckFinding] {
    let text = "os_vers_major > 1\n  machine_type == laptop\n"
    return FileCheck(try .named("munki")).result(of: Array(text.utf8), named: "our conditions.txt").findings
  }

  @Test("Text: the place, the line, a mark below the place")
  func text() throws {
    #expect(
      try FindingReport(.text).text(Self.findings()) == """
        our conditions.txt:2:19: error[unquoted-word]: “laptop” is read as a key here, not as a text
          machine_type == laptop
                          ^~~~~~
        hint: write "laptop"

        """)
  }

  @Test("JSON: an array of findings with the documented members")
  func json() throws {
    let text = try FindingReport(.json).text(Self.findings())
    let list = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
    let one = try #require(list.first)
    #expect(one["file"] as? String == "our conditions.txt")
    #expect(one["line"] as? Int == 2)
    #expect(one["column"] as? Int == 19)
    #expect(one["endLine"] as? Int == 2)
    #expect(one["endColumn"] as? Int == 25)
    #expect(one["severity"] as? String == "error")
    #expect(one["code"] as? String == "unquoted-word")
    #expect(one["hint"] as? String == "write \"laptop\"")
    #expect(one["profile"] as? String == "munki")
    #expect(try FindingReport(.json).text([]) == "[\n\n]\n")
  }

  @Test("SARIF: rules, results, regions in scalars")
  func sarif() throws {
    let text = try FindingReport(.sarif).text(Self.findings())
    let log = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let result = try #require((run["results"] as? [[String: Any]])?.first)
    #expect(result["ruleId"] as? String == "unquoted-word")
    #expect(result["level"] as? String == "error")
    #expect(text.contains("our%20conditions.txt"))
    #expect(text.contains("\"startColumn\" : 19"))
  }

  @Test("Hosts get paths from the current folder, and an absolute address for a file elsewhere")
  func paths() throws {
    let here = FileManager.default.currentDirectoryPath
    for (name, path) in [
      ("./App/x.yaml", "App/x.yaml"), ("\(here)/App/x.yaml", "App/x.yaml"), ("/nowhere/x.yaml", "/nowhere/x.yaml"),
    ] {
      let found = FileCheck(try .named("munki")).result(of: Array("installable_condition: a ==".utf8), named: name)
        .findings
      #expect(found.count == 1)
      #expect(try FindingReport(.annotations).text(found).contains("file=\(path),"))
      #expect(try FindingReport(.gitlab).text(found).contains("\"path\" : \"\(path)\""))
      let uri = path.hasPrefix("/") ? "file://\(path)" : path
      #expect(try FindingReport(.sarif).text(found).contains("\"uri\" : \"\(uri)\""))
    }
  }

  @Test("One slip is one error")
  func consequences() throws {
    func count(_ text: String) throws -> Int {
      ProfileCheck(try .named("foundation")).issues(in: text).count { $0.severity == .error }
    }
    #expect(try count("a == AND") == 1)
    #expect(try count("a == AND b == 1") == 1)
    #expect(try count("a === 1 AND b == \"x") == 2)
  }

  @Test("SARIF: the edit of a finding, and the page that the profile cites for its code")
  func sarifFixes() throws {
    var check = FileCheck(try .named("munki"))
    check.offersEdits = true
    let text = #"{"installable_condition": "machine_type == laptop"}"#
    let findings = check.result(of: Array(text.utf8), named: "a.json").findings
    #expect(findings.map { $0.edit?.text } == [#"\"laptop\""#])
    #expect(findings.first?.edit.map { [$0.line, $0.column, $0.endColumn] } == [1, 44, 50])
    let log = try FindingReport(.sarif).text(findings)
    let run = try #require(
      (try JSONSerialization.jsonObject(with: Data(log.utf8)) as? [String: Any])?["runs"] as? [[String: Any]]
    ).first
    let fix = try #require(((run?["results"] as? [[String: Any]])?.first?["fixes"] as? [[String: Any]])?.first)
    let change = try #require((fix["artifactChanges"] as? [[String: Any]])?.first)
    let replacement = try #require((change["replacements"] as? [[String: Any]])?.first)
    #expect((replacement["deletedRegion"] as? [String: Int])?["startColumn"] == 44)
    #expect((replacement["insertedContent"] as? [String: String])?["text"] == #"\"laptop\""#)
    let rules = ((run?["tool"] as? [String: Any])?["driver"] as? [String: Any])?["rules"] as? [[String: Any]]
    let address = try #require(rules?.first?["helpUri"] as? String)
    #expect(address.hasPrefix("https://github.com/munki/"))
  }

  @Test("Annotations: one workflow command per finding")
  func annotations() throws {
    #expect(
      try FindingReport(.annotations).text(Self.findings())
        == "::error file=our conditions.txt,line=2,endLine=2,col=19,endColumn=25,title=unquoted-word::"
        + "“laptop” is read as a key here, not as a text (write \"laptop\")\n")
  }

  /// The findings in a text, as a report in the format of GitLab's code quality.
  private static func quality(_ text: String, named name: String = "conditions.txt") throws -> [[String: Any]] {
    let findings = FileCheck(try .named("munki")).result(of: Array(text.utf8), named: name).findings
    let report = try FindingReport(.gitlab).text(findings)
    return try #require(try JSONSerialization.jsonObject(with: Data(report.utf8)) as? [[String: Any]])
  }

  @Test("GitLab: an array of findings with description, check, severity, place and fingerprint")
  func gitlab() throws {
    let list = try Self.quality("machine_type == laptop\nos_vers >= \"14.2\"\n", named: "./our/conditions.txt")
    #expect(list.map { $0["check_name"] as? String } == ["unquoted-word", "version-order"])
    #expect(list.map { $0["severity"] as? String } == ["major", "minor"])
    let places = list.compactMap { $0["location"] as? [String: Any] }
    #expect(places.map { $0["path"] as? String } == ["our/conditions.txt", "our/conditions.txt"])
    #expect(places.map { ($0["lines"] as? [String: Any])?["begin"] as? Int } == [1, 2])
    #expect(list.first?["description"] as? String == "“laptop” is read as a key here, not as a text (write \"laptop\")")
    #expect(try FindingReport(.gitlab).text([]) == "[\n\n]\n")
  }

  @Test("GitLab: a fingerprint stays when other lines move, and no two findings share one")
  func fingerprints() throws {
    func prints(_ text: String, named name: String = "conditions.txt") throws -> [String] {
      try Self.quality(text, named: name).compactMap { $0["fingerprint"] as? String }
    }
    let line = "machine_type == laptop"
    let one = try prints(line)
    #expect(try prints(line) == one)
    #expect(try prints("os_vers_major > 1\n\n   " + line) == one)
    #expect(try prints(line, named: "other.txt") != one)
    #expect(try prints("machine_type == desktop") != one)
    let many = try prints([line, line, "machine_type == laptop OR machine_type == laptop"].joined(separator: "\n"))
    #expect(many.count == 5)
    #expect(Set(many).count == 5)
    #expect(many.first == one.first)
  }

  @Test("The page of a profile names keys, values, rules and sources")
  func page() throws {
    let page = ProfilePage(try .named("munki")).text
    #expect(page.contains("machine_type: text: laptop, desktop"))
    #expect(page.contains("conditional_items[].condition"))
    #expect(page.contains("Not documented"))
    #expect(page.contains("https://github.com/munki/munki/wiki/Conditional-Items"))
    #expect(ProfilePage(try .named("ddm")).text.contains("device.model.family"))
  }
}
