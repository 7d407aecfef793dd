import PredicateModel

/// The additions of a consumer to the language of predicates.
public enum ConsumerSyntax: String, Sendable, Hashable, CaseIterable, Decodable {
  /// `@status(device.model.family)`.
  case extensionTerms = "extension-terms"
  /// `%NAME%`, which a program replaces before the predicate is read.
  case percentNames = "percent-names"
  /// `kMDItemFSName == *.pdf`, `"x"cd`, `$time.today(-1)`, `InRange(a, 1, 2)`.
  case spotlight
  /// ``**/XCUIElementTypeCell[`label == "A"`]``.
  case classChain = "class-chain"
  /// `mgl_step:from:stops:(…)`, `MGL_MATCH(…)`, `FUNCTION(…)`: the functions of Mapbox and MapLibre in expressions of a map's style.
  case mapFunctions = "map-functions"
  /// The language of Foundation. Only the names of the consumer's keys count: a name that resembles one of them is noted.
  case namesOnly = "names-only"
}

/// A term of the form `@word(name)`, which some consumers have in addition to keys: `@status(device.model.family)`.
public struct ProfileTerm: Sendable, Hashable {
  /// The meaning of the term.
  public var about: String?
  /// The name of the source that documents the term.
  public var source: String?
  /// The names that may be in the parentheses.
  public var keys: [String: ProfileKey]
  /// How names in the parentheses that are not listed are reported.
  public var unknownKeys: UnknownNames
  /// A sentence that a message about a name that is not listed adds.
  public var unknownKeysAbout: String?
  /// Whether the term reads a member of the value before its dot: `$app.@key(identifier)`.
  public var isMember: Bool
  /// The members of a record that may hold the values of the term's names. If it is empty, only the member `@word(name)` and the record itself do.
  public var factsAt: [String]
}

extension ProfileTerm: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case about, source, keys, unknownKeys, unknownKeysAbout, isMember, factsAt
  }

  /// Reads the JSON object of a term.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    about = try container[ifPresent: .about]
    source = try container[ifPresent: .source]
    keys = try container[.keys]
    unknownKeys = try container[.unknownKeys, usual: .unnoted]
    unknownKeysAbout = try container[ifPresent: .unknownKeysAbout]
    isMember = try container[.isMember, usual: false]
    factsAt = try container[.factsAt, usual: []]
  }
}
