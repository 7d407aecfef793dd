import PredicateModel

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
