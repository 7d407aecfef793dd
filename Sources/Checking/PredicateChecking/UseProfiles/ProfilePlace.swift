import PredicateModel

/// Where a consumer's predicates lie in files.
public struct ProfilePlace: Sendable, Hashable {
  /// What kind of file.
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
    /// A file with a predicate a line.
    case line
  }

  /// The kind of file.
  public var kind: Kind
  /// The place in it: `conditional_items[].condition`, `NSPredicate(format:)`.
  public var at: String
  /// Keys of an object around the place, with the texts that they have to hold.
  public var conditions: [String: String]
  /// Words of the consumer, of which the file or its path holds at least one: `XCUI`, `OSLogStore`. Empty if any file may have the place.
  public var beside: [String]
  /// Words of other consumers. A file that holds one of them has predicates of that consumer here.
  public var unless: [String]
  /// Whether any text may stand at the place, so that only a text with a key of the profile is a predicate of its consumer.
  public var isKeyed: Bool
  /// The name of the source.
  public var source: String
  /// What lies there, in a sentence.
  public var about: String?
}

extension ProfilePlace: Decodable {
  private enum Key: String, CodingKey, CaseIterable { case `in`, at, `where`, beside, unless, isKeyed, source, about }

  /// Reads the JSON object of a place.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    kind = try container[.in]
    at = try container[.at]
    conditions = try container[.where, usual: [:]]
    beside = try container[.beside, usual: []]
    unless = try container[.unless, usual: []]
    isKeyed = try container[.isKeyed, usual: false]
    source = try container[.source]
    about = try container[ifPresent: .about]
  }
}
