import Foundation

/// Normalizes paths of files in reports and baselines, so that they do not depend on the spelling in the command line.
package enum FindingPath {
  /// The absolute path without `.`, `..` and symbolic links to folders.
  package static func absolute(_ path: String) -> String {
    let url = URL(fileURLWithPath: path).standardizedFileURL
    return url.path == "/"
      ? "/"
      : url.deletingLastPathComponent().resolvingSymlinksInPath().appendingPathComponent(url.lastPathComponent).path
  }

  /// The path from a folder to a file: `App/Film.swift`, `../Film.swift`.
  ///
  /// ```swift
  /// FindingPath.relative("./App/Film.swift", to: ".")  // App/Film.swift
  /// ```
  package static func relative(_ file: String, to folder: String) -> String {
    if file == "-" { return file }
    let parts = absolute(file).split(separator: "/")
    let start = absolute(folder + "/.").split(separator: "/")
    let shared = zip(parts, start).prefix { $0 == $1 }.count
    return (start[shared...].map { _ in ".." } + parts[shared...].map(String.init)).joined(separator: "/")
  }
}
