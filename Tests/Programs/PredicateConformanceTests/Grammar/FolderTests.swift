import Foundation
import PredicateTestSupport
import Testing

@testable import PredicateConformance

/// `Grammar` is complete by itself: a copy of it in another folder can check itself, and detects changes that break it.
@Suite("The folder on its own", .enabled(if: PythonRunner.isAvailable))
struct FolderTests {
  /// A copy of the folder, outside of the package.
  private static func copy() throws -> (folder: TemporaryFolder, url: URL) {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("standard")
    try FileManager.default.copyItem(at: GrammarFolder.url(""), to: url)
    return (folder, url)
  }

  @Test("A copy elsewhere passes its own checks, with this implementation as the adapter")
  func stands() throws {
    let command = try #require(GrammarFolder.command)
    let (folder, url) = try Self.copy()
    defer { withExtendedLifetime(folder) {} }
    let outcome = try PythonTool.run(
      "tools/check.py", ["--adapter", "'\(command)' adapter", "--timeout", "\(PythonRunner.enoughSeconds)"], in: url)
    #expect(outcome.status == 0, "\(outcome.output)")
    #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("fine ") } == 14, "\(outcome.output)")
  }

  @Test("An adapter that skips most requests is not wrong, and one that answers an example wrongly is")
  func skips() throws {
    let example = GrammarFolder.url("adapters/example.py").path
    func check(_ adapter: String) throws -> TestProcess.Outcome {
      try PythonTool.run(
        "tools/check.py",
        ["--only", "packages", "--adapter", adapter, "--timeout", "\(PythonRunner.enoughSeconds)"])
    }
    let skipping = try check("/usr/bin/python3 '\(example)'")
    #expect(skipping.status == 0, "\(skipping.output)")
    #expect(skipping.output.contains("fine   Every example of PROTOCOL.md"), "\(skipping.output)")
    #expect(skipping.output.contains("skipped 200 random formats"), "\(skipping.output)")
    let wrong = try check("/usr/bin/python3 '\(example)' | sed -u 's/true/false/'")
    #expect(wrong.status == 1 && wrong.output.contains("WRONG  Every example"), "\(wrong.output)")
  }

