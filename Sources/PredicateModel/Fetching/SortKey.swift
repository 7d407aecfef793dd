import PredicateSyntax

/// One line of an order: a path from the object to a value, and which way.
public struct SortKey: Sendable, Hashable {
  /// From the object to the value: `year`, `lentToFriend.friendName`.
  public var keyPath: QueryKeyPath
  /// Small to large; nils come first.
  public var isAscending: Bool
  /// How strings are compared: `[c]` folds case.
  public var options: StringOptions

  /// A sort key.
  public init(_ keyPath: QueryKeyPath, isAscending: Bool = true, options: StringOptions = []) {
    self.keyPath = keyPath
    self.isAscending = isAscending
    self.options = options
  }
}
