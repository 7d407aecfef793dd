/// Why a profile cannot be used.
public enum ProfileIssue: Error, Sendable, Hashable {
  /// No profile has that name.
  case unknown(name: String, nearest: String?)
  /// The file is no profile: what is wrong, with the place.
  case text(String)
}

extension ProfileIssue: CustomStringConvertible {
  /// The reason, in a sentence.
  public var description: String {
    switch self {
    case .unknown(let name, let nearest):
      "there is no profile “\(name)”; "
        + (nearest.map { "“\($0)” is near" } ?? "there are \(UseProfile.names.joined(separator: ", "))")
    case .text(let message): "the profile cannot be read: \(message)"
    }
  }
}
