import PredicateChecking
import PredicateDocuments
import PredicateFacts
import PredicateValues

/// The options that a caller passes: `{"profile": "munki", "variables": {"limit": 5}}`.
struct LibraryOptions: Sendable {
  let profile: UseProfile
  let namesProfile: Bool
  /// The places of predicates in a document, instead of the profile's places.
  let places: [String]
  /// Whether findings in a document have edits that fix them.
  let offersEdits: Bool
  let variables: [(name: String, value: QueryValue)]

  /// Reads the JSON of options. NULL gives the defaults.
  init(_ json: String?) throws(PredicateIssue) {
    var members = QueryDictionary()
    if let json { members = try LibraryRecord.record(json, "the options", profile: nil).facts }
    for name in members.keys where !Self.names.contains(name) {
      throw Self.wrong("there is no option “\(name)”")
    }
    profile = try Self.profile(members)
    namesProfile = members["profile"] != nil || members["profileJSON"] != nil
    switch members["at"] {
    case nil, .null: places = []
    case .array(let elements):
      var places: [String] = []
      for element in elements {
        guard case .string(let place) = element else { throw Self.wrong("the value of “at” must be an array of texts") }
        places.append(place)
      }
      self.places = places
    default: throw Self.wrong("the value of “at” must be an array of texts")
    }
    switch members["edits"] {
    case nil, .null: offersEdits = false
    case .boolean(let offersEdits): self.offersEdits = offersEdits
    default: throw Self.wrong("expected true or false after edits")
    }
    switch members["variables"] {
    case nil, .null: variables = []
    case .dictionary(let table): variables = Array(zip(table.keys, table.values))
    default: throw Self.wrong("expected an object after variables")
    }
  }

  private static let names: Set<String> = ["profile", "profileJSON", "variables", "at", "edits"]

  private static func profile(_ members: QueryDictionary) throws(PredicateIssue) -> UseProfile {
    do throws(ProfileIssue) {
      switch (members["profile"], members["profileJSON"]) {
      case (nil, nil): return try .named("foundation")
      case (.string(let name), nil): return try .named(name)
      case (nil, .string(let text)): return try UseProfile(jsonText: text)
      default: break
      }
    } catch {
      throw wrong(error.description)
    }
    throw wrong("expected a single text as the value of “profile” or “profileJSON”")
  }

  private static func wrong(_ message: String) -> PredicateIssue {
    .error("options", nil, message, kind: .argumentType)
  }
}

/// Reads the JSON objects that callers pass.
enum LibraryRecord {
  /// Reads a record from a text.
  ///
  /// - Parameters:
  ///   - name: What messages call the text.
  ///   - profile: The types of the keys; nil if they are unknown.
  static func record(_ json: String, _ name: String, profile: UseProfile?) throws(PredicateIssue) -> FactRecord {
    try record(Array(json.utf8), name, profile: profile)
  }

  /// Reads a record from bytes.
  static func record(_ json: [UInt8], _ name: String, profile: UseProfile?) throws(PredicateIssue) -> FactRecord {
    var message = "expected an object of JSON"
    do throws(DocumentIssue) {
      let file = try FactFile(json, named: "record.json", profile: profile)
      let isObject = json.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
      if isObject, let record = file.records.first { return record }
    } catch {
      message = "\(error.message) at byte \(error.offset)"
    }
    throw PredicateIssue.error("json", nil, "\(name): \(message)", kind: .argumentType)
  }
}
