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
