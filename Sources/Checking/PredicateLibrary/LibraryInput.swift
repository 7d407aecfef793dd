import PredicateChecking
import PredicateFacts
import PredicateValues

/// What a caller says beside the predicate: `{"profile": "munki", "variables": {"limit": 5}}`.
struct LibraryOptions {
  let profile: UseProfile
  let variables: [(name: String, value: QueryValue)]

  /// Reads the JSON of options; no text at all has the defaults.
  init(_ json: String?) throws(PredicateIssue) {
    var members = QueryDictionary()
    if let json { members = try LibraryRecord.record(json, "the options", profile: nil).facts }
    for name in members.keys where !["profile", "profileJSON", "variables"].contains(name) {
      throw Self.wrong("there is no option “\(name)”")
    }
    profile = try Self.profile(members)
    switch members["variables"] {
    case nil, .null: variables = []
    case .dictionary(let table): variables = Array(zip(table.keys, table.values))
    default: throw Self.wrong("expected an object behind variables")
    }
  }

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
    throw wrong("expected one text behind profile or profileJSON")
  }

  private static func wrong(_ message: String) -> PredicateIssue {
    .error("options", nil, message, kind: .argumentType)
  }
}

/// Objects of JSON that callers hand in.
enum LibraryRecord {
  /// The record that a text is.
  ///
  /// - Parameters:
  ///   - name: What the text is called in a message.
  ///   - profile: What the keys are; nil where nothing is known of them.
  static func record(_ json: String, _ name: String, profile: UseProfile?) throws(PredicateIssue) -> FactRecord {
    try record(Array(json.utf8), name, profile: profile)
  }

  /// The record that bytes are.
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
