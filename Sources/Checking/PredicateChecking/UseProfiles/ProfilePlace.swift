import PredicateModel

/// A place in files where a consumer has its predicates.
public struct ProfilePlace: Sendable, Hashable {
  /// The kinds of files.
  public enum Kind: String, Sendable, Hashable, Decodable {
    /// A property list, JSON or YAML: ``ProfilePlace/at`` is a path of keys.
    case document
    /// XML: an element and its attribute.
    case xml
    /// A shell script: a command and its option.
    case shell
    /// A source in Swift: an initialiser.
    case swift
    /// A source in Objective-C: a part of a selector.
    case objectiveC = "objective-c"
    /// A source in another language: a name, an option or a prefix before the predicate's literal.
    case code
    /// A file with one predicate per line.
    case line
  }

  /// The kind of file.
  public var kind: Kind
  /// The place in the file: `conditional_items[].condition`, `NSPredicate(format:)`.
  public var at: String
  /// Keys of an object around the predicate, with the texts that they must have.
  public var conditions: [String: String]
  /// Words of the consumer: `XCUI`, `OSLogStore`. The file or its path must contain at least one of them. Empty if the place may be in any file.
  public var beside: [String]
  /// Words of other consumers. If a file contains one of them, its predicates at this place belong to that consumer.
  public var unless: [String]
  /// The calls and properties of a source that take the consumer's predicates, without spaces: `CKQuery(`, `.predicate=`. If a folder is checked, a
  /// format belongs to the consumer only if one of them takes it. Empty if every format of the file belongs to the consumer.
  public var passedTo: [String]
  /// Whether any text may be at the place. Then a text is a predicate of the consumer only if it has a key of the profile.
  public var isKeyed: Bool
  /// The additions to the language that the consumer has at this place only.
  public var syntax: [ConsumerSyntax]
  /// The name of the source that documents the place.
  public var source: String
  /// A description of the place, in a sentence.
  public var about: String?
}

extension ProfilePlace: Decodable {
  private enum Key: String, CodingKey, CaseIterable {
    case `in`, at, `where`, beside, unless, passedTo, isKeyed, syntax, source, about
  }

  /// Reads the JSON object of a place.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    kind = try container[.in]
    at = try container[.at]
    conditions = try container[.where, usual: [:]]
    beside = try container[.beside, usual: []]
    unless = try container[.unless, usual: []]
    passedTo = try container[.passedTo, usual: []]
    isKeyed = try container[.isKeyed, usual: false]
    syntax = try container[.syntax, usual: []]
    source = try container[.source]
    about = try container[ifPresent: .about]
  }
}
