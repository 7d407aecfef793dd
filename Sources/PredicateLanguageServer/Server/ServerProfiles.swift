import PredicateChecking
import PredicateValues

/// The profiles of the documents, by the settings.
struct ServerProfiles {
  let settings: ServerSettings
  /// Reads a profile by its name.
  let named: @Sendable (String) throws(ProfileIssue) -> UseProfile
  private var known: [String: UseProfile] = [:]

  init(_ settings: ServerSettings, named: @escaping @Sendable (String) throws(ProfileIssue) -> UseProfile) {
    self.settings = settings
    self.named = named
  }

  /// The profile of a file.
  ///
  /// - Throws: ``ProfileIssue`` where the settings name one that does not exist.
  mutating func profile(of path: String) throws(ProfileIssue) -> UseProfile {
    let own = settings.profiles?.sorted { $0.key < $1.key }.first { pattern, _ in
      LikePattern(pattern, options: []).matches(path) || LikePattern("*/" + pattern, options: []).matches(path)
    }
    let name = own?.value ?? settings.profile ?? "foundation"
    if let profile = known[name] { return profile }
    let profile = try named(name)
    known[name] = profile
    return profile
  }
}
