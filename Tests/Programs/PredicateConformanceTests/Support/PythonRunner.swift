import Foundation
import PredicateDocuments

@testable import PredicateConformance

/// Runs `Grammar/runner/run.py` and reads its verdicts.
struct PythonRunner {
  /// The verdicts by case name, the status, and other parts of the runner's report.
  struct Outcome {
    var verdicts: [String: String]
    var status: Int32
    var output: String
    var suite: JSONValue?
    /// The answers that differed from the expected ones, by case name.
    var answers: JSONValue?
  }

  /// Whether Python is installed.
  static let isAvailable = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3")

  /// All cases of `Grammar` against this implementation: run once, for all tests.
  static let all = Result {
    guard let command = GrammarFolder.command else { throw ConformanceFormatError("the command is not built") }
    return try run(adapter: "'\(command)' adapter", suite: nil, jobs: 2)
  }

  /// A time limit in seconds for adapters that always answer. It is longer than the limit of a whole test run.
  static let enoughSeconds = 86_400.0

  /// Runs the suite of a folder, or all of `Grammar`, against an adapter.
  static func run(adapter: String, suite: URL?, timeout: Double = enoughSeconds, jobs: Int = 1) throws -> Outcome {
    let report = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".json")
    defer { try? FileManager.default.removeItem(at: report) }
    let outcome = try PythonTool.run(
      "runner/run.py",
      ["--adapter", adapter, "--report", report.path, "--timeout", "\(timeout)", "--jobs", "\(jobs)"]
        + (suite.map { ["--suite", $0.path] } ?? []))
    guard case .object(let object) = try JSONReader.value(of: Array(try Data(contentsOf: report))),
      case .object(let cases)? = object["cases"]
    else { throw ConformanceFormatError("the report has no cases") }
    var verdicts: [String: String] = [:]
    for member in cases.members {
      if case .string(let verdict) = member.value { verdicts[member.name] = verdict }
    }
    return Outcome(
      verdicts: verdicts, status: outcome.status, output: outcome.output, suite: object["suite"],
      answers: object["answers"])
  }
}

extension ConformanceRun {
  var verdicts: [String: String] {
    Dictionary(results.map { ($0.name, $0.verdict.rawValue) }, uniquingKeysWith: { first, _ in first })
  }
}

/// A folder that is removed with the test.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  func write(_ text: String, to path: String) throws -> URL {
    let file = url.appendingPathComponent(path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file
  }
}
