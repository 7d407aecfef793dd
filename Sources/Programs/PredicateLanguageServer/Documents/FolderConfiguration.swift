import PredicateChecking

/// The configuration `.predicate.yml` of the folder that an editor has open.
struct FolderConfiguration {
  /// The path of the folder, without a slash at its end.
  let folder: String
  var configuration: CheckConfiguration

  /// No folder, and nothing configured.
  static let none = FolderConfiguration(folder: "", configuration: CheckConfiguration())

  /// The path of the file.
  var path: String { "\(folder)/\(CheckConfiguration.fileName)" }

  /// A path as the patterns of the configuration see it: from the folder on.
  private func relative(_ path: String) -> String {
    path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.utf8.count + 1)) : path
  }

  func excludes(_ path: String) -> Bool { configuration.excludes(relative(path)) }
  func hasLines(_ path: String) -> Bool { configuration.hasLines(relative(path)) }
  func profile(of path: String) -> String? { configuration.profile(of: relative(path)) }
}
