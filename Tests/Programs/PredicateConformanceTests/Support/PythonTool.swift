import Foundation

/// A program in Python of `Grammar`, run by its command line.
struct PythonTool {
  /// What a run printed, on both streams, and how it left.
  struct Outcome {
    let status: Int32
    let output: String
  }

  /// Runs a file of a folder that is built like `Grammar`.
  static func run(
    _ file: String, _ arguments: [String], in folder: URL = GrammarFolder.url("")
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = [folder.appendingPathComponent(file).path] + arguments
    // A folder of compiled files would be a change of the tree.
    process.environment = ProcessInfo.processInfo.environment.merging(["PYTHONDONTWRITEBYTECODE": "1"]) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: output)
  }
}