  @Test(
    "A change that must not be is noticed by the check that is for it",
    arguments: [
      // Changes to a copy: another meaning of a released case, the file of all cases, a tag, a value that JSON readers cannot represent.
      ("suite/nil/basics.json", #""format": "0 == nil""#, #""format": "1 == nil""#, "released"),
      ("suite/nil/basics.json", #""format": "0 == nil""#, #""format": "1 == nil""#, "bundle"),
      ("suite/nil/basics.json", #""dialects": ["apple", "open"]"#, #""dialects": ["open"]"#, "tags"),
      ("suite/nil/basics.json", #""rung": 2"#, #""rung": 1"#, "tags"),
      ("suite/nil/basics.json", #""object": {"a": 1}"#, #""object": {"a": 1.0}"#, "values"),
      ("suite/lexer/numbers.json", #"{"$int": "-3074457345618258602"}"#, "-3074457345618258602", "values"),
      ("suite/lexer/numbers.json", #""-3074457345618258602""#, #""-3074457345618258601""#, "released"),
      ("suite/nil/basics.json", #""level": "required""#, #""level": "needed""#, "schemas"),
      ("PROTOCOL.md", #"{"id":7,"value":true}"#, #"{"id":7,"value":true,"ids":[1]}"#, "examples"),
      ("semantics.md", "| `Ø` | `ø` |", "| `Ø` | `o` |", "families"),
      // Changes to a copy: a link to nothing, a rule that does not exist, a path outside of the folder.
      ("README.md", "(PROTOCOL.md)", "(../PROTOCOL.md)", "links"),
      ("DEVIATIONS.md", "`function.unknown.name`", "`function.unknown.nobody`", "links"),
      ("semantics.md", "(error.early)", "(error.earlier)", "links"),
      ("README.md", "Write an *adapter*", "Run scripts/test, write an *adapter*", "links"),
    ])
  func notices(_ file: String, _ original: String, _ change: String, _ check: String) throws {
    let (folder, url) = try Self.copy()
    defer { withExtendedLifetime(folder) {} }
    if check == "tags" {
      // The tags of one topic are as good as those of all, which take seconds.
      for topic in try FileManager.default.contentsOfDirectory(atPath: url.path + "/suite") where topic != "nil" {
        try FileManager.default.removeItem(atPath: "\(url.path)/suite/\(topic)")
      }
      #expect(try PythonTool.run("tools/tags.py", [], in: url).status == 0)
      #expect(try PythonTool.run("tools/check.py", ["--only", check], in: url).status == 0)
    }
    let path = url.appendingPathComponent(file)
    let text = String(decoding: try Data(contentsOf: path), as: UTF8.self)
    let range = try #require(text.range(of: original))
    try Data(text.replacingCharacters(in: range, with: change).utf8).write(to: path)
    let outcome = try PythonTool.run("tools/check.py", ["--only", check], in: url)
    #expect(outcome.status == 1 && outcome.output.hasPrefix("WRONG  "), "\(outcome.output)")
  }

  @Test("The adapters to begin with answer nothing wrongly, and are short")
  func examples() throws {
    let folder = try TemporaryFolder()
    var adapters = ["/usr/bin/python3 '\(GrammarFolder.url("adapters/example.py").path)'"]
    if FileManager.default.isExecutableFile(atPath: "/usr/bin/cc") {
      let program = folder.url.appendingPathComponent("example").path
      let compiler = try TestProcess.run(
        "/usr/bin/cc", ["-std=c99", "-Werror", "-Wall", "-o", program, GrammarFolder.url("adapters/example.c").path])
      #expect(compiler.status == 0, "\(compiler.errors)")
      adapters.append("'\(program)'")
    }
    if let node = ["/usr/bin/node", "/usr/local/bin/node"].first(where: FileManager.default.isExecutableFile) {
      adapters.append("'\(node)' '\(GrammarFolder.url("adapters/example.js").path)'")
    }
    for adapter in adapters {
      let outcome = try PythonTool.run(
        "runner/run.py", ["--adapter", adapter, "--timeout", "\(PythonRunner.enoughSeconds)"])
      #expect(outcome.status == 0, "\(outcome.output)")
      #expect(outcome.output.contains("does not conform to the predicate suite"), "\(outcome.output)")
    }
    for file in ["example.py", "example.c", "example.js"] {
      #expect(try GrammarFolder.text("adapters/\(file)").split(separator: "\n").count < 150)
    }
  }

  @Test("The open questions are shown with the answers of a report")
  func questions() throws {
    let outcome = try PythonTool.run("tools/questions.py", [GrammarFolder.url("profiles/gnustep-1.28.json").path])
    #expect(outcome.status == 0, "\(outcome.output)")
    let lines = outcome.output.split(separator: "\n")
    let rows = try GrammarFolder.text("DEVIATIONS.md").matches(of: /(?m)^\| \d+ \|/).count
    // 36 questions, three of them in three parts.
    #expect(rows == 42 && lines.count == rows + 2, "\(outcome.output)")
    #expect(lines.contains { $0.hasSuffix("| precedence.power.left: as here |") }, "\(outcome.output)")
    #expect(outcome.output.contains(#"precedence.sign.key: `{"value": -4}`"#), "\(outcome.output)")
    let folder = try TemporaryFolder()
    let report = try folder.write(
      #"{"implementation": "A", "version": "1", "cases": {}, "answers": {}}"#, to: "report.json")
    #expect(try PythonTool.run("tools/questions.py", [report.path]).status == 2)
  }

  @Test("The claim of this implementation has every capability")
  func claim() throws {
    let outcome = try PythonRunner.all.get()
    #expect(outcome.status == 0, "\(outcome.output)")
    let version = try GrammarFolder.text("VERSION").trimmingCharacters(in: .whitespacesAndNewlines)
    let claim =
      "OpenPredicate \(ProjectVersion.text) conforms to the predicate suite \(version), dialect open, capabilities "
      + "core, collation, decimal, fetch, fixture, icu-regex, limits, print"
    #expect(outcome.output.contains(claim), "\(outcome.output.suffix(300))")
    #expect(
      try GrammarFolder.text("ADOPTERS.md").contains(
        "core, collation, decimal, fetch, fixture, icu-regex, limits, print"))
  }
}
