import PredicateSyntax

/// The facts about one consumer of predicates: Munki, the unified log, CloudKit, …
///
/// This library includes the profiles in `Grammar/profiles-of-use`. A site can extend a profile with its own file.
///
/// ```swift
/// let munki = try UseProfile.named("munki")
/// munki.keys["machine_type"]?.values  // laptop, desktop
/// ```
public struct UseProfile: Sendable, Hashable {
  /// The name: `munki`.
  public var name: String
  /// The subject, as a heading.
  public var title: String
  /// The subject, in sentences.
  public var about = ""
  /// The sources of the facts. The facts cite them by these names.
  public var sources: [String: ProfileSource] = [:]
  /// The places of the predicates in files.
  public var places: [ProfilePlace] = []
  /// Words for a check without a named profile: `NSFetchRequest`. The predicates of a source belong to this profile only if the source contains one
  /// of the words. If it is empty, the places decide.
  public var claimedBy: [String] = []
  /// Members of a facts file that may contain the record: `Conditions` of Munki's report.
  public var factsAt: [String] = []
  /// Whether the consumer's code passes arguments for specifiers such as `%@`.
  public var takesArguments = true
  /// The consumer's additions to the language.
  public var syntax: [ConsumerSyntax] = []
  /// The names that a predicate may read.
  public var keys: [String: ProfileKey] = [:]
  /// How a key that is not listed is reported.
  public var unknownKeys = UnknownNames.unnoted
  /// A sentence that a message about a key that is not listed adds.
  public var unknownKeysAbout: String?
  /// The variables, without `$`.
  public var variables: [String: ProfileKey] = [:]
  /// How a variable that is not listed is reported.
  public var unknownVariables = UnknownNames.unnoted
  /// The terms of the form `@word(name)`.
  public var terms: [String: ProfileTerm] = [:]
  /// The constructs that the consumer refuses or misreads.
  public var rules: [ProfileRule] = []
  /// The functions, if the consumer supports only a few; otherwise nil.
  public var functions: ProfileFunctions?
  /// The names of to-many relationships, if a data model shows them. Otherwise names in the plural count as to-many.
  public var toManyNames: Set<String>?
  /// Words of similar languages that the consumer's predicates do not have, each with the correct way to write it.
  public var foreignWords: [String: String] = [:]
  /// Facts that readers should know.
  public var notes: [ProfileNote] = []
  /// Open questions that no document answers.
  public var unknown: [String] = []
}

extension UseProfile {
  /// The profiles of this library, by name. Each is read when a caller uses it.
  private static let builtIn: [(name: String, bytes: [UInt8])] = [
    ("autopkg", PackageResources.autopkg_json), ("cloudkit", PackageResources.cloudkit_json),
    ("coredata", PackageResources.coredata_json), ("ddm", PackageResources.ddm_json),
    ("foundation", PackageResources.foundation_json), ("jamf-protect", PackageResources.jamf_protect_json),
    ("munki", PackageResources.munki_json), ("oslog", PackageResources.oslog_json),
    ("realm", PackageResources.realm_json),
    ("spotlight", PackageResources.spotlight_json), ("swiftdata", PackageResources.swiftdata_json),
    ("xcuitest", PackageResources.xcuitest_json),
  ]

  /// The names of the profiles in this library.
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

  /// Reads the JSON of a profile. A profile that extends another one adds its keys, values, places and rules, and replaces facts of the same name.
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
  /// The file is not a profile. The message gives the reason and the place.
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
