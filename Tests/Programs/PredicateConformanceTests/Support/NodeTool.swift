import Foundation
import PredicateTestSupport

/// The program node, which not every machine has.
enum NodeTool {
  /// Where it is; nil without it.
  static let path: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/node" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// The output of a script in a folder; nil if it fails.
  static func output(of script: String, in folder: URL) throws -> String? {
    guard let path else { return nil }
    let run = try TestProcess.run(path, [script], in: folder)
    return run.status == 0 ? run.output : nil
  }
}
