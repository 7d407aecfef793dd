import PredicateSyntax

extension UseProfile {
  /// The profiles that this library brings, by name. Each is read when it is asked for.
  private static let builtIn: [(name: String, bytes: [UInt8])] = [
    ("autopkg", PackageResources.autopkg_json), ("cloudkit", PackageResources.cloudkit_json),
    ("coredata", PackageResources.coredata_json), ("ddm", PackageResources.ddm_json),
    ("foundation", PackageResources.foundation_json), ("jamf-protect", PackageResources.jamf_protect_json),
    ("munki", PackageResources.munki_json), ("oslog", PackageResources.oslog_json),
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
    guard let extended = file.extended else {
      self.init(whole: file)
      return
    }
    self = try .named(extended)
    add(file)
  }

  private init(whole file: ProfileFile) {
    self.init(
      name: file.name, title: file.title ?? file.name, about: file.about ?? "", sources: file.sources,
      places: file.places, takesArguments: file.takesArguments ?? true, syntax: file.syntax, keys: file.keys,
      unknownKeys: file.unknownKeys ?? .unnoted, unknownKeysAbout: file.unknownKeysAbout, variables: file.variables,
      unknownVariables: file.unknownVariables ?? .unnoted, terms: file.terms, rules: file.rules,
      functions: file.functions, notes: file.notes, unknown: file.unknown)
  }

  private mutating func add(_ file: ProfileFile) {
    name = file.name
    title = file.title ?? title
    about = file.about ?? about
    sources.merge(file.sources) { $1 }
    places += file.places
    takesArguments = file.takesArguments ?? takesArguments
    syntax += file.syntax.filter { !syntax.contains($0) }
    keys.merge(file.keys) { $1 }
    unknownKeys = file.unknownKeys ?? unknownKeys
    unknownKeysAbout = file.unknownKeysAbout ?? unknownKeysAbout
    variables.merge(file.variables) { $1 }
    unknownVariables = file.unknownVariables ?? unknownVariables
    terms.merge(file.terms) { ours, theirs in
      var term = theirs
      term.factsAt = theirs.factsAt.isEmpty ? ours.factsAt : theirs.factsAt
      term.keys = ours.keys.merging(theirs.keys) { $1 }
      return term
    }
    rules = rules.filter { rule in !file.rules.contains { $0.construct == rule.construct } } + file.rules
    functions = file.functions ?? functions
    notes += file.notes
    unknown += file.unknown
  }
}
