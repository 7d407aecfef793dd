/// The parameters of the server's methods. Members that the server does not use are left out.
enum Parameters {
  struct Initialize: Decodable {
    struct Capabilities: Decodable {
      struct General: Decodable {
        let positionEncodings: [String]?
      }

      let general: General?
    }

    let capabilities: Capabilities?
    /// The folder that the editor has open.
    let rootUri: String?
    let initializationOptions: ServerSettings?
  }

  struct Configuration: Decodable {
    struct Settings: Decodable {
      let predicate: ServerSettings?
    }

    let settings: Settings?
  }

  /// The name of a document, and the version that is meant.
  struct Document: Decodable {
    let uri: String
    let version: Int?
  }

  struct Open: Decodable {
    struct Item: Decodable {
      let uri: String
      let languageId: String
      let version: Int?
      let text: String
    }

    let textDocument: Item
  }

  struct Change: Decodable {
    /// A new text for a part of a document, or for all of it.
    struct Edit: Decodable {
      let range: DocumentRange?
      let text: String
    }

    let textDocument: Document
    let contentChanges: [Edit]
  }

  /// The parameters of a request about a whole document.
  struct OfDocument: Decodable {
    let textDocument: Document
  }

  /// The parameters of a request about a place in a document.
  struct OfPlace: Decodable {
    let textDocument: Document
    let position: DocumentPosition
  }

  /// The parameters of a request about a part of a document.
  struct OfRange: Decodable {
    let textDocument: Document
    let range: DocumentRange
  }
}

/// A client's settings, in `initializationOptions` or in the section `predicate` of its configuration.
///
/// ```json
/// { "profile": "munki", "at": ["rules[].when"], "profiles": { "*.mobileconfig": "ddm" } }
/// ```
public struct ServerSettings: Decodable, Sendable {
  /// The profile of files that match no pattern: a name, the path of a file, or `auto` for the profile that a file belongs to.
  public var profile: String?
  /// The places of predicates, in place of the profile's places.
  public var at: [String]?
  /// Profiles of files, by LIKE patterns of their paths. The first matching pattern in alphabetical order decides.
  public var profiles: [String: String]?

  /// Settings of a command line.
  public init(profile: String? = nil, at: [String]? = nil, profiles: [String: String]? = nil) {
    self.profile = profile
    self.at = at
    self.profiles = profiles
  }

  /// The settings, overridden by those that `other` has.
  func overridden(by other: ServerSettings?) -> ServerSettings {
    ServerSettings(
      profile: other?.profile ?? profile, at: other?.at ?? at, profiles: other?.profiles ?? profiles)
  }
}
