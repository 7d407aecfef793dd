import Foundation
import PredicateChecking

/// The configuration `.predicate.yml` of the folder that is open in an editor.
struct FolderConfiguration {
  /// The path of the folder, without a slash at the end.
  let folder: String
  var configuration: CheckConfiguration
  /// The names in the data models of the folder; nil if there is no model.
  var models: ModelNames?

  /// The default configuration without a folder.
  static let none = FolderConfiguration(folder: "", configuration: CheckConfiguration())

  var path: String { "\(folder)/\(CheckConfiguration.fileName)" }

  /// The path relative to the folder. The patterns of the configuration are compared with it.
  private func relative(_ path: String) -> String {
    let start = folder + "/"
    return path.utf8.starts(with: start.utf8)
      ? String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self) : path
  }

  func excludes(_ path: String) -> Bool { configuration.excludes(relative(path)) }
  func hasLines(_ path: String) -> Bool { configuration.hasLines(relative(path)) }
  func profile(of path: String) -> String? { configuration.profile(of: relative(path)) }

  /// The profile with the keys of the data models, for proposals and descriptions. Checks do not use the types of these keys, because a source may
  /// also filter in memory.
  func withModelKeys(_ profile: UseProfile) -> UseProfile {
    guard let models, Self.consumersOfModels.contains(profile.name) else { return profile }
    var profile = profile
    profile.keys.merge(models.keys) { own, _ in own }
    return profile
  }

  private static let consumersOfModels: Set<String> = ["coredata", "foundation", "swiftdata"]

  /// The paths of the data models in a folder. Folders of packages and builds, and those whose names begin with a dot, are left out.
  static func modelPaths(in folder: String) -> [String] {
    let others: Set<String> = ["node_modules", "Pods", "Carthage", "DerivedData", "build"]
    guard let files = FileManager.default.enumerator(atPath: folder) else { return [] }
    var found: [String] = []
    for case let path as String in files.lazy.prefix(entryLimit) {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      if name.hasPrefix(".") || others.contains(name) { files.skipDescendants() }
      if path.hasSuffix(ModelNames.fileName) { found.append("\(folder)/\(path)") }
    }
    return found.sorted()
  }

  /// The greatest number of files and folders that are searched.
  private static let entryLimit = 100_000
}
