import PredicateSyntax

/// A value that a fetch gives of each object or group, under a name: `lentToFriend.friendName as borrower`.
public struct FetchedColumn: Sendable, Hashable {
  /// The value: a property, a path, arithmetic, a function; of a group an aggregate too.
  public var expression: QueryExpression
  /// What the column is called. Sort keys and the condition on groups may name it.
  public var name: String {
    get { scalars.text }
    set { scalars = ScalarString(newValue) }
  }
  private var scalars: ScalarString

  /// A column. Without a name of its own it is called what its expression prints as.
  public init(_ expression: QueryExpression, as name: String? = nil) {
    self.expression = expression
    scalars = ScalarString(name ?? expression.canonicalFormat)
  }

  /// A column for a property of the entity.
  public init(key: String, as name: String? = nil) {
    self.init(.keyPath(QueryKeyPath(.key(key))), as: name ?? key)
  }
}

/// `{"show": "lentToFriend.friendName", "as": "borrower"}`.
extension FetchedColumn: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case expression = "show"
    case name = "as"
  }

  /// Reads ``encode(to:)``.
  ///
  /// - Throws: `DecodingError` at an unknown key, and for a text that is no value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(container[.expression], as: container[ifPresent: .name])
  }

  /// Writes the value, and the name where it is not what the value prints as.
  public func encode(to encoder: any Encoder) throws {
    let isUsual = name.hasSameScalars(as: expression.canonicalFormat)
    try encoder.encode([Key.expression: expression, .name: isUsual ? nil : name])
  }
}
