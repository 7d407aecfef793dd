import Foundation
import PredicateChecking
import Testing

@testable import PredicateLanguageServer

@Suite("The language server")
struct LanguageServerTests {
  // MARK: Sessions

  @Test("It lists its capabilities, and counts UTF-16 if the client names nothing")
  func initialize() throws {
    var editor = EditorSession(new: LanguageServer(settings: ServerSettings(), version: "1.2"))
    let result = try #require(editor.ask("initialize", ["capabilities": [String: Any]()]) as? [String: Any])
    let capabilities = try #require(result["capabilities"] as? [String: Any])
    #expect(capabilities["positionEncoding"] as? String == "utf-16")
    #expect(capabilities["hoverProvider"] as? Bool == true)
    #expect((result["serverInfo"] as? [String: Any])?["version"] as? String == "1.2")
    #expect((try editor.answer("initialize", [:])["error"] as? [String: Any])?["code"] as? Int == -32_600)
  }

  @Test("Requests before initialize, unknown methods and malformed JSON have errors")
  func errors() throws {
    var editor = EditorSession(new: LanguageServer(settings: ServerSettings(), version: ""))
    #expect((try editor.answer("shutdown")["error"] as? [String: Any])?["code"] as? Int == -32_002)
    _ = try editor.ask("initialize")
    #expect((try editor.answer("textDocument/rename")["error"] as? [String: Any])?["code"] as? Int == -32_601)
    #expect((try editor.answer("textDocument/hover")["error"] as? [String: Any])?["code"] as? Int == -32_602)
    let broken = try #require(try editor.send(bytes: Array("{".utf8)).first)
    #expect((broken["error"] as? [String: Any])?["code"] as? Int == -32_700)
    #expect(broken["id"] is NSNull)
    try editor.tell("$/setTrace", ["value": "off"])
    try editor.tell(
      "textDocument/didChange", ["textDocument": ["uri": "file:///x"], "contentChanges": [["text": "a"]]])
    #expect(try editor.ask("shutdown") is NSNull)
    #expect((try editor.answer("textDocument/hover")["error"] as? [String: Any])?["code"] as? Int == -32_600)
    #expect(editor.exitStatus == nil)
    try editor.tell("exit", [:])
    #expect(editor.exitStatus == 0)
  }

  @Test("Without shutdown exit is a failure")
  func exitOnly() throws {
    var editor = try EditorSession()
    try editor.tell("exit", [:])
    #expect(editor.exitStatus == 1)
  }

  // MARK: The configuration of the folder

