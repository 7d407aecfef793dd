/// The parameters of the server's methods. They contain only members that the server uses.
enum Parameters {
  struct Initialize: Decodable {
    struct Capabilities: Decodable {
      struct General: Decodable {
        let positionEncodings: [String]?
      }

      let general: General?
    }

    let capabilities: Capabilities?
    /// The folder that is open in the editor.
    let rootUri: String?
    let initializationOptions: ServerSettings?
  }

  struct Configuration: Decodable {
    struct Settings: Decodable {
      let predicate: ServerSettings?
    }

    let settings: Settings?
  }

  /// The URI of a document, and its version.
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
    /// A new text for a range of a document, or for the whole document.
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

  /// The parameters of a request about a position in a document.
  struct OfPlace: Decodable {
    let textDocument: Document
    let position: DocumentPosition
  }

  /// The parameters of a request about a range of a document.
  struct OfRange: Decodable {
    let textDocument: Document
    let range: DocumentRange
  }
}

/// The settings that a client sends, in `initializationOptions` or in the section `predicate` of its configuration.
///
/// ```json
/// { "profile": "munki", "at": ["rules[].when"], "profiles": { "*.mobileconfig": "ddm" } }
/// ```
public struct ServerSettings: Decodable, Sendable {
  /// The profile of files that match no pattern. It is a name, the path of a file, or `auto`, which selects the profile that most predicates of a
  /// file belong to.
  public var profile: String?
  /// The places of predicates, instead of the profile's places.
  public var at: [String]?
  /// The profiles of files, by LIKE patterns for their paths. The first matching pattern in alphabetical order is used.
  public var profiles: [String: String]?

  /// Settings, for example from a command line.
  public init(profile: String? = nil, at: [String]? = nil, profiles: [String: String]? = nil) {
    self.profile = profile
    self.at = at
    self.profiles = profiles
  }

  /// The settings, with each value replaced by that of `other` if `other` has one.
  func overridden(by other: ServerSettings?) -> ServerSettings {
    ServerSettings(
      profile: other?.profile ?? profile, at: other?.at ?? at, profiles: other?.profiles ?? profiles)
  }
}
