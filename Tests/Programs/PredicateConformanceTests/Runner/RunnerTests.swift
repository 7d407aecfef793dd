import Foundation
import PredicateDocuments
import PredicateOutput
import PredicateTestSupport
import Testing

@testable import PredicateConformance

/// Both runners give the expected verdicts and status, and agree.
@Suite("Runners")
struct RunnerTests {
  private static let cases = #"""
    {"cases": [
      {"id": "a-1", "rule": "r", "format": "1 == 1", "expect": {"value": true}, "level": "required", "source": "s"},
      {"id": "a-2", "rule": "r", "format": "x ==", "expect": {"error": "syntax", "range": [4, 4]}, "level": "required",
       "source": "s"},
      {"id": "a-3", "rule": "r", "format": "a = 1", "expect": {"valid": true}, "canonical": "a == 1", "level": "required",
       "source": "s"},
      {"id": "a-4", "rule": "r", "expression": "e", "level": "optional", "source": "s",
       "expect": {"value": [1, {"$set": [1, {"$date": 0}]}, {"$decimal": "0.50"}, null, {"$double": "nan"}]}},
      {"id": "a-5", "rule": "r", "expression": "c", "expect": {"value": 1}, "level": "choice", "source": "s"},
      {"id": "a-6", "rule": "r", "expression": "t", "expect": {"value": 1.5, "tolerance": 0.01}, "level": "required",
       "source": "s"},
      {"id": "a-7", "rule": "r", "expression": "y", "expect": {"anyOf": [{"value": 1}, {"error": "type"}]},
       "level": "required", "source": "s"},
      {"id": "a-8", "rule": "r", "format": "z", "fixture": "movies", "entity": "Movie", "expect": {"ids": [1, 2]},
       "level": "required", "source": "s"}
    ]}
    """#

  /// Answers by the id of the request, in the order of the cases: 1, 2, 3 and 4 for the print, 5, 6, 7, 8, 9.
  private static func adapter(_ answers: [Int: String], hello: String = #""engines": ["memory"]"#) -> String {
    let right: [Int: String] = [
      1: #""value": true"#, 2: #""error": {"kind": "syntax", "range": [4, 4]}"#, 3: #""canonical": "a == 1""#,
      4: #""canonical": "a == 1""#,
      5:
        #""value": [{"$int": "1"}, {"$set": [{"$date": "2001-01-01T00:00:00Z"}, 1]}, {"$decimal": "0.5"}, null, {"$double": "nan"}]"#,
      6: #""value": 1"#, 7: #""value": 1.505"#, 8: #""error": {"kind": "type"}"#, 9: #""ids": [1, 2]"#,
    ]
    let lines = right.merging(answers) { $1 }.map { "\($0)) echo '{\"id\": \($0), \($1)}';;" }.joined(separator: " ")
    return "n=0; echo '{\(hello)}'; read line; while read line; do n=$((n+1)); case $n in \(lines) esac; done"
  }

  /// Runs the suite by the runner in Python, with a time limit for each answer that is longer than the whole run.
  private static func python(
    _ adapter: String, _ suite: String, _ options: [String] = []
  ) throws -> TestProcess.Outcome {
    try PythonTool.run(
      "runner/run.py",
      ["--adapter", adapter, "--suite", suite, "--timeout", "\(PythonRunner.enoughSeconds)"] + options)
  }

  private static let all = ["a-1", "a-2", "a-3", "a-4", "a-5", "a-6", "a-7", "a-8@memory"]

  /// The verdicts of a run, which both runners must agree on.
  private func verdicts(_ adapter: String) throws -> (verdicts: [String: String], status: ProgramStatus) {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.cases, to: "suite/a/a.json")
    let suite = folder.url.appendingPathComponent("suite")
    var runner = ConformanceRunner(target: AdapterProcess(command: adapter, timeout: PythonRunner.enoughSeconds))
    let run = runner.run(try ConformanceSuite(folder: suite).cases)
    if PythonRunner.isAvailable {
      let python = try PythonRunner.run(adapter: adapter, suite: suite)
      #expect(python.verdicts == run.verdicts)
      #expect(python.status == run.status.rawValue)
    }
    return (run.verdicts, run.status)
  }

  @Test("An implementation that is right")
  func right() throws {
    let (verdicts, status) = try verdicts(Self.adapter([:]))
    #expect(verdicts == Dictionary(uniqueKeysWithValues: Self.all.map { ($0, "pass") }))
    #expect(status == .success)
  }

  @Test(
    "One answer that is not right, and its verdict",
    arguments: [
      (1, #""value": false"#, "a-1", "fail", 1), (1, #""value": 1"#, "a-1", "fail", 1),
      (1, #""error": {"kind": "type"}"#, "a-1", "rejects-wrongly", 1),
      (1, #""error": {"kind": "nonsense"}"#, "a-1", "fail", 1),
      (1, #""skip": "no""#, "a-1", "skipped", 0), (1, #""nothing": 1"#, "a-1", "fail", 1),
      (1, #""ids": []"#, "a-1", "fail", 1), (1, #""value": true, "error": {"kind": "syntax"}"#, "a-1", "fail", 1),
      (2, #""value": true"#, "a-2", "accepts-wrongly", 1), (2, #""error": {"kind": "type"}"#, "a-2", "fail", 1),
      (2, #""error": {"kind": "syntax"}"#, "a-2", "pass", 0),
      (2, #""error": {"kind": "syntax", "range": [0, 4]}"#, "a-2", "fail", 1),
      (3, #""error": {"kind": "syntax"}"#, "a-3", "rejects-wrongly", 1), (3, #""canonical": 1"#, "a-3", "fail", 1),
      (4, #""canonical": "a = 1""#, "a-3", "fail", 1),
      (4, #""error": {"kind": "syntax"}"#, "a-3", "rejects-wrongly", 1),
      (4, #""skip": "no""#, "a-3", "pass", 0), (4, #""canonical": """#, "a-3", "skipped", 0),
      (5, #""value": [1]"#, "a-4", "fail", 0),
      (
        5, #""value": [1.0, {"$set": [{"$date": 0}, 1]}, {"$decimal": "0.5"}, null, {"$double": "nan"}]"#, "a-4",
        "fail", 0
      ),
      (5, #""value": [1, {"$set": [{"$date": 0}, 1]}, 0.5, null, {"$double": "nan"}]"#, "a-4", "fail", 0),
      (
        5, #""value": [1, {"$set": [{"$date": 0}, {"$double": "1"}]}, {"$decimal": "0.5"}, null, {"$double": "nan"}]"#,
        "a-4", "fail", 0
      ),
      (6, #""value": 2"#, "a-5", "choice", 0), (6, #""value": true"#, "a-5", "choice", 0),
      (6, #""error": {"kind": "type"}"#, "a-5", "choice", 0), (7, #""value": 1.52"#, "a-6", "fail", 1),
      (8, #""value": 1"#, "a-7", "pass", 0), (8, #""value": 2"#, "a-7", "fail", 1),
      (8, #""error": {"kind": "syntax"}"#, "a-7", "fail", 1), (9, #""ids": [2, 1]"#, "a-8@memory", "fail", 1),
      (9, #""value": [1, 2]"#, "a-8@memory", "fail", 1),
    ] as [(Int, String, String, String, Int32)])
  func wrong(_ number: Int, _ answer: String, _ name: String, _ verdict: String, _ status: Int32) throws {
    // After an invalid answer, a runner restarts the adapter, which then counts from one again. So only this case is compared.
    let result = try verdicts(Self.adapter([number: answer]))
    #expect(result.verdicts[name] == verdict)
    if verdict != "fail" || status == 0 { #expect(result.status.rawValue == status) }
  }

  @Test(
    "The report of the runner in Python has the suite's version and the answers that were not expected",
    .enabled(if: PythonRunner.isAvailable))
  func pythonReport() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.cases, to: "suite/a/a.json")
    _ = try folder.write("0.1.2\n", to: "VERSION")
    let adapter = Self.adapter([1: #""value": false"#, 6: #""value": 2"#])
    let outcome = try PythonRunner.run(adapter: adapter, suite: folder.url.appendingPathComponent("suite"))
    guard case .string("0.1.2")? = outcome.suite, case .object(let answers)? = outcome.answers else {
      throw ConformanceFormatError("the report has no version and no answers")
    }
    #expect(answers.members.map(\.name) == ["a-1", "a-5"])
    #expect(answers["a-1"].map { JSONWriter.text(of: $0) } == #"{"id":1,"value":false}"#)
    #expect(outcome.output.contains("5 of 6 required results are right, 1 wrong\n"), "\(outcome.output)")
    // The version is also that of a folder of the suite.
    let part = try PythonRunner.run(adapter: adapter, suite: folder.url.appendingPathComponent("suite/a"))
    #expect(part.suite.map { JSONWriter.text(of: $0) } == #""0.1.2""#)
    let missing = try Self.python(adapter, folder.url.appendingPathComponent("suite/b").path)
    #expect(missing.status == 2 && missing.output.contains("suite/b: No such file or directory"), "\(missing.output)")
  }

  @Test("Both runners show the same standing on each rung", .enabled(if: PythonRunner.isAvailable))
  func ladders() throws {
    let python = try PythonRunner.all.get().output
    var run = SuiteRun.run
    run.hasWholeRungs = true
    #expect(run.ladderText.hasPrefix("rung 1 is climbed: ") && python.contains(run.ladderText), "\(python)")
    #expect(run.ladderText.hasSuffix("The ladder is climbed up to rung 5.\n"))
    let example = "/usr/bin/python3 '\(GrammarFolder.url("adapters/example.py").path)'"
    let rung = try PythonTool.run(
      "runner/run.py", ["--adapter", example, "--rung", "1", "--timeout", "\(PythonRunner.enoughSeconds)"])
    #expect(rung.output.contains("rung 1 is not climbed: ") && !rung.output.contains("rung 2"), "\(rung.output)")
    #expect(rung.output.contains("No rung of the ladder is climbed yet."), "\(rung.output)")
  }

  @Test("In dialect apple any error is right if one is expected, and numbers are compared by value")
  func apple() throws {
    let adapter = Self.adapter([
      2: #""error": {"kind": "type", "range": [0, 1]}"#,
      5: #""value": [1.0, {"$set": [{"$date": 0}, 1]}, 0.5, null, {"$double": "nan"}]"#, 8: #""value": 1.0"#,
    ])
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.cases, to: "suite/a/a.json")
    let suite = folder.url.appendingPathComponent("suite")
    var runner = ConformanceRunner(
      target: AdapterProcess(command: adapter, timeout: PythonRunner.enoughSeconds), dialect: .apple)
    let run = runner.run(try ConformanceSuite(folder: suite).cases)
    #expect(run.verdicts == Dictionary(uniqueKeysWithValues: Self.all.map { ($0, "pass") }))
    if PythonRunner.isAvailable {
      let outcome = try Self.python(adapter, suite.path, ["--dialect", "apple"])
      #expect(outcome.status == 0, "\(outcome.output)")
    }
  }

  @Test(
    "The runner in Python explains the failures, also with several adapters", .enabled(if: PythonRunner.isAvailable))
  func explanation() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.cases, to: "suite/a/a.json")
    let suite = folder.url.appendingPathComponent("suite").path
    let adapter = Self.adapter([2: #""value": true"#])
    let one = try Self.python(adapter, suite)
    for line in [
      "accepts-wrongly  a-2 (required), a/a.json:3", "    format     x ==",
      #"    expected   {"error": "syntax", "range": [4, 4]}"#, #"    found      {"value": true}"#,
    ] { #expect(one.output.contains(line), "\(one.output)") }
    let wrong = "while read line; do echo '{\"id\": 1, \"value\": 7}'; done"
    let several = try Self.python(wrong, suite, ["--jobs", "3", "--only", "a-1", "--only", "a-6"])
    #expect(several.status == 1 && several.output.contains("2 results"), "\(several.output)")
    let none = try Self.python(wrong, suite, ["--capability", "print", "--filter", "nothing"])
    #expect(none.status == 2, "\(none.output)")
  }

  @Test("Engines: as many results as the implementation names, none if it names none")
  func engines() throws {
    let two = try verdicts(Self.adapter([10: #""ids": [1]"#], hello: #""engines": ["memory", "sqlite"]"#))
    #expect(two.verdicts["a-8@memory"] == "pass" && two.verdicts["a-8@sqlite"] == "fail")
    let none = try verdicts(Self.adapter([:], hello: #""engines": []"#))
    #expect(none.verdicts["a-8"] == "skipped" && none.status == .success)
  }

  @Test(
    "An adapter that ends before it answers hello is an error of both runners, who send it no case",
    arguments: [
      ("/nonexistent/adapter 2>/dev/null", "the adapter ended with status 127 before its answer"),
      ("exit 3", "the adapter ended with status 3 before its answer"),
      ("read line", "the adapter ended with status 0 before its answer"),
      ("read line; kill -9 $$", "signal 9 ended the adapter before its answer"),
      ("exec >&-; sleep 3600", "the adapter closed its output before its answer"),
      ("printf '{\"id\":'", "the adapter ended with status 0 before its answer"),
    ])
  func ended(_ adapter: String, _ message: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.cases, to: "suite/a/a.json")
    let suite = folder.url.appendingPathComponent("suite").path
    var program = ConformanceProgram(engine: MemoryEngine())
    program.suite = suite
    program.adapter = adapter
    program.timeout = PythonRunner.enoughSeconds
    let (output, errors) = (TextOutput(), TextOutput())
    #expect(program.run(output: output, errors: errors) == .failure)
    #expect(errors.text == "predicate: \(message): \(adapter)\n")
    #expect(output.text == "")
    if PythonRunner.isAvailable {
      let python = try Self.python(adapter, suite)
      #expect(python.status == 2)
      #expect(python.output.contains("\(message): \(adapter)"), "\(python.output)")
    }
  }

  @Test("An adapter that ends before it answers hello is a typed error; a late answer, or any answer, is accepted")
  func typedEnding() throws {
    #expect(throws: AdapterStartError.ended(command: "exit 3", status: 3)) {
      try AdapterProcess(command: "exit 3", timeout: PythonRunner.enoughSeconds).requireAnswer()
    }
    #expect(throws: AdapterStartError.killed(command: "kill -15 $$", signal: 15)) {
      try AdapterProcess(command: "kill -15 $$", timeout: PythonRunner.enoughSeconds).requireAnswer()
    }
    try AdapterProcess(command: "sleep 3600", timeout: 0.1).requireAnswer()
    try AdapterProcess(command: "echo no; sleep 3600").requireAnswer()
  }

  @Test(
    "The runner in Python reports an answer of a wrong form, missing elements of a list, and missing names",
    .enabled(if: PythonRunner.isAvailable))
  func details() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Self.cases, to: "suite/a/a.json")
    let suite = folder.url.appendingPathComponent("suite").path
    func output(_ answers: [Int: String], _ options: [String] = []) throws -> TestProcess.Outcome {
      try Self.python(Self.adapter(answers), suite, options)
    }
    let form = try output([1: #""value": true, "ids": []"#]).output
    #expect(form.contains("    because    an answer has one result, this one has value, ids"), "\(form)")
    let rows = try output([9: #""ids": [2, 5]"#]).output
    #expect(rows.contains("    missing    1\n    too much   5\n"), "\(rows)")
    let skipped = try output([1: #""skip": "Too hard.""#]).output
    #expect(skipped.contains("skipped: 1 × Too hard."), "\(skipped)")
    let other = try output([6: #""value": 2"#]).output
    #expect(other.contains("chosen otherwise: 1 × r"), "\(other)")
    let unknown = try output([:], ["--only", "a-9"])
    #expect(unknown.status == 2 && unknown.output.contains("there is no case a-9"), "\(unknown.output)")
    #expect(try output([:], ["--only", "a-1@memory"]).output.contains("1 results"))
    #expect(try output([:], ["--capability", "prints"]).status == 2)
  }

  @Test("An implementation that skips everything proves nothing")
  func skipping() throws {
    let loop = #"while read line; do n=$((n+1)); echo "{\"id\":$n,\"skip\":\"no\"}"; done"#
    let (verdicts, status) = try verdicts(#"n=0; echo '{"engines": ["memory"]}'; read line; "# + loop)
    #expect(verdicts.values.allSatisfy { $0 == "skipped" })
    #expect(status == .failure)
  }

  @Test(
    "Both runners agree on this implementation, in this process and over the protocol",
    .enabled(if: PythonRunner.isAvailable))
  func agreement() throws {
    let python = try PythonRunner.all.get()
    #expect(python.verdicts == SuiteRun.run.verdicts)
    #expect(python.status == SuiteRun.run.status.rawValue)
  }

  @Test("The runner in Python stays short")
  func length() throws {
    for file in ["run", "adapter", "values", "judge", "suite", "rungs"] {
      let lines = try GrammarFolder.text("runner/\(file).py").split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast()
      #expect(lines.count < 250, "\(file).py")
    }
  }
}
