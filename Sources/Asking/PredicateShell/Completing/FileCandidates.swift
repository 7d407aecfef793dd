import Foundation
import PredicateStatements

/// The paths that begin with the typed text.
enum FileCandidates {
  /// The most that are listed of a folder.
  static let limit = 500

  /// Files and folders, folders with a slash at the end. `~/` is the home folder. Hidden ones only if the typed name begins with a dot.
  static func candidates(for typed: String) -> [CompletionCandidate] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let path = folder.isEmpty ? "." : NSString(string: folder).expandingTildeInPath
    // A folder that cannot be read has nothing to propose.
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [] }
    return names.filter { $0.hasPrefix(name) && ($0.hasPrefix(".") == name.hasPrefix(".")) }.sorted().prefix(limit)
      .map { entry in
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: path + "/" + entry, isDirectory: &isFolder)
        return CompletionCandidate(
          folder + entry + (isFolder.boolValue ? "/" : ""), .file, suffix: isFolder.boolValue ? "" : " ")
      }
  }
}
