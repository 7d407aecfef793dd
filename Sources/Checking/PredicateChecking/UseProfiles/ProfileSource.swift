import PredicateModel

/// Where a fact of a profile comes from.
public struct ProfileSource: Sendable, Hashable {
  /// How well the source was looked at.
  public enum Basis: String, Sendable, Hashable, Decodable {
    /// The source itself was read.
    case read
    /// Others report what it says.
    case reported
  }

  /// What it is: `Munki wiki, Conditional Items`.
  public var title: String
  /// Where it lies: a URL, or a path of this repository.
  public var address: String
  /// Whether it was read.
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

/// What people should know of a consumer, and no rule finds in a predicate.
public struct ProfileNote: Sendable, Hashable {
  /// The fact.
  public var about: String
  /// The name of the source.
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
