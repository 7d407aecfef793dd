import Foundation
import PredicateModel
import PredicateSyntax

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

/// The source of a fact in a profile.
public struct ProfileSource: Sendable, Hashable {
  /// How the source is known.
  public enum Basis: String, Sendable, Hashable, Decodable {
    /// The source itself was read.
    case read
    /// The source itself was not read: others report its content.
    case reported
  }

  /// The title: `Munki wiki, Conditional Items`.
  public var title: String
  /// A URL, or a path of this repository.
  public var address: String
  /// How the source is known.
  public var basis: Basis
}

extension ProfileSource: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case title, address, basis }

  /// Reads the JSON object of a source.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    title = try container[.title]
    address = try container[.address]
    basis = try container[.basis]
  }
}

/// A fact about a consumer that readers should know, but no rule checks.
public struct ProfileNote: Sendable, Hashable {
  /// The fact.
  public var about: String
  /// The name of the source that documents the fact.
  public var source: String
}

extension ProfileNote: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case about, source }

  /// Reads the JSON object of a note.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    about = try container[.about]
    source = try container[.source]
  }
}

/// A construct that a consumer refuses, or reads in a surprising way.
public struct ProfileRule: Sendable, Hashable {
  /// The part of the language.
  public var construct: PredicateConstruct
  /// An error if the consumer refuses the construct, a note if it misreads it.
  public var severity: PredicateIssue.Severity
  /// The problem, in a sentence.
  public var message: String
  /// The correct way.
  public var hint: String?
  /// The name of the source that documents the rule.
  public var source: String
}

extension ProfileRule {
  /// The issue for a range with the construct: `refused-or`, `misread-contains`.
  func issue(at range: SourceRange, hint: String? = nil, suggestion: String? = nil) -> PredicateIssue {
    PredicateIssue(
      severity: severity, kind: severity == .error ? .unsupported : .domain,
      code: (severity == .error ? "refused-" : "misread-") + construct.rawValue, message: message, range: range,
      hint: hint ?? self.hint, suggestion: suggestion)
  }
}

extension ProfileRule: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case construct, severity, message, hint, source }

  /// Reads the JSON object of a rule.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    construct = try container[.construct]
    let word: String = try container[.severity]
    guard let severity = PredicateIssue.Severity(rawValue: word) else {
      throw container.fault(.severity, "expected “error” or “note”, found “\(word)”")
    }
    self.severity = severity
    message = try container[.message]
    hint = try container[ifPresent: .hint]
    source = try container[.source]
  }
}

/// The functions of a consumer that supports only a few.
public struct ProfileFunctions: Sendable, Hashable {
  /// The selectors that the consumer supports: `distanceToLocation:fromLocation:`.
  public var only: [String]
  /// The problem with every other function, in a sentence.
  public var message: String
  /// The name of the source that documents the functions.
  public var source: String
}

extension ProfileFunctions: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case only, message, source }

  /// Reads the JSON object.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    only = try container[.only]
    message = try container[.message]
    source = try container[.source]
  }
}
