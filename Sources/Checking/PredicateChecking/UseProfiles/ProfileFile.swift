import Foundation
import PredicateModel

/// The JSON of a profile: a whole one, or what a site adds to another.
struct ProfileFile: Decodable {
  let name: String
  let extended: String?
  let title: String?
  let about: String?
  let sources: [String: ProfileSource]
  let places: [ProfilePlace]
  let takesArguments: Bool?
  let syntax: [ConsumerSyntax]
  let keys: [String: ProfileKey]
  let unknownKeys: UnknownNames?
  let unknownKeysAbout: String?
  let variables: [String: ProfileKey]
  let unknownVariables: UnknownNames?
  let terms: [String: ProfileTerm]
  let rules: [ProfileRule]
  let functions: ProfileFunctions?
  let notes: [ProfileNote]
  let unknown: [String]

  private enum Key: String, CodingKey, CaseIterable {
    case format, name, extends, title, about, sources, places, arguments, syntax, keys, unknownKeys, unknownKeysAbout
    case variables, unknownVariables, terms, rules, functions, notes, unknown
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    let format = try container.decode(Int.self, forKey: .format)
    guard format == 1 else {
      throw container.fault(.format, "expected format 1, found \(format)")
    }
    name = try container.decode(String.self, forKey: .name)
    extended = try container.decodeIfPresent(String.self, forKey: .extends)
    title = try container.decodeIfPresent(String.self, forKey: .title)
    about = try container.decodeIfPresent(String.self, forKey: .about)
    sources = try container.decodeIfPresent([String: ProfileSource].self, forKey: .sources) ?? [:]
    places = try container.decodeIfPresent([ProfilePlace].self, forKey: .places) ?? []
    takesArguments = try container.decodeIfPresent(Bool.self, forKey: .arguments)
    syntax = try container.decodeIfPresent([ConsumerSyntax].self, forKey: .syntax) ?? []
    keys = try container.decodeIfPresent([String: ProfileKey].self, forKey: .keys) ?? [:]
    unknownKeys = try container.decodeIfPresent(UnknownNames.self, forKey: .unknownKeys)
    unknownKeysAbout = try container.decodeIfPresent(String.self, forKey: .unknownKeysAbout)
    variables = try container.decodeIfPresent([String: ProfileKey].self, forKey: .variables) ?? [:]
    unknownVariables = try container.decodeIfPresent(UnknownNames.self, forKey: .unknownVariables)
    terms = try container.decodeIfPresent([String: ProfileTerm].self, forKey: .terms) ?? [:]
    rules = try container.decodeIfPresent([ProfileRule].self, forKey: .rules) ?? []
    functions = try container.decodeIfPresent(ProfileFunctions.self, forKey: .functions)
    notes = try container.decodeIfPresent([ProfileNote].self, forKey: .notes) ?? []
    unknown = try container.decodeIfPresent([String].self, forKey: .unknown) ?? []
  }

  /// Reads the JSON of a profile.
  static func read(_ bytes: [UInt8]) throws(ProfileIssue) -> ProfileFile {
    do {
      return try JSONDecoder().decode(ProfileFile.self, from: Data(bytes))
    } catch let error as DecodingError {
      throw .text(error.modelMessage)
    } catch {
      throw .text("\(error)")
    }
  }
}
