import Foundation
import PredicateChecking
import Testing

@testable import PredicateLanguageServer

@Suite("Proposals and explanations of the language server")
struct ProposalTests {
  private func labels(_ result: Any) -> [String] {
    (((result as? [String: Any])?["items"] as? [[String: Any]]) ?? []).compactMap { $0["label"] as? String }
  }

  @Test("Keys, operators and values of the profile are proposed")
  func completion() throws {
    var editor = try EditorSession(profile: "munki")
    let keys = labels(
      try editor.ask("textDocument/completion", manifest, at: plist("machine_|")))
    #expect(keys.contains("machine_type") && keys.contains("machine_model") && !keys.contains("os_vers"))
    let operators = labels(
      try editor.ask("textDocument/completion", manifest, at: plist("machine_type |")))
    #expect(operators.contains("==") && operators.contains("BEGINSWITH"))
    let values = labels(try editor.ask("textDocument/completion", manifest, at: plist("machine_type == |")))
    #expect(values.starts(with: ["\"laptop\"", "\"desktop\""]) || values.starts(with: ["\"desktop\"", "\"laptop\""]))
  }

  @Test("In a folder with a data model, its attributes and relationships are proposed in fetches and described")
  func models() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("models-\(UUID().uuidString)")
    let model = folder.appendingPathComponent("App/Films.xcdatamodeld/Films.xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    defer { #expect(throws: Never.self) { try FileManager.default.removeItem(at: folder) } }
    let text = """
      <?xml version="1.0"?>
      <model><entity name="Film"><attribute name="yearMade" attributeType="Integer 16"/>
      <relationship name="casting" toMany="YES" destinationEntity="Actor"/></entity></model>
      """
    try Data(text.utf8).write(to: model.appendingPathComponent("contents"))
    let uri = "file://\(folder.path)/App/Film.swift"
    for (root, isKnown) in [("file://\(folder.path)", true), ("file://\(folder.path)/Empty", false)] {
      var editor = try EditorSession(profile: "coredata", root: root) { path in
        FileManager.default.contents(atPath: path).map(Array.init)
      }
      let source = { (format: String) in "import CoreData\nrequest.predicate = NSPredicate(format: \"\(format)\")\n" }
      let keys = labels(try editor.ask("textDocument/completion", uri, at: source("year|")))
      #expect(keys.contains("yearMade") == isKnown)
      #expect(
        labels(try editor.ask("textDocument/completion", uri, at: source("ANY cast|"))).contains("casting") == isKnown)
      #expect(editor.codes(uri).allSatisfy { $0 != "unknown-key" })
    }
  }

  @Test("Keys are proposed in an empty text, while closing tags are missing, and after a variable with members")
  func beginnings() throws {
    var editor = try EditorSession(profile: "munki")
    let empty = labels(try editor.ask("textDocument/completion", manifest, at: plist("|")))
    #expect(empty.contains("machine_type"))
    let whole = plist("mach|")
    let cut = String(whole[..<whole.range(of: "</string>")!.lowerBound])
    #expect(labels(try editor.ask("textDocument/completion", manifest, at: cut)).contains("machine_type"))
    let script = String(whole[..<whole.range(of: "</string>")!.lowerBound]) + "</key>"
    _ = try editor.ask("textDocument/completion", manifest, at: script)
    let yaml = "conditional_items:\n- condition: |\n  managed_installs: [a]\n"
    let result = try editor.ask("textDocument/completion", "file:///m.yaml", at: yaml)
    #expect(labels(result).contains("machine_type"))
    #expect(editor.codes("file:///m.yaml").isEmpty)
    var jamf = try EditorSession(profile: "jamf-protect")
    let uri = "file:///a.yaml"
    func ask(_ text: String) throws -> [String] {
      labels(try jamf.ask("textDocument/completion", uri, at: "name: a\ninputType: GPProcessEvent\nfilter: \(text)\n"))
    }
    #expect(try ask("$event.|").contains("process"))
    #expect(try ask("$event.file.pa|").contains("path"))
  }

  @Test(
    "Two conditions without an operator are joined by AND, and a finding before a syntax error is mended",
    arguments: [
      ("os_vers_major > 13 arch == 'arm64'", "Write AND "), ("machine_type == laptop AND", #"Write "laptop""#),
    ])
  func fixesWithErrors(condition: String, title: String) throws {
    var editor = try EditorSession(profile: "munki")
    try editor.open("file:///a.json", "{\"installable_condition\": \"\(condition)\"}", language: "json")
    let actions = try editor.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file:///a.json"],
        "range": ["start": ["line": 0, "character": 46], "end": ["line": 0, "character": 46]],
      ])
    #expect(((actions as? [[String: Any]])?.first?["title"] as? String) == title)
  }

  @Test("A proposal is written as the file writes it")
  func writtenProposals() throws {
    var editor = try EditorSession(options: ["profile": "munki", "at": ["condition"]])
    let text = #"{"condition": "machine_type == |"}"#
    let uri = "file:///c.json"
    let result = try editor.ask("textDocument/completion", uri, at: text, language: "json")
    let items = try #require((result as? [String: Any])?["items"] as? [[String: Any]])
    let laptop = try #require(items.first { $0["label"] as? String == "\"laptop\"" })
    let edit = try #require(laptop["textEdit"])
    #expect(
      try applied([edit], to: text.replacing("|", with: "")) == #"{"condition": "machine_type == \"laptop\""}"#)
  }

  @Test("The names of terms are proposed")
  func terms() throws {
    var editor = try EditorSession(options: ["profile": "ddm", "at": ["Predicate"]])
    let names = labels(
      try editor.ask(
        "textDocument/completion", "file:///d.json", at: #"{"Predicate": "@status(device.model.fam|"}"#,
        language: "json"))
    #expect(names == ["device.model.family"])
    let start = labels(
      try editor.ask("textDocument/completion", "file:///d.json", at: #"{"Predicate": "|"}"#, language: "json"))
    #expect(start.contains("@status("))
  }

  @Test("Outside of predicates nothing is proposed")
  func noCompletion() throws {
    var editor = try EditorSession(profile: "munki")
    #expect(labels(try editor.ask("textDocument/completion", manifest, at: "|" + plist("a == 1"))).isEmpty)
  }

  // MARK: Words

  private func words(_ result: Any) -> String? {
    ((result as? [String: Any])?["contents"] as? [String: Any])?["value"] as? String
  }

  @Test("A key, an operator, a function and a term are explained")
  func hover() throws {
    var editor = try EditorSession(profile: "munki")
    let key = words(
      try editor.ask("textDocument/hover", manifest, at: plist("mach|ine_type == &quot;laptop&quot;")))
    #expect(key?.contains("laptop, desktop") == true || key?.contains("desktop, laptop") == true)
    let matches = words(
      try editor.ask("textDocument/hover", manifest, at: plist("hostname MAT|CHES &quot;a.*&quot;")))
    #expect(matches?.hasPrefix("MATCHES: ") == true)
    let function = words(try editor.ask("textDocument/hover", "file:///a.txt", at: "upper|case(name) == 'A'"))
    #expect(function?.hasPrefix("uppercase:") == true)
    #expect(try editor.ask("textDocument/hover", "file:///a.txt", at: "a == '|x'") is NSNull)
  }
}
