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
        our conditions.txt:2:19: error[unquoted-word]: “laptop” is a key here, not a text
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

  @Test("Annotations: a workflow command a finding")
  func annotations() throws {
    #expect(
      try FindingReport(.annotations).text(Self.findings())
        == "::error file=our conditions.txt,line=2,endLine=2,col=19,endColumn=25,title=unquoted-word::"
        + "“laptop” is a key here, not a text (write \"laptop\")\n")
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
