import PredicateChecking

/// The configuration `.predicate.yml` of the folder that an editor has open.
struct FolderConfiguration {
  /// The path of the folder, without a slash at its end.
  let folder: String
  var configuration: CheckConfiguration

  /// No folder, and the default configuration.
  static let none = FolderConfiguration(folder: "", configuration: CheckConfiguration())

  var path: String { "\(folder)/\(CheckConfiguration.fileName)" }

  /// The path relative to the folder, which the patterns of the configuration are compared with.
  private func relative(_ path: String) -> String {
    let start = folder + "/"
    return path.utf8.starts(with: start.utf8)
      ? String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self) : path
  }

  func excludes(_ path: String) -> Bool { configuration.excludes(relative(path)) }
  func hasLines(_ path: String) -> Bool { configuration.hasLines(relative(path)) }
  func profile(of path: String) -> String? { configuration.profile(of: relative(path)) }
}
