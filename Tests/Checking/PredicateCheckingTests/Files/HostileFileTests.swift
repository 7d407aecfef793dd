import Foundation
import PredicateChecking
import PredicateDocuments
import PredicateTestSupport
import Testing

/// Files that would need very much memory or time are reported as errors.
@Suite("Hostile files") struct HostileFileTests {
  private static func codes(_ name: String, _ bytes: [UInt8], at places: [String] = ["**.condition"]) throws -> [String]
  {
    FileCheck(try .named("munki"), at: places).result(of: bytes, named: name).findings.map(\.code)
  }

  @Test("A billion laughs: entities are not read")
  func laughs() throws {
    let entities = (1...9).map { "<!ENTITY l\($0) \"&l\($0 - 1);&l\($0 - 1);&l\($0 - 1);\">" }.joined()
    let text =
      "<?xml version=\"1.0\"?><!DOCTYPE plist [<!ENTITY l0 \"ha\">\(entities)]><plist><string>&l9;</string></plist>"
    #expect(try Self.codes("a.plist", Array(text.utf8)) == ["unreadable-file"])
  }

  @Test("Sums of names are not multiplied")
  func sums() throws {
    let lines = (1...12).map { level in
      "let a\(level) = \(Array(repeating: "a\(level - 1)", count: 30).joined(separator: " + "))"
    }
    let text =
      "let a0 = \"name == 1 OR year == 2\"\n\(lines.joined(separator: "\n"))\nlet p = NSPredicate(format: a12)\n"
    let result = FileCheck(try .named("foundation")).result(of: Array(text.utf8), named: "a.swift")
    #expect(result.predicateCount == 1)
  }

  @Test("A file in UTF-32 is one error")
  func wide() throws {
    let text = "<?xml version=\"1.0\"?>\n<plist><string>a</string></plist>\n"
    let units = [0xFEFF] + text.unicodeScalars.map(\.value)
    for isBig in [false, true] {
      let bytes = units.flatMap { unit in
        withUnsafeBytes(of: isBig ? unit.bigEndian : unit.littleEndian) { Array($0) }
      }
      #expect(try Self.codes("a.plist", bytes) == ["unreadable-file"])
    }
  }

