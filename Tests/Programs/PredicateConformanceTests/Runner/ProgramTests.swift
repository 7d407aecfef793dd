import Foundation
import PredicateDocuments
import PredicateOutput
import Testing

@testable import PredicateConformance

/// `predicate conformance` as a program reads the expected input, and gives the expected output and status.
@Suite("The command")
struct ConformanceProgramTests {
  private static let cases = #"""
    [{"id": "a-1", "rule": "r", "format": "1 == 1 AND 'a|`<' != ''", "expect": {"value": true}, "level": "required",
      "source": "s"},
     {"id": "a-2", "rule": "q", "format": "1 == 2 AND 'a|`<' != ''", "expect": {"value": true}, "level": "required",
      "source": "s"},
     {"id": "a-3", "rule": "p", "format": "1 == 3", "expect": {"value": true}, "level": "optional", "source": "s"}]
    """#

  private func run(
    _ text: String, _ adapt: (inout ConformanceProgram, TemporaryFolder) -> Void = { _, _ in }
  ) throws -> (status: ProgramStatus, output: String, errors: String, folder: TemporaryFolder) {
    let folder = try TemporaryFolder()
    _ = try folder.write(text, to: "Grammar/suite/topic/a.json")
    var program = ConformanceProgram(engine: DatabaseEngine.sqlite)
    program.suite = folder.url.appendingPathComponent("Grammar/suite").path
    adapt(&program, folder)
    let (output, errors) = (TextOutput(), TextOutput())
    let status = program.run(output: output, errors: errors)
    return (status, output.text, errors.text, folder)
  }

  /// An engine may depend on the environment. If it cannot be made, the reason is reported once. It is not made for the adapter of another implementation.
  @Test("An engine that cannot be made is a failure")
  func missingEngine() throws {
    struct Missing: Error, CustomStringConvertible { let description = "there is no server" }
    func make() throws -> any AdapterEngine { throw Missing() }
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.cases, to: "Grammar/suite/topic/a.json")
    var program = ConformanceProgram(engine: try make())
    program.suite = folder.url.appendingPathComponent("Grammar/suite").path
    var (output, errors) = (TextOutput(), TextOutput())
    #expect(program.run(output: output, errors: errors) == .failure)
    #expect(output.text.isEmpty && errors.text == "predicate: there is no server\n")
    program.adapter = "exit 3"
    (output, errors) = (TextOutput(), TextOutput())
    #expect(program.run(output: output, errors: errors) == .failure)
    #expect(!errors.text.contains("no server"), "\(errors.text)")
  }

  @Test("The status distinguishes failed required cases, other failures, and a suite that cannot be read")
  func status() throws {
    #expect(try run(Self.cases).status == .wrongInput)
    #expect(try run(Self.cases) { program, _ in program.selection.filter = "a-1" }.status == .success)
    #expect(try run(Self.cases) { program, _ in program.selection.filter = "topic/a-3 p" }.status == .success)
    #expect(try run(Self.cases) { program, _ in program.selection.filter = "nothing" }.status == .failure)
    #expect(try run("[{}]").errors.contains("a.json"))
    #expect(try run("{").status == .failure)
    #expect(try run(Self.cases.replacing("a-2", with: "a-1")).errors.contains("a-1 occurs twice"))
    #expect(try run(Self.cases) { program, _ in program.reports = ["report.txt"] }.status == .failure)
    #expect(try run(Self.cases) { program, _ in program.suite = "/nonexistent" }.status == .failure)
  }

  @Test("A failure is explained with its place, the request, the expectation and the answer")
  func explanation() throws {
    let text = #"""
      [{"id": "b-1", "rule": "r", "format": "a == %@ AND b", "object": {"a": 1}, "arguments": [2], "level": "required",
        "expect": {"value": true}, "source": "s"},
       {"id": "b-2", "rule": "r", "format": "a == 1", "object": {"a": 2}, "expect": {"value": true}, "level": "required",
        "dialects": ["apple"], "capabilities": ["core"], "source": "s"},
       {"id": "b-3", "rule": "r", "format": "a == 1", "object": {"a": 2}, "expect": {"value": true}, "level": "required",
        "dialects": ["open"], "capabilities": ["core", "print"], "source": "s"}]
      """#
    let output = try run(text).output
    for line in [
      "rejects-wrongly  b-1 (required), topic/a.json:1", "    format     a == %@ AND b", #"    object     {"a":1}"#,
      "    arguments  [2]", "    expected   true", #"    found      {"error":{"kind":"syntax""#,
      "fail  b-3 (required), topic/a.json:5",
    ] { #expect(output.contains(line), "\(output)") }
    #expect(!output.contains("b-2"))
    let apple = try run(text) { program, _ in program.selection.dialect = .apple }.output
    #expect(apple.contains("b-2") && !apple.contains("b-3"))
    let core = try run(text) { program, _ in program.selection.capabilities = ["core"] }.output
    #expect(!core.contains("b-3"))
    #expect(try run(text) { program, _ in program.selection.ids = ["b-3"] }.output.contains("0 of 1 required"))
    #expect(try run(text.replacing("apple", with: "pear")).errors.contains("there is no dialect \"pear\""))
  }

  @Test("A report in each form names the failures, and a text cannot break out of it")
  func reports() throws {
    let names = ["r.md", "r.json", "r.html"]
    let result = try run(Self.cases) { program, folder in
      program.reports = names.map { folder.url.appendingPathComponent($0).path }
    }
    let texts = try names.map { name in
      String(decoding: try Data(contentsOf: result.folder.url.appendingPathComponent(name)), as: UTF8.self)
    }
    for text in texts + [result.output] {
      #expect(text.contains("a-2") && text.contains("fail") && text.contains("OpenPredicate"))
    }
    #expect(texts[0].contains("| topic | 1 | 2 |") && texts[0].contains("1 of 2 required"))
    #expect(texts[2].contains("&lt;") && !texts[2].contains("`<'"))
    guard case .object(let profile) = try JSONReader.value(of: texts[1]), case .object(let cases)? = profile["cases"],
      case .object(let answers)? = profile["answers"]
    else { throw ConformanceFormatError("the profile has no cases") }
    #expect(cases.members.map(\.name) == ["a-1", "a-2", "a-3"])
    #expect(answers.members.map(\.name) == ["a-2", "a-3"])
  }

  @Test("The standing counts required results, and names those that are wrong or skipped")
  func standing() throws {
    let json = #"{"required":2,"right":1,"wrong":["a-2"],"skipped":[]}"#
    let result = try run(Self.cases) { program, folder in
      program.reports = [folder.url.appendingPathComponent("r.json").path]
    }
    #expect(result.output.contains("1 of 2 required results are right, 1 wrong."))
    // The folder may lack cases of a rung, so no rung is judged.
    #expect(!result.output.contains("rung"))
    let text = try Data(contentsOf: result.folder.url.appendingPathComponent("r.json"))
    let report = try JSONReader.value(of: Array(text))
    guard case .object(let members) = report, let required = members["required"] else {
      throw ConformanceFormatError("the report has no standing")
    }
    #expect(JSONWriter.text(of: required) == json)
    #expect(members["ladder"] == nil)
  }

  @Test("A rung is climbed if no required case of it is wrong or skipped")
  func ladder() throws {
    let text = #"""
      [{"id": "a-1", "rule": "r", "format": "1 == 1", "expect": {"value": true}, "level": "required", "source": "s", "rung": 1},
       {"id": "a-2", "rule": "r", "format": "1 == 1", "expect": {"value": false}, "level": "choice", "source": "s", "rung": 1},
       {"id": "a-3", "rule": "r", "format": "1 == 1", "expect": {"value": false}, "level": "required", "source": "s", "rung": 2},
       {"id": "a-4", "rule": "r", "format": "'a' < 1", "expect": {"error": "type"}, "level": "required", "source": "s", "rung": 3},
       {"id": "a-5", "rule": "r", "format": "1 == 1", "expect": {"value": false}, "level": "required", "source": "s"}]
      """#
    let folder = try TemporaryFolder()
    _ = try folder.write(text, to: "suite/topic/a.json")
    _ = try folder.write("1.2.3\n", to: "VERSION")
    let suite = try ConformanceSuite(folder: folder.url.appendingPathComponent("suite/topic"))
    #expect(suite.version == "1.2.3")
    func ladder(_ rungs: Set<Int>, wholly: Bool = true) -> String {
      var selection = ConformanceSelection()
      selection.rungs = rungs
      var runner = ConformanceRunner(target: LocalTarget(engine: DatabaseEngine.sqlite))
      var run = runner.run(suite.cases(selection))
      run.hasWholeRungs = wholly
      return run.ladderText
    }
    let lines = [
      "rung 1 is climbed: 1 of 1 required results are right\n",
      "rung 2 is not climbed: 0 of 1 required results are right, 1 wrong: a-3\n",
      "rung 3 is climbed: 1 of 1 required results are right\n",
    ]
    #expect(ladder([]) == lines.joined() + "The ladder is climbed up to rung 1.\n")
    #expect(ladder([1]) == lines[0] + "The ladder is climbed up to rung 1.\n")
    #expect(ladder([2, 3]) == lines[1] + lines[2])
    #expect(ladder([], wholly: false) == "")
  }

  @Test("The suite is found from any folder below")
  func discovery() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Self.cases, to: "Grammar/suite/topic/a.json")
    _ = try folder.write("", to: "x/y/z")
    let found = ConformanceSuite.folder(above: folder.url.appendingPathComponent("x/y"))
    #expect(found?.resolvingSymlinksInPath().path == file.deletingLastPathComponent().deletingLastPathComponent().path)
    #expect(try ConformanceSuite(folder: try #require(found)).cases.count == 3)
  }

  @Test("A profile has the cases of its suite: every case of it is known")
  func profiles() throws {
    guard case .object(let profile) = try JSONReader.value(of: GrammarFolder.text(MatrixFile.profile)),
      case .object(let cases)? = profile["cases"]
    else { throw ConformanceFormatError("the profile has no cases") }
    let known = Set(SuiteRun.run.results.map(\.item.id))
    let judged = Set(cases.members.map { $0.name.split(separator: "@").first.map { String($0) } ?? "" })
    #expect(judged.subtracting(known).isEmpty, "cases that are gone: make the profile again")
    #expect(known.subtracting(judged).isEmpty, "cases that are new: make the profile again, see adapters/README.md")
  }
}
