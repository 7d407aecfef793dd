import PredicateSyntax

/// One line of an order: a value, and which way.
public struct SortKey: Sendable, Hashable {
  /// What is compared: `year`, `lentToFriend.friendName`, `tags.@count`; the name of a column; of groups an aggregate.
  public var expression: QueryExpression
  /// Small to large; nils come first.
  public var isAscending: Bool
  /// How strings are compared: `[c]` folds case.
  public var options: StringOptions

  /// A sort key.
  public init(_ expression: QueryExpression, isAscending: Bool = true, options: StringOptions = []) {
    self.expression = expression
    self.isAscending = isAscending
    self.options = options
  }

  /// A sort key that is a path from the object to a value.
  public init(_ keyPath: QueryKeyPath, isAscending: Bool = true, options: StringOptions = []) {
    self.init(.keyPath(keyPath), isAscending: isAscending, options: options)
  }
}

/// `{"by": "hiredOn", "descending": true, "options": 3}`; what equals the usual is left out.
extension SortKey: Codable {
  private enum Key: String, CodingKey, CaseIterable { case by, descending, options }

  /// Reads ``encode(to:)``.
  ///
  /// - Throws: `DecodingError` at an unknown key, and for a text that is no value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(
      container[.by], isAscending: !container[.descending, usual: false], options: container[.options, usual: []])
  }

  /// Writes the value that is compared, and what is not usual: an order from large to small, options.
  public func encode(to encoder: any Encoder) throws {
    try encoder.encode([
      Key.by: expression, .descending: (!isAscending).ifTrue, .options: options.isEmpty ? nil : options,
    ])
  }
}