  @Test("A file of the folder sets profiles, excluded paths, disabled codes and keys")
  func configuration() throws {
    let text = """
      profiles: {"rules/*.json": munki}
      exclude: [old]
      lines: ["formats/*"]
      disable: [version-order]
      keys: {munki: {building: text}}
      """
    var editor = try EditorSession(root: "file:///repo%20a") { path in
      path == "/repo a/.predicate.yml" ? Array(text.utf8) : nil
    }
    let wrong = #"{"installable_condition": "machine_type == laptop AND os_vers > '10.9' AND building == 'x'"}"#
    try editor.open("file:///repo%20a/rules/a.json", wrong)
    #expect(editor.codes("file:///repo%20a/rules/a.json") == ["unquoted-word"])
    try editor.open("file:///repo%20a/old/rules/a.json", wrong)
    #expect(editor.codes("file:///repo%20a/old/rules/a.json").isEmpty)
    try editor.open("file:///repo%20a/formats/a", "year >\n")
    #expect(editor.codes("file:///repo%20a/formats/a") == ["operand-expected"])
    // The text of the open file is used, even before it is saved.
    let uri = "file:///repo%20a/.predicate.yml"
    try editor.open(uri, "profiles: {\"rules/*.json\": munki}\n")
    #expect(
      editor.codes("file:///repo%20a/rules/a.json").sorted() == ["unknown-key", "unquoted-word", "version-order"])
    try editor.open(uri, "profile: munki\n")
    #expect(editor.codes(uri) == ["unreadable-file"])
    #expect(editor.codes("file:///repo%20a/rules/a.json").count == 3)
    try editor.tell("textDocument/didClose", ["textDocument": ["uri": uri]])
    #expect(editor.codes("file:///repo%20a/rules/a.json") == ["unquoted-word"])
  }

  @Test("A code in errors of the configuration is an error in the editor")
  func errorsOfConfiguration() throws {
    for (text, severity) in [("errors: [unknown-key]", 1), ("errors: [always-true]", 2)] {
      var editor = try EditorSession(root: "file:///repo") { path in
        path == "/repo/.predicate.yml" ? Array("profiles: {\"*.json\": munki}\n\(text)\n".utf8) : nil
      }
      try editor.open("file:///repo/a.json", #"{"installable_condition": "building == 'north'"}"#)
      let found = editor.diagnostics["file:///repo/a.json"] ?? []
      #expect(found.map { $0["severity"] as? Int } == [severity])
    }
  }

  @Test("The configuration counts in a folder whose name is not ASCII")
  func configurationOfAnyFolder() throws {
    var editor = try EditorSession(root: "file:///zo%C3%AB") { path in
      path == "/zoë/.predicate.yml" ? Array("profiles: {\"rules/*.json\": munki}".utf8) : nil
    }
    try editor.open("file:///zo%C3%AB/rules/a.json", #"{"installable_condition": "machine_type == laptop"}"#)
    #expect(editor.codes("file:///zo%C3%AB/rules/a.json") == ["unquoted-word"])
  }

  @Test("Comments switch findings off, and the profile auto is the one that a document belongs to")
  func automatic() throws {
    var editor = try EditorSession(profile: "auto")
    try editor.open("file:///a.sh", "log show --predicate 'subsytem == \"x\"'\n")
    #expect(editor.codes("file:///a.sh") == ["unknown-key"])
    try editor.open("file:///a.sh", "# predicate:ignore\nlog show --predicate 'subsytem == \"x\"'\n")
    #expect(editor.codes("file:///a.sh").isEmpty)
    try editor.open("file:///a.json", #"{"installable_condition": "machine_type == laptop"}"#)
    #expect(editor.codes("file:///a.json") == ["unquoted-word"])
    try editor.open("file:///a.txt", "year >")
    #expect(editor.codes("file:///a.txt") == ["operand-expected"])
  }

  // MARK: Errors and notes

  @Test("An error has its place under the escapes of the file")
  func diagnostics() throws {
    var editor = try EditorSession(profile: "munki")
    try editor.open(manifest, plist("os_vers &gt;= 13 AND machine_tipe == &quot;laptop&quot;"))
    let unknown = try #require(editor.diagnostics[manifest]?.first { $0["code"] as? String == "unknown-key" })
    let range = try #require(unknown["range"] as? [String: [String: Int]])
    #expect(range["start"] == ["line": 5, "character": 33])
    #expect(range["end"] == ["line": 5, "character": 45])
    #expect((unknown["message"] as? String)?.contains("machine_type") == true)
  }

  @Test("Changes come as parts, and mended errors go away")
  func changes() throws {
    var editor = try EditorSession()
    let uri = "file:///a.txt"
    try editor.open(uri, "title == 'é😀' AND\nyear > 1990\n")
    #expect(editor.codes(uri).count == 1)
    try editor.tell(
      "textDocument/didChange",
      [
        "textDocument": ["uri": uri, "version": 2],
        "contentChanges": [
          ["range": ["start": ["line": 0, "character": 14], "end": ["line": 0, "character": 18]], "text": ""]
        ],
      ])
    #expect(editor.codes(uri) == [])
    try editor.tell("textDocument/didClose", ["textDocument": ["uri": uri]])
    #expect(editor.diagnostics[uri]?.isEmpty == true)
  }

  @Test("Settings choose the profile by the path, and change")
  func settings() throws {
    var editor = try EditorSession(options: ["profile": "foundation", "profiles": ["*.sh": "oslog"]])
    let script = "#!/bin/sh\nlog show --predicate 'subsystem == com.example'\n"
    try editor.open("file:///scripts/collect.sh", script)
    #expect(!editor.codes("file:///scripts/collect.sh").isEmpty)
    try editor.tell("workspace/didChangeConfiguration", ["settings": ["predicate": ["profiles": ["*.sh": "oslogg"]]]])
    #expect(editor.codes("file:///scripts/collect.sh") == ["unknown-profile"])
  }

  @Test("A text without a sign that it holds predicates has none")
  func otherFiles() throws {
    var editor = try EditorSession()
    try editor.open("file:///README.md", "# Not a predicate\n", language: "markdown")
    #expect(editor.codes("file:///README.md") == [])
    try editor.open("file:///notes", "a ==\n", language: "nspredicate")
    #expect(editor.codes("file:///notes").count == 1)
  }

  @Test("A file that cannot be read is an error at its place")
  func unreadable() throws {
    var editor = try EditorSession(profile: "ddm")
    try editor.open("file:///d.json", "{\"Predicate\": ", language: "json")
    #expect(editor.codes("file:///d.json") == ["unreadable-file"])
  }

  @Test("For a document with very many findings the first ones are shown, and a note")
  func manyFindings() throws {
    var editor = try EditorSession(profile: "munki")
    try editor.open("file:///a.txt", String(repeating: "machine_type == laptop\n", count: 5_000))
    let codes = editor.codes("file:///a.txt")
    #expect(codes.count == 1_001)
    #expect(codes.last == "finding-limit")
  }

  // MARK: Changes

  @Test("Each suggestion is a change that the file takes")
  func actions() throws {
    var editor = try EditorSession(profile: "munki")
    let text = plist("machine_tipe == &quot;laptop&quot;")
    try editor.open(manifest, text)
    let actions = try #require(
      try editor.ask(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": manifest], "context": ["diagnostics": [Any]()],
          "range": ["start": ["line": 5, "character": 18], "end": ["line": 5, "character": 18]],
        ]) as? [[String: Any]])
    let action = try #require(actions.first { $0["title"] as? String == "Write machine_type" })
    let changes = try #require((action["edit"] as? [String: Any])?["changes"] as? [String: Any])
    let edits = try #require(changes[manifest])
    #expect(try applied(edits, to: text) == plist("machine_type == &quot;laptop&quot;"))
  }

  @Test(
    "A suggestion writes the predicate that the hint means",
    arguments: [
      ("munki", "machine_type == \"laptp\"", "machine_type == \"laptop\""),
      ("munki", "machine_type == 'Laptop'", "machine_type == \"laptop\""),
      ("munki", "machine_type == laptop", "machine_type == \"laptop\""),
      (
        "munki", "arch == \"arm64\" AND os_vers >= \"14.2\"",
        "arch == \"arm64\" AND (os_vers_major > 14 OR (os_vers_major == 14 AND os_vers_minor >= 2))"
      ),
      ("munki", "catalogs == \"testing\"", "ANY catalogs == \"testing\""),
      ("munki", "os_vers_major >= \"13\"", "os_vers_major >= 13"),
      ("munki", "x86_64_capable == \"true\"", "x86_64_capable == TRUE"),
      ("munki", "ANY machine_type == \"laptop\"", "machine_type == \"laptop\""),
      ("munki", "munki_version BEGINSWITH 6.x", "munki_version BEGINSWITH \"6.x\""),
      ("munki", "date > \"2026-01-01T00:00:00Z\"", "date > CAST(\"2026-01-01T00:00:00Z\", \"NSDate\")"),
      ("oslog", "messageType == eror", "messageType == error"),
      ("oslog", "messageType == \"error\"", "messageType == error"),
      ("ddm", "@status(device.model.familiy) == 'Mac'", "@status(device.model.family) == 'Mac'"),
      ("ddm", "@satus(device.model.family) == 'Mac'", "@status(device.model.family) == 'Mac'"),
      ("spotlight", "kMDItemTitle == \"a\"", "kMDItemTitle ==[c] \"a\""),
    ])
  func mending(profile: String, text: String, mended: String) throws {
    var editor = try EditorSession(profile: profile)
    try editor.open("file:///a.txt", text)
    let actions = try #require(
      try editor.ask(
        "textDocument/codeAction",
        [
          "textDocument": ["uri": "file:///a.txt"], "context": ["diagnostics": [Any]()],
          "range": ["start": ["line": 0, "character": 0], "end": ["line": 1, "character": 0]],
        ]) as? [[String: Any]])
    let texts = try actions.map { action in
      let changes = try #require((action["edit"] as? [String: Any])?["changes"] as? [String: Any])
      return try applied(try #require(changes["file:///a.txt"]), to: text)
    }
    #expect(texts == [mended])
  }

  @Test("The canonical form is written as the file writes it, and a text with an error stays")
  func formatting() throws {
    var editor = try EditorSession()
    let lines = "a=1&&b  == \"x\"\n# a note\na ==\n"
    try editor.open("file:///a.txt", lines)
    let edits = try editor.ask("textDocument/formatting", ["textDocument": ["uri": "file:///a.txt"]])
    #expect(try applied(edits, to: lines) == "a == 1 AND b == \"x\"\n# a note\na ==\n")

    var munki = try EditorSession(profile: "munki")
    let text = plist("os_vers_major&gt;=13 &amp;&amp; machine_type==&quot;laptop&quot;")
    try munki.open(manifest, text)
    let inFile = try munki.ask("textDocument/formatting", ["textDocument": ["uri": manifest]])
    let formatted = try applied(inFile, to: text)
    let found = try PredicateFinder(.named("munki")).predicates(in: Array(formatted.utf8), kind: .xmlPropertyList)
    #expect(found.map(\.text.text) == ["os_vers_major >= 13 AND machine_type == \"laptop\""])
  }

  @Test("Predicates that a file writes in different ways are formatted at once, and one with an error stays")
  func formattingInManyForms() throws {
    var editor = try EditorSession(profile: "munki")
    let uri = "file:///manifest.yaml"
    let text = """
      conditional_items:
      - condition: os_vers_major>=13
      - condition: "machine_type==\\"laptop\\""
      - condition: 'machine_type=="laptop"'
      - condition: 'machine_type==''desktop'''
      - condition: |
          arch=='arm64'
      - condition: machine_type ==
      - condition: machine_type=='laptop'

      """
    try editor.open(uri, text, language: "yaml")
    let edits = try editor.ask("textDocument/formatting", ["textDocument": ["uri": uri]])
    let formatted = try applied(edits, to: text)
    let found = try PredicateFinder(.named("munki")).predicates(in: Array(formatted.utf8), kind: .yaml)
    #expect(
      found.map { $0.text.text.trimmingCharacters(in: .newlines) } == [
        "os_vers_major >= 13", "machine_type == \"laptop\"", "machine_type == \"laptop\"",
        "machine_type == \"desktop\"", "arch == \"arm64\"", "machine_type ==", "machine_type == \"laptop\"",
      ])
  }

  @Test("Five thousand predicates are formatted, and mended, in a few readings")
  func manyChanges() throws {
    var editor = try EditorSession(profile: "munki")
    let text = String(repeating: "os_vers_major>=13\n", count: 5_000)
    try editor.open("file:///a.txt", text)
    let edits = try editor.ask("textDocument/formatting", ["textDocument": ["uri": "file:///a.txt"]])
    #expect((edits as? [Any])?.count == 5_000)

    try editor.open("file:///b.txt", String(repeating: "machine_tipe == \"laptop\"\n", count: 5_000))
    let actions = try editor.ask(
      "textDocument/codeAction",
      [
        "textDocument": ["uri": "file:///b.txt"], "context": ["diagnostics": [Any]()],
        "range": ["start": ["line": 0, "character": 0], "end": ["line": 5_000, "character": 0]],
      ])
    #expect((actions as? [Any])?.count == 1_000)
  }

  /// Editors that store UTF-16 send half of a surrogate pair during typing. It counts as one unit, so positions stay the same.
  @Test("Half a surrogate pair in a document does not lose the document")
  func loneSurrogate() throws {
    var editor = try EditorSession(profile: "munki")
    let escapes = #"\"x\ud83d\" == machine_tipe \ud83d\ude00 \\ud83d \udc00"#
    let message =
      #"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.txt","languageId":"plaintext","version":1,"text":""#
      + escapes + #""}}}"#
    let answers = try editor.send(bytes: Array(message.utf8))
    #expect(answers.map { $0["method"] as? String } == ["textDocument/publishDiagnostics"])
    #expect(LoneSurrogates.replaced(in: message.utf8).count == message.utf8.count)
    let read = String(decoding: LoneSurrogates.replaced(in: escapes.utf8), as: UTF8.self)
    #expect(read == #"\"x\ufffd\" == machine_tipe \ud83d\ude00 \\ud83d \ufffd"#)
  }

  @Test("A notification that cannot be read is in the editor's log")
  func logged() throws {
    var editor = try EditorSession(profile: "munki")
    let message = #"{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":3}}"#
    let answers = try editor.send(bytes: Array(message.utf8))
    #expect(answers.map { $0["method"] as? String } == ["window/logMessage"])
    let parameters = try #require(answers.first?["params"] as? [String: Any])
    #expect((parameters["message"] as? String)?.hasPrefix("textDocument/didChange was not understood: ") == true)
    #expect(parameters["type"] as? Int == 1)
  }
}
