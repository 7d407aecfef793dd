import Foundation
import PredicateChecking
import PredicateDocuments
import Testing

/// A checkout of many kinds of files with planted mistakes, read from `checkout.json`: the check reports each mistake, and nothing else.
@Suite("A checkout of many kinds of files") struct CheckoutTests {
  /// A file. If it has a planted mistake, the line and the code of the mistake are given.
  private struct File: Decodable {
    let path: String
    let text: String
    let line: Int?
    let code: String?

    var bytes: [UInt8] { Array(text.utf8) }
  }

  private static func files() throws -> [File] {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("checkout.json")
    return try JSONDecoder().decode([File].self, from: Data(contentsOf: file))
  }

  @Test("Without a profile right files have no findings")
  func right() throws {
    let check = try CheckoutCheck()
    let files = try Self.files().filter { $0.code == nil }
    #expect(files.count >= 150)
    for file in files {
      let found = check.result(of: file.bytes, named: file.path).findings
      #expect(found.isEmpty, "\(file.path): \(found.map { [$0.code, $0.profile, $0.message] })")
    }
  }

  @Test("Under each profile no right file of another consumer has an error", arguments: UseProfile.names)
  func other(name: String) throws {
    let check = FileCheck(try .named(name), recognizes: true)
    for file in try Self.files() where file.code == nil {
      guard FileKind(name: file.path, start: file.bytes).isReadInFolders else { continue }
      let found = check.result(of: file.bytes, named: file.path).findings.filter { $0.severity == .error }
      #expect(found.isEmpty, "\(file.path): \(found.map { [$0.code, $0.message] })")
    }
  }

  @Test("Without a profile each planted mistake is found at its line")
  func wrong() throws {
    let check = try CheckoutCheck()
    let files = try Self.files().filter { $0.code != nil }
    #expect(files.count >= 60)
    for file in files {
      let found = check.result(of: file.bytes, named: file.path).findings
      let isFound = found.contains {
        (file.code == "*" || $0.code == file.code) && (file.line == 0 || $0.line == file.line)
      }
      #expect(isFound, "\(file.path): \(found.map { [$0.code, $0.profile, "\($0.line)"] })")
    }
  }

  @Test("Edits fix findings and leave right files alone, and a second run has none")
  func fixed() throws {
    var check = try CheckoutCheck()
    check.offersEdits = true
    var count = 0
    for file in try Self.files() {
      let read = { check.result(of: $0, named: file.path) }
      guard let fixed = FileFix().fixed(file.bytes, read) else { continue }
      #expect(file.code != nil, "\(file.path) is right")
      #expect(read(fixed.bytes).findings.count < read(file.bytes).findings.count, "\(file.path)")
      #expect(FileFix().fixed(fixed.bytes, read) == nil, "\(file.path) is edited twice")
      count += 1
    }
    #expect(count >= 8)
  }

  @Test("The findings of a file are in the order of its lines")
  func order() throws {
    let text = """
      <plist><dict>
      <key>installcheck_script</key><string>#!/bin/sh
      log show --predicate 'subsytem == "x"'
      </string>
      <key>installable_condition</key><string>machine_type == laptop</string>
      <key>postinstall_script</key><string>#!/bin/sh
      log show --predicate 'subsytem == "x"'
      </string></dict></plist>
      """
    let found = try CheckoutCheck().result(of: Array(text.utf8), named: "pkgsinfo/a").findings
    #expect(found.map(\.line) == [3, 5, 7])
  }

  @Test("A comment switches off the findings of its line")
  func ignored() throws {
    let check = try CheckoutCheck()
    func codes(_ text: String) -> [String] {
      check.result(of: Array(text.utf8), named: "a.sh").findings.map(\.code)
    }
    let command = "log show --predicate 'subsytem == \"x\"'"
    #expect(codes("\(command)\n") == ["unknown-key"])
    #expect(codes("# predicate:ignore\n\(command)\n").isEmpty)
    #expect(codes("# predicate:ignore unknown-key\n\(command)\n").isEmpty)
    #expect(codes("# predicate:ignore always-true\n\(command)\n") == ["unknown-key"])
    #expect(codes("\(command) # predicate:ignore\n\(command)\n") == ["unknown-key"])
    #expect(codes("# predicate:ignore-file\n\n\(command)\n").isEmpty)
    #expect(codes("# predicate:ignore-file unknown-key\n\n\(command)\n").isEmpty)
    #expect(codes("# predicate:ignore-file always-true\n\n\(command)\n") == ["unknown-key"])
    #expect(codes("# predicate:ignore-file unkown-key\n\n\(command)\n") == ["unknown-key"])
  }

