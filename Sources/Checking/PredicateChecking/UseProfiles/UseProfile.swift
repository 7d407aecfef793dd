import PredicateModel
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
  /// Whether the caller may set variables such as `$NAME` before it evaluates the predicate.
  var setsVariables = true
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
        + (nearest.map { "the nearest name is “\($0)”" }
          ?? "the profiles are \(UseProfile.names.joined(separator: ", "))")
    case .text(let message): "the profile cannot be read: \(message)"
    }
  }
}

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
  /// Realm's query language in JavaScript: `name == $0 AND age > 3`. The rules of the profile do not apply, and a text with words that predicates do not
  /// have is not checked.
  case realmQuery = "realm-query"
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

/// The parts of the language that a profile may have a rule about.
public enum PredicateConstruct: String, Sendable, Hashable, CaseIterable, Decodable {
  /// `ALL list > 1`.
  case all
  /// `ANY list > 1`, `SOME list > 1`.
  case any
  /// `ANY a.b.c == 1` if both a and b may be to-many relationships.
  case anyOfTwoToMany = "any-of-two-to-many"
  /// `ANYKEY`.
  case anyKey = "anykey"
  /// `a + 1`.
  case arithmetic
  /// `$x := 1`.
  case assignment
  /// `@status` without its parentheses.
  case bareTerm = "bare-term"
  /// `a BEGINSWITH "x"`.
  case beginsWith = "begins-with"
  /// `a BETWEEN {1, 2}`.
  case between
  /// `a BETWEEN {b, b + 1}`.
  case betweenArithmetic = "between-arithmetic"
  /// `CAST(a, "NSDate")`, unless the operand is a constant.
  case cast
  /// `list.@count`.
  case collectionOperator = "collection-operator"
  /// `1 < a`.
  case constantOnLeft = "constant-on-left"
  /// `a CONTAINS "x"`.
  case contains
  /// `a isKindOfClass: b`.
  case customSelector = "custom-selector"
  /// `distanceToLocation:fromLocation:(a, b) > 1`: any operator but `<` and `<=`.
  case distanceBeyond = "distance-beyond"
  /// `a ENDSWITH "x"`.
  case endsWith = "ends-with"
  /// `FUNCTION(a, "selector")`.
  case functionCall = "function-call"
  /// `a IN {1, 2}`.
  case `in`
  /// `list[0]`.
  case index
  /// `a == b`.
  case keyComparedWithKey = "key-compared-with-key"
  /// `a.b == 1`.
  case keyPath = "key-path"
  /// `a LIKE "x*"`.
  case like
  /// `FALSEPREDICATE`.
  case literalFalse = "literal-false"
  /// `TRUEPREDICATE`.
  case literalTrue = "literal-true"
  /// `a MATCHES "x.*"`.
  case matches
  /// `NONE list > 1`.
  case none
  /// `NOT ANY list > 1`.
  case notAny = "not-any"
  /// `NOT (a == 1 AND b == 2)`.
  case notCompound = "not-compound"
  /// `a != 1`.
  case notEqual = "not-equal"
  /// `a ==[c] "x"`.
  case options
  /// `a ==[c] "x"`: any options except those of a search, `a CONTAINS[cdl] "x"`.
  case optionsBesideSearch = "options-beside-search"
  /// `a == 1 OR b == 2`.
  case or
  /// `a == %@`.
  case placeholder
  /// `a UNION b`.
  case setOperator = "set-operator"
  /// `SUBQUERY(list, $x, $x > 1)`.
  case subquery
  /// `TERNARY(a == 1, 2, 3)`.
  case ternary
  /// `TERNARY(a == 1, 2, 3) IN {1, 2}`.
  case ternaryInMembership = "ternary-in-membership"
  /// `name.length > 3`.
  case textProperty = "text-property"
  /// `actors.name == "x"`, a path through a to-many relationship of the data model, without ANY, ALL or NONE.
  case toManyPath = "to-many-path"
  /// `@word(name)` with a word that the consumer does not have.
  case unknownTerm = "unknown-term"
  /// `%name%` outside of quotes.
  case unquotedName = "unquoted-name"
  /// `AND`, `OR`, `NOT` written as words.
  case wordOperator = "word-operator"
}
