import Foundation
import PredicateStatements

/// Finds the paths that begin with the typed text.
enum FileCandidates {
  /// The greatest number of entries of a folder that are listed.
  static let limit = 500

  /// The files and folders that match. A folder ends with a slash. `~/` is the home folder. Hidden files are listed only if the typed name begins
  /// with a dot.
  static func candidates(for typed: String) -> [CompletionCandidate] {
    let slash = typed.lastIndex(of: "/")
    let folder = slash.map { String(typed[...$0]) } ?? ""
    let name = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
    let path = folder.isEmpty ? "." : NSString(string: folder).expandingTildeInPath
    // A folder that cannot be read has no candidates.
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