  @Test(
    "A misspelled comment switches nothing off, and the hint names it",
    arguments: [
      (
        "predicate:ignore unknownkey",
        "the comment contains “unknownkey”, which is not the code of a finding; the nearest code is unknown-key"
      ),
      (
        "predicate:ignore unknwon-key",
        "the comment contains “unknwon-key”, which is not the code of a finding; the nearest code is unknown-key"
      ),
      (
        "predicate:ignore always-true, unknownkey",
        "the comment contains “unknownkey”, which is not the code of a finding; the nearest code is unknown-key"
      ),
      (
        "predicate:ignor",
        "“predicate:ignor” has no effect. The comment must begin with predicate:ignore or predicate:ignore-file"
      ),
      (
        "predicate: ignore",
        "“predicate: ignore” has no effect. The comment must begin with predicate:ignore or predicate:ignore-file"
      ),
      (
        "predicate :ingore-file",
        "“predicate :ingore-file” has no effect. The comment must begin with predicate:ignore or predicate:ignore-file"
      ),
      (
        "predicate:ignore-files",
        "“predicate:ignore-files” has no effect. The comment must begin with predicate:ignore or predicate:ignore-file"
      ),
      (
        "predicate:ignored",
        "“predicate:ignored” has no effect. The comment must begin with predicate:ignore or predicate:ignore-file"
      ),
    ])
  func misspelledComment(comment: String, remark: String) throws {
    let text = "# \(comment)\nlog show --predicate 'subsytem == \"x\"'\n"
    let findings = try CheckoutCheck().result(of: Array(text.utf8), named: "a.sh").findings
    #expect(findings.map(\.code) == ["unknown-key"])
    #expect(findings.first?.hint?.hasSuffix("; \(remark)") == true, "\(findings.first?.hint ?? "")")
  }

  @Test(
    "A comment with a reason, and one with a code and other words",
    arguments: [
      "predicate:ignore legacy code", "predicate:ignore: the log writes it so",
      "predicate:ignore unknown-key because of the log",
      "predicate:ignore the unknown key is right", "predicate:ignore unknown-key third-party log",
    ])
  func commentWithReason(comment: String) throws {
    let text = "# \(comment)\nlog show --predicate 'subsytem == \"x\"'\n"
    #expect(try CheckoutCheck().result(of: Array(text.utf8), named: "a.sh").findings.isEmpty)
  }

  @Test(
    "Other words after “predicate:” are no comment for the checker",
    arguments: [
      "predicate: the log's", "predicate: ignores case, as the server does", "the predicate: ignored before 10.15",
    ])
  func otherComment(comment: String) throws {
    let text = "# \(comment)\nlog show --predicate 'subsytem == \"x\"'\n"
    let findings = try CheckoutCheck().result(of: Array(text.utf8), named: "a.sh").findings
    #expect(findings.count == 1 && findings.first?.hint?.contains("comment") == false)
  }

  @Test("Only calls of the function that makes the predicate have formats")
  func formatFunctions() throws {
    func codes(_ text: String) throws -> [String] {
      try CheckoutCheck().result(of: Array(text.utf8), named: "Search.swift").findings.map(\.code)
    }
    let made = "func wait(_ format: String) { let p = NSPredicate(format: format) }\n"
    #expect(try codes(made + "wait(\"a == \")\n") == ["operand-expected"])
    // The file has another function of the same name, and a function that ends before the predicate.
    #expect(
      try codes(made + "struct Clock { func wait(_ reason: String) {} }\nc.wait(\"for the server = = now\")\n").isEmpty)
    let search = """
      struct Search { let format: String
        func log(_ format: String) { print(format) }
        var predicate: NSPredicate { NSPredicate(format: format) } }
      s.log("Search is done now")

      """
    #expect(try codes(search).isEmpty)
  }

  @Test("A configuration: profiles by path, excluded paths, codes, a site's keys")
  func configuration() throws {
    let text = """
      profiles: {"rules/*.json": munki}
      exclude: [Fixtures, "*.min.js"]
      lines: ["formats/**"]
      disable: [interpolated]
      errors: [unknown-key, refused-or]
      keys: {munki: {building: text, groups: list of text}}
      """
    let configuration = try CheckConfiguration(Array(text.utf8))
    #expect(configuration.profile(of: "./rules/a.json") == "munki")
    #expect(configuration.profile(of: "rules/b/a.json") == nil)
    #expect(configuration.excludes("Tests/Fixtures/a.plist") && configuration.excludes("web/a.min.js"))
    #expect(!configuration.excludes("Tests/Fixtures2/a.plist"))
    #expect(configuration.hasLines("formats/x/a.txt") && !configuration.hasLines("a.txt"))
    #expect(configuration.disable == ["interpolated"])
    #expect(configuration.errors == ["unknown-key", "refused-or"])
    #expect(configuration.adapted(try .named("munki")).keys["groups"] == ProfileKey(.list, of: .text))
    #expect(configuration.adapted(try .named("munki")).keys["building"]?.type == .text)
    #expect(throws: DocumentIssue.self) { try CheckConfiguration(Array("excluded: [a]".utf8)) }
  }

  @Test("The longest matching pattern gives the profile; of equally long ones, the last in alphabetical order")
  func pattern() throws {
    let text = #"profiles: {"rules/*": munki, "rules/*.json": ddm, "*les/a.json": oslog, "rules/a.jso*": autopkg}"#
    let configuration = try CheckConfiguration(Array(text.utf8))
    #expect(configuration.profile(of: "rules/b.yaml") == "munki")
    #expect(configuration.profile(of: "rules/b.json") == "ddm")
    #expect(configuration.profile(of: "rules/a.json") == "autopkg")
  }
}
