import PredicateSyntax

/// A fetch with a name in a model. Its `$variables` are parameters, which get values in each run.
///
///     try FetchTemplate(name: "lentTo", fetch: EntityFetch("Movie", where: "lentToFriend.friendName == $name"))
///
/// A context runs the template by `fetch(_:template:variables:)`, the shell by `.run lentTo name = "Anna"`.
public struct FetchTemplate: Sendable {
  /// The name in programs.
  public let name: String
  /// The fetch, without values for ``variables``.
  public let fetch: EntityFetch

  /// A template.
  ///
  /// - Parameters:
  ///   - name: The name of the template.
  ///   - fetch: The fetch, which may have `$variables`.
  public init(name: String, fetch: EntityFetch) {
    self.name = name
    self.fetch = fetch
  }

  /// The names of the parameters in the order of their first use, each once.
  ///
  ///     template.variables  // ["name"]
  public var variables: [String] {
    var names: [String] = []
    for use in fetch.freeVariables where !names.contains(where: { $0.hasSameScalars(as: use.name) }) {
      names.append(use.name)
    }
    return names
  }
}

/// `{"name": "lentTo", "fetch": {"entity": "Movie", "where": "lentToFriend.friendName == $name"}}`
extension FetchTemplate: Codable {
  private enum Key: String, CodingKey, CaseIterable { case name, fetch }

  /// Reads the JSON that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` for an unknown key, and the errors of reading an ``EntityFetch``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(name: container[.name], fetch: container[.fetch])
  }

  /// Writes the name and the fetch.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([Key.name: name, .fetch: fetch])
  }
}
