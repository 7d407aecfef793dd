import Foundation
import PredicateTestSupport

/// Runs the program node, which some machines lack.
enum NodeTool {
  /// The path of the program; nil if the machine lacks it.
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The output of a script in a folder; nil if it fails.
  static func output(of script: String, in folder: URL) throws -> String? {
    guard let path else { return nil }
    let run = try TestProcess.run(path, [script], in: folder)
    return run.status == 0 ? run.output : nil
  }
}
