import PredicateSyntax

/// What one consumer of predicates accepts: Munki, the unified log, CloudKit, …
///
/// The profiles that this library brings are the files of `Grammar/profiles-of-use`. A site extends one by a file of its own.
///
/// ```swift
/// let munki = try UseProfile.named("munki")
/// munki.keys["machine_type"]?.values  // laptop, desktop
/// ```
public struct UseProfile: Sendable, Hashable {
  /// The name: `munki`.
  public var name: String
  /// What it is about, as a heading.
  public var title: String
  /// What it is about, in sentences.
  public var about = ""
  /// Where the facts come from, by the names that the facts cite.
  public var sources: [String: ProfileSource] = [:]
  /// Where the predicates lie in files.
  public var places: [ProfilePlace] = []
  /// Words of which a source holds one if its predicates belong to this profile and no profile is named: `NSFetchRequest`. Empty if its places decide.
  public var claimedBy: [String] = []
  /// Members of a file of facts that hold the record, if the file has them: `Conditions` of Munki's report.
  public var factsAt: [String] = []
  /// Whether the consumer's code passes arguments for `%@` and its kin.
  public var takesArguments = true
  /// What the consumer writes beside the language.
  public var syntax: [ConsumerSyntax] = []
  /// What a predicate may read, by name.
  public var keys: [String: ProfileKey] = [:]
  /// What another key is.
  public var unknownKeys = UnknownNames.unnoted
  /// What a message adds of another key.
  public var unknownKeysAbout: String?
  /// The variables, without `$`.
  public var variables: [String: ProfileKey] = [:]
  /// What another variable is.
  public var unknownVariables = UnknownNames.unnoted
  /// The terms of the form `@word(name)`.
  public var terms: [String: ProfileTerm] = [:]
  /// What the consumer refuses or misreads.
  public var rules: [ProfileRule] = []
  /// The functions, where the consumer has few.
  public var functions: ProfileFunctions?
  /// The names of to-many relationships, if a data model shows them; otherwise names in the plural count as such.
  public var toManyNames: Set<String>?
  /// Words that the consumer's kin in other languages have and its predicates do not, each with what would be right.
  public var foreignWords: [String: String] = [:]
  /// What people should know.
  public var notes: [ProfileNote] = []
  /// What no document says.
  public var unknown: [String] = []
}

extension UseProfile {
  /// The profiles that this library brings, by name. Each is read when it is asked for.
  private static let builtIn: [(name: String, bytes: [UInt8])] = [
    ("autopkg", PackageResources.autopkg_json), ("cloudkit", PackageResources.cloudkit_json),
    ("coredata", PackageResources.coredata_json), ("ddm", PackageResources.ddm_json),
    ("foundation", PackageResources.foundation_json), ("jamf-protect", PackageResources.jamf_protect_json),
    ("munki", PackageResources.munki_json), ("oslog", PackageResources.oslog_json),
    ("realm", PackageResources.realm_json),
    ("spotlight", PackageResources.spotlight_json), ("swiftdata", PackageResources.swiftdata_json),
    ("xcuitest", PackageResources.xcuitest_json),
  ]

  /// The names of the profiles that this library brings.
  public static let names = builtIn.map(\.name)

  /// A profile of this library.
  ///
  /// ```swift
  /// try UseProfile.named("munki").title  // Munki conditions
  /// ```
  public static func named(_ name: String) throws(ProfileIssue) -> UseProfile {
    guard let found = builtIn.first(where: { $0.name == name }) else {
      throw .unknown(name: name, nearest: NearestSpelling.of(name, among: names))
    }
    return try UseProfile(json: found.bytes)
  }

  /// Reads the JSON of a profile. One that extends another is added to it: its keys, values, places and rules are put beside the other's, or
  /// in the place of those of the same name.
  ///
  /// ```swift
  /// try UseProfile(jsonText: #"{"format": 1, "name": "ours", "extends": "munki", "keys": {"building": {"type": "text"}}}"#)
  /// ```
  public init(jsonText: String) throws(ProfileIssue) {
    try self.init(json: Array(jsonText.utf8))
  }

  private init(json: [UInt8]) throws(ProfileIssue) {
    let file = try ProfileFile.read(json)
    if let extended = file.extends { self = try .named(extended) } else { self.init(name: file.name, title: file.name) }
    add(file)
  }

  private mutating func add(_ file: ProfileFile) {
    name = file.name
    title = file.title ?? title
    about = file.about ?? about
    sources.merge(file.sources ?? [:]) { $1 }
    places += file.places ?? []
    claimedBy += file.claimedBy ?? []
    factsAt += file.factsAt ?? []
    takesArguments = file.arguments ?? takesArguments
    syntax += file.syntax?.filter { !syntax.contains($0) } ?? []
    keys.merge(file.keys ?? [:]) { $1 }
    unknownKeys = file.unknownKeys ?? unknownKeys
    unknownKeysAbout = file.unknownKeysAbout ?? unknownKeysAbout
    variables.merge(file.variables ?? [:]) { $1 }
    unknownVariables = file.unknownVariables ?? unknownVariables
    terms.merge(file.terms ?? [:]) { ours, theirs in
      var term = theirs
      term.factsAt = theirs.factsAt.isEmpty ? ours.factsAt : theirs.factsAt
      term.keys = ours.keys.merging(theirs.keys) { $1 }
      return term
    }
    let added = file.rules ?? []
    rules = rules.filter { rule in !added.contains { $0.construct == rule.construct } } + added
    functions = file.functions ?? functions
    foreignWords.merge(file.foreignWords ?? [:]) { $1 }
    notes += file.notes ?? []
    unknown += file.unknown ?? []
  }
}

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
