import Foundation
import PredicateTestSupport

/// Runs a Python program of `Grammar` by its command line.
struct PythonTool {
  /// Runs a file of a folder that is built like `Grammar`. The output has both streams.
  static func run(
    _ file: String, _ arguments: [String], in folder: URL = GrammarFolder.url("")
  ) throws -> TestProcess.Outcome {
    try TestProcess.run(
      "/usr/bin/python3", [folder.appendingPathComponent(file).path] + arguments, environment: environment,
      errors: .merged)
  }

  /// The environment of this process, without writing compiled files, which would change the tree.
  static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
  }
}
