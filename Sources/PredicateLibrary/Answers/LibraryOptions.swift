import PredicateChecking
import PredicateMatching
import PredicateSyntax
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
    PredicateIssue(kind: .argumentType, code: "options", message: message)
  }
}
