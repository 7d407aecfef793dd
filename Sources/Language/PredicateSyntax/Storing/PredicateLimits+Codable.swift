extension PredicateLimits: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case nesting, sourceLength, nodes, arguments, regularExpressionSteps, visitedElements
  }

  /// Reads what ``encode(to:)`` writes. A missing limit has its standard value.
  ///
  /// - Throws: `DecodingError` at an unknown key and at a negative number.
  public init(from decoder: any Decoder) throws {
    try self.init(from: decoder, usual: .standard)
  }

  /// Reads limits. A missing limit has the value in `usual`. A limit above its maximum is reduced to the maximum.
  package init(from decoder: any Decoder, usual: PredicateLimits) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    self.init(
      nesting: try container.decodeCountIfPresent(forKey: .nesting) ?? usual.nesting,
      sourceLength: try container.decodeCountIfPresent(forKey: .sourceLength) ?? usual.sourceLength,
      nodes: try container.decodeCountIfPresent(forKey: .nodes) ?? usual.nodes,
      arguments: try container.decodeCountIfPresent(forKey: .arguments) ?? usual.arguments,
      regularExpressionSteps: try container.decodeCountIfPresent(forKey: .regularExpressionSteps)
        ?? usual.regularExpressionSteps,
      visitedElements: try container.decodeCountIfPresent(forKey: .visitedElements) ?? usual.visitedElements)
  }

  /// Writes all limits: `{"nesting": 64, "sourceLength": 4000, …}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(nesting, forKey: .nesting)
    try container.encode(sourceLength, forKey: .sourceLength)
    try container.encode(nodes, forKey: .nodes)
    try container.encode(arguments, forKey: .arguments)
    try container.encode(regularExpressionSteps, forKey: .regularExpressionSteps)
    try container.encode(visitedElements, forKey: .visitedElements)
  }
}
