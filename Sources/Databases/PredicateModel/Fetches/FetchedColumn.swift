import PredicateSyntax

/// A named value that a fetch returns for each object or group: `lentToFriend.friendName as borrower`.
public struct FetchedColumn: Sendable, Hashable {
  /// The value: a property, a path, arithmetic, a function. In a group it may contain aggregates.
  public var expression: QueryExpression
  /// The name of the column, for sort keys and the condition on groups.
  public var name: String {
    get { scalars.text }
    set { scalars = ScalarString(newValue) }
  }
  private var scalars: ScalarString

  /// A column. Without a name, the column is named by the printed text of the expression.
  ///
  /// - Parameters:
  ///   - expression: The value of the column.
  ///   - name: The name of the column; nil for the text of the value.
  public init(_ expression: QueryExpression, as name: String? = nil) {
    self.expression = expression
    scalars = ScalarString(name ?? expression.canonicalFormat)
  }

  /// A column for a value that is written as text: `try FetchedColumn("count()", as: "n")`.
  ///
  /// - Parameters:
  ///   - format: The value of the column; interpolations are arguments.
  ///   - name: The name of the column.
  /// - Throws: The issues of reading the format.
  public init(_ format: QueryFormat, as name: String) throws(PredicateIssue) {
    self.init(try QueryExpression(format), as: name)
  }

  /// A column for a property of the entity.
  ///
  /// - Parameters:
  ///   - key: The name of a property.
  ///   - name: The name of the column; nil for the text of the value.
  public init(key: String, as name: String? = nil) {
    self.init(.keyPath(QueryKeyPath(.key(key))), as: name ?? key)
  }
}

/// The name of a property, or a path: `columns: ["title", "lentToFriend.friendName", "loans.@count"]`.
extension FetchedColumn: ExpressibleByStringLiteral {
  /// A column for a property of the entity, or for a path. The text is the name of the column.
  public init(stringLiteral path: String) { self.init(QueryExpression(property: path), as: path) }
}

/// `{"show": "lentToFriend.friendName", "as": "borrower"}`.
extension FetchedColumn: Codable {
  private enum Key: String, CodingKey, CaseIterable {
    case expression = "show"
    case name = "as"
  }

  /// Reads the JSON that ``encode(to:)`` writes.
  ///
  /// - Throws: `DecodingError` for an unknown key, and for a text that is not a value of the language.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    try self.init(container[.expression], as: container[ifPresent: .name])
  }

  /// Writes the value, and the name if it differs from the printed text of the value.
  public func encode(to encoder: any Encoder) throws {
    let isUsual = name.hasSameScalars(as: expression.canonicalFormat)
    try encoder.encode([Key.expression: expression, .name: isUsual ? nil : name])
  }
}
