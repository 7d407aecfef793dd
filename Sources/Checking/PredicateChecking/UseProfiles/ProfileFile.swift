import Foundation
import PredicateModel

/// The JSON of a profile: a whole profile, or a site's additions to one.
struct ProfileFile: Decodable {
  let format: Int
  let name: String
  let extends: String?
  let title: String?
  let about: String?
  let sources: [String: ProfileSource]?
  let places: [ProfilePlace]?
  let claimedBy: [String]?
  let factsAt: [String]?
  let arguments: Bool?
  let syntax: [ConsumerSyntax]?
  let keys: [String: ProfileKey]?
  let unknownKeys: UnknownNames?
  let unknownKeysAbout: String?
  let variables: [String: ProfileKey]?
  let unknownVariables: UnknownNames?
  let terms: [String: ProfileTerm]?
  let rules: [ProfileRule]?
  let functions: ProfileFunctions?
  let foreignWords: [String: String]?
  let notes: [ProfileNote]?
  let unknown: [String]?

  private enum CodingKeys: String, CodingKey, CaseIterable {
    case format, name, extends, title, about, sources, places, claimedBy, factsAt, arguments, syntax, keys, unknownKeys,
      unknownKeysAbout
    case variables, unknownVariables, terms, rules, functions, foreignWords, notes, unknown
  }

  /// Decodes a file of format 1, and throws for an unknown key.
  private struct Known: Decodable {
    let file: ProfileFile

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(knowingOnly: CodingKeys.self)
      let format: Int = try container[.format]
      guard format == 1 else { throw container.fault(.format, "expected format 1, found \(format)") }
      file = try ProfileFile(from: decoder)
    }
  }

  static func read(_ bytes: [UInt8]) throws(ProfileIssue) -> ProfileFile {
    do {
      return try JSONDecoder().decode(Known.self, from: Data(bytes)).file
    } catch let error as DecodingError {
      throw .text(error.modelMessage)
    } catch {
      throw .text("\(error)")
    }
  }
}
