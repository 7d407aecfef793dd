import Foundation

@testable import PredicateConformance

/// Finds the folder `Grammar`, and the command that was built with the tests.
enum GrammarFolder {
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A file or folder in `Grammar`.
  static func url(_ path: String) -> URL { root.appendingPathComponent("Grammar").appendingPathComponent(path) }

  /// The text of a file in `Grammar`.
  static func text(_ path: String) throws -> String {
    String(decoding: try Data(contentsOf: url(path)), as: UTF8.self)
  }

  static func suiteFiles() throws -> [URL] {
    let folder = url("suite")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }.sorted()
      .map { folder.appendingPathComponent($0) }
  }

  /// Whether generated files are written instead of compared.
  static let isRecording = ProcessInfo.processInfo.environment["OPENPREDICATE_RECORD"] == "1"

  /// The path of the command `predicate`; nil if it was not built.
  static let command = program("predicate")

  /// The path of a program in the folder of the tests; nil if it was not built.
  static func program(_ name: String) -> String? {
    var folders = [URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()]
    if let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
      folders.append(URL(fileURLWithPath: link).deletingLastPathComponent())
    }
    folders += folders.flatMap { folder in
      (1...4).map { count in (0..<count).reduce(folder) { above, _ in above.deletingLastPathComponent() } }
    }
    return folders.map { $0.appendingPathComponent(name).path }
      .first { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
          && FileManager.default.isExecutableFile(atPath: path)
      }
  }

  /// Compares a generated file with its expected text, or writes it.
  static func isCurrent(_ path: String, _ text: String) throws -> Bool {
    if isRecording { try Data(text.utf8).write(to: url(path)) }
    return try self.text(path).utf8.elementsEqual(text.utf8)
  }
}
