/// What a client says of predicates, in `initializationOptions` or in the section `predicate` of its configuration.
///
/// ```json
/// { "profile": "munki", "at": ["rules[].when"], "profiles": { "*.mobileconfig": "ddm" } }
/// ```
public struct ServerSettings: Decodable, Sendable {
  /// The profile of files that no pattern takes: a name, or the path of a file.
  public var profile: String?
  /// Where predicates lie, in the place of the profile's places.
  public var at: [String]?
  /// Profiles of files, by LIKE patterns of their paths. The first pattern in the order of the alphabet that fits decides.
  public var profiles: [String: String]?

  /// Settings of a command line.
  public init(profile: String? = nil, at: [String]? = nil, profiles: [String: String]? = nil) {
    self.profile = profile
    self.at = at
    self.profiles = profiles
  }

  /// The settings, with what others say in their place.
  func overridden(by other: ServerSettings?) -> ServerSettings {
    ServerSettings(
      profile: other?.profile ?? profile, at: other?.at ?? at, profiles: other?.profiles ?? profiles)
  }
}
