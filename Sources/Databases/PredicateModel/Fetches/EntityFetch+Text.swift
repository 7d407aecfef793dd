import PredicateSyntax

/// A fetch prints as a statement.
extension EntityFetch: CustomStringConvertible {
  /// `Movie where year > 1990 show title, year + 1 as next sort by year desc limit 10`. Statements without special names can be read again.
  public var description: String {
    let clauses: [(String, String?)] = [
      ("where", predicate?.exactFormat), ("group by", Self.text(groupBy.map(\.description))),
      ("having", having?.exactFormat), (isDistinct ? "show distinct" : "show", Self.text(columns.map(\.description))),
      ("sort by", Self.text(sortKeys.map(\.description))),
      ("first", firstOfEach.map { "\($0.count) of each \(Self.text($0.keys.map(\.exactFormat)) ?? "")" }),
      ("limit", limit.map { "\($0)" }), ("offset", offset > 0 ? "\(offset)" : nil),
    ]
    return clauses.reduce(entity) { text, clause in clause.1.map { "\(text) \(clause.0) \($0)" } ?? text }
  }

  private static func text(_ parts: [String]) -> String? { parts.isEmpty ? nil : parts.joined(separator: ", ") }
}

extension FetchedColumn: CustomStringConvertible {
  /// `year`, `year + 1 as next`.
  public var description: String {
    let text = expression.exactFormat
    return [text, expression.canonicalFormat].contains { $0.hasSameScalars(as: name) } ? text : "\(text) as \(name)"
  }
}

/// Unavailable functions, for which the compiler shows what to write instead.
extension EntityFetch {
  /// Unavailable: a text in a variable is not a format.
  @available(
    *, unavailable,
    message:
      "expected a string literal. For text from a user, write fetch(_:text:policy:); for trusted text, write QueryFormat(raw:)"
  )
  @_disfavoredOverload
  public init(_ entity: String, where text: String, sortedBy sortKeys: [QuerySortKey] = [], limit: Int? = nil) throws {
    try self.init(entity, where: QueryFormat(raw: text), sortedBy: sortKeys, limit: limit)
  }

  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "expected a string literal. For trusted text, write QueryFormat(raw: text)")
  @_disfavoredOverload
  public init(
    _ entity: String, columns: [FetchedColumn], groupBy: [FetchedColumn] = [], having text: String,
    sortedBy sortKeys: [QuerySortKey] = [], limit: Int? = nil
  ) {
    self.init(entity, columns: columns, groupBy: groupBy, sortedBy: sortKeys, limit: limit)
  }

  /// Unavailable: the order is a list.
  @available(*, unavailable, message: "the sort keys must be a list: sortedBy: [\"year\", .descending(\"title\")]")
  @_disfavoredOverload
  public init(_ entity: String, where format: QueryFormat? = nil, sortedBy key: QuerySortKey, limit: Int? = nil) {
    self.init(entity, sortedBy: [key], limit: limit)
  }
}

extension FetchedColumn {
  /// Unavailable: a text in a variable is not a format.
  @available(*, unavailable, message: "write FetchedColumn(key: name), or FetchedColumn(expression)")
  @_disfavoredOverload
  public init(_ text: String) { self.init(key: text) }
}