  @Test("Aliases of aliases are not multiplied")
  func aliases() throws {
    let lines = (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1), *a\($0 - 1)]" }
    let text = "a0: &a0 {condition: 'x == 1'}\n" + lines.joined(separator: "\n")
    #expect(try Self.codes("a.yaml", Array(text.utf8)) == ["unreadable-file"])
  }

  @Test("Aliases of lists in brackets are not multiplied")
  func flowAliases() throws {
    func line(_ name: String, _ value: String) -> String {
      "\(name): &\(name) [" + String(repeating: "\(value), ", count: 1_000) + "]\n"
    }
    for value in ["1", "'a'", "*x"] {
      let text = "x: &x 1\n" + line("a", value) + line("b", "*a")
      let issue = #expect(throws: DocumentIssue.self) { try FileKind.yaml.document(of: Array(text.utf8)) }
      #expect(issue?.message == "the document must not contain more than 1000000 values, including repeated aliases")
    }
  }

  @Test("A binary property list with a list that contains itself")
  func circle() throws {
    var bytes = Array("bplist00".utf8) + [0xA2, 0x00, 0x00]
    let table = bytes.count
    bytes += [8]
    bytes += [0, 0, 0, 0, 0, 0, 1, 1]
    bytes += [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(table)]
    #expect(try Self.codes("a", bytes) == ["unreadable-file"])
  }

  @Test(
    "Values that are nested a hundred thousand deep",
    arguments: [
      ("a.json", "["), ("a.json", "{\"a\":"), ("a.plist", "<plist><array>"), ("a.yaml", "["), ("a.yaml", "- "),
      ("a.xml", "<?xml?><a>"),
    ])
  func deep(name: String, part: String) throws {
    let text = String(repeating: part, count: 100_000)
    let places = name == "a.xml" ? ["a@condition"] : ["**.condition"]
    #expect(try Self.codes(name, Array(text.utf8), at: places) == ["unreadable-file"])
  }

  @Test("A predicate of a hundred thousand conditions")
  func manyConditions() throws {
    let text = (0..<100_000).map { "a == \($0)" }.joined(separator: " OR ")
    #expect(try Self.codes("a.txt", Array(text.utf8), at: []) == ["source-limit"])
  }

  @Test("A file beyond the limit has one error at its first line, which is shown")
  func large() throws {
    let bytes = Array("machine_type == laptop\n".utf8) + [UInt8](repeating: 0x20, count: FileCheck.sizeLimit)
    let finding = try #require(FileCheck(try .named("munki")).result(of: bytes, named: "a.txt").findings.first)
    #expect(finding.message == "the file must not be larger than 67108864 bytes")
    #expect((finding.line, finding.column) == (1, 1))
    #expect(try FindingReport(.text).text([finding]).contains("\nmachine_type == laptop\n^\n"))
  }

  @Test("Three thousand unknown names of one predicate in a binary property list")
  func manyNotes() throws {
    let condition = (0..<3_000).map { "kay\($0) == 1" }.joined(separator: " AND ")
    let bytes = try PropertyListSerialization.data(
      fromPropertyList: ["conditional_items": [["condition": condition]]], format: .binary, options: 0)
    #expect(try Self.codes("a", Array(bytes), at: []).count == 3_000)
  }

  @Test(
    "Scripts and sources with open brackets and quotes are read once, not once per bracket or quote",
    arguments: [
      ("a.sh", "$("), ("a.sh", "x=$(log --predicate '"), ("a.sh", "cat > a <<E\n"), ("a.sh", "\"$(`"), ("a.js", "`${"),
      ("a.py", "f\"{"), ("a.py", "\"\"\""), ("a.py", "def f(a = "), ("a.swift", "{ [.init("),
      ("a.swift", "let a = \"b\" + "),
      ("a.m", "a = @\"b\" {"), ("a.md", "```sh\nlog --predicate '"), ("a.sh", "sh -c \"log "),
      ("a.json", "[\"{\","), ("a.java", "\"a\" + b("), ("a.rb", "\"#{"), ("a.robot", "a  ${"),
    ])
  func open(name: String, part: String) throws {
    let bytes = Array(String(repeating: part, count: 2_000).utf8)
    for profile in ["oslog", "xcuitest"] {
      let result = FileCheck(try .named(profile)).result(of: bytes, named: name)
      #expect(result.predicateCount <= 2_000)
    }
  }

  @Test(
    "The arguments of an open call are not counted",
    arguments: [
      ("a.swift", "NSPredicate(format: \"a == 1\", (["), ("a.m", "predicateWithFormat:@\"a == 1\", [("),
    ])
  func openCalls(name: String, part: String) throws {
    let bytes = Array(String(repeating: part, count: 500).utf8)
    let result = FileCheck(try .named("foundation")).result(of: bytes, named: name)
    #expect(result.predicateCount == 500)
    #expect(result.findings.map(\.code).allSatisfy { $0 != "argument-count" })
  }

  @Test(
    "Gaps of templates are searched once, not once per gap",
    arguments: [
      String(repeating: "{", count: 90_000) + "}}", String(repeating: "x == {{a}} OR ", count: 6_000) + "x == 1",
      String(repeating: "{{a}}", count: 15_000), "x == " + String(repeating: "{{ ", count: 20_000) + "}}",
      "x == \"" + String(repeating: "{{a}}<#b#>", count: 8_000) + "\"",
    ])
  func gaps(text: String) throws {
    #expect(try Self.codes("a.txt", Array(text.utf8), at: []).count <= 1)
  }

  @Test("Gaps of a text beyond the limit are not searched")
  func longGaps() throws {
    let text = String(repeating: "{{a}}", count: 200_000)
    #expect(try Self.codes("a.txt", Array(text.utf8), at: []) == ["source-limit"])
  }

  @Test("Literals in the interpolations of literals are read to a depth of three")
  func nestedLiterals() throws {
    for (depth, count) in [(2, 1), (3_000, 0)] {
      let inner = "NSPredicate(format: \"a = = 1\")"
      let text =
        "let a = " + String(repeating: "\"\\(", count: depth) + inner + String(repeating: ")\"", count: depth)
      let result = FileCheck(try .named("foundation")).result(of: Array(text.utf8), named: "a.swift")
      #expect(result.findings.count == count, "\(depth)")
    }
  }

  @Test(
    "An edit does not replace a value that the program inserts",
    arguments: [("\"x not in {1}\"", 1), ("f\"x not in {y}\"", 0), ("\"x not in {}\".format(y)", 0)])
  func insertedValues(literal: String, edits: Int) throws {
    let text = "driver.find_element(AppiumBy.IOS_PREDICATE, \(literal))\n"
    var check = FileCheck(try .named("xcuitest"))
    check.offersEdits = true
    let findings = check.result(of: Array(text.utf8), named: "a.py").findings
    #expect(findings.count { $0.code == "not-in" && $0.edit != nil } == edits)
    #expect(findings.map(\.code).contains("not-in"))
  }

  @Test("Files with changed bytes never crash")
  func changed() throws {
    let content: [String: Any] = [
      "conditional_items": [["condition": "machine_type == \"laptop\""], ["condition": "é == 1"]], "n": 1, "d": Date(),
    ]
    let binary = Array(try PropertyListSerialization.data(fromPropertyList: content, format: .binary, options: 0))
    let xml = Array(try PropertyListSerialization.data(fromPropertyList: content, format: .xml, options: 0))
    let json = Array(#"{"conditional_items": [{"condition": "a == \"\u00e9\""}]}"#.utf8)
    let yaml = Array(
      "a: &x\n  - condition: \"a == \\\"b\\\"\"\n  - condition: |\n      a == 1\nb: *x\nc: {d: [1, 'e']}\n".utf8)
    let shell = Array("#!/bin/sh\nlog show --predicate \"a == \\\"$B\\\"\" <<E\nE\n".utf8)
    let embedded = Data(json).base64EncodedString()
    let swift = Array("NSPredicate(format: \"a == \\u{e9} \\(b)\" + #\"c\"#)\n".utf8)
    let samples: [(String, [UInt8])] = [
      ("a", binary), ("a.plist", xml), ("a.json", json), ("a.yaml", yaml), ("a.sh", shell), ("a.swift", swift),
      ("a.m", swift), ("a.py", Array("f(IOS_PREDICATE, f\"a == '{b}'\" r'c' + d + \"e\")\n\"\"\"x\"\"\"\n".utf8)),
      ("a.js", Array("$(`-ios predicate string:a == '${b}'`) /* c */ // d\n".utf8)),
      ("a.java", Array("@F(iOSNsPredicate = \"a == \\u0041\" + b(1) + \"c\") '\"'\n".utf8)),
      ("a.rb", Array("f(:predicate, \"a == #{b}\") # c\n".utf8)),
      (
        "a.md",
        Array("```swift\nlet a = \"b == 1\"\nNSPredicate(format: a)\n```\n```sh\nlog --predicate 'a == 1'\n```\n".utf8)
      ),
      ("a.plist", Array("<plist><dict><key>a</key><data>\n\(embedded)\n</data></dict></plist>".utf8)),
      ("b.sh", Array("ssh a \"log --predicate 'a == \\\"$B\\\"'\"\ncat > a <<E\n{\"predicate\": \"a\"}\nE\n".utf8)),
      ("a.robot", Array("Click    -ios predicate string:a == ${B}  c\tpredicate=d\n".utf8)),
    ]
    let check = FileCheck(try .named("munki"))
    let scriptCheck = FileCheck(try .named("oslog"))
    let locatorCheck = FileCheck(try .named("xcuitest"))
    for seed in RandomRun(rounds: 300).seeds {
      var random = SplitMix64(seed: seed)
      var (name, bytes) = random.pick(samples)
      for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
        let index = Int.random(in: bytes.indices, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: index)
        case 2: bytes.insert(random.pick(Array("\"'\\<>&[]{}:-#*\n $@`".utf8)), at: index)
        default: bytes.removeSubrange(index...)
        }
      }
      name = random.oneIn(10) ? random.pick(samples).0 : name
      for finding in [check, scriptCheck, locatorCheck].flatMap({ $0.result(of: bytes, named: name).findings }) {
        #expect(finding.line >= 1 && finding.column >= 1, "seed \(seed)")
        #expect((finding.endLine, finding.endColumn) >= (finding.line, finding.column), "seed \(seed)")
      }
    }
  }
}
