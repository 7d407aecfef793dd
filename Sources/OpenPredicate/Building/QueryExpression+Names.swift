extension QueryExpression {
  /// An expression from its text, for building predicates out of parts: `QueryExpression("year") > 1990`.
  ///
  /// The text is read as `init(format:)` reads it; what cannot be read (`"size"`, `"first name"`) is taken as the name of a property.
  /// So this never throws: a text that means nothing is an unknown property when the predicate is bound.
  public init(_ text: String) {
    self = PredicateParser.expression(text).tree?.at(.none) ?? .keyPath(QueryKeyPath(.key(text)))
  }

  /// A constant, a list, or an expression as it is.
  public init(value: some QueryArgumentConvertible) {
    self.init(argument: value.queryArgument)
  }

  init(argument: QueryArgument, depth: Int = 0) {
    switch argument {
    case .literal(let value): self = .literal(value)
    case .expression(let expression): self = expression
    case .array(let elements): self = .aggregate(Self.expressions(elements, depth))
    case .set(let elements):
      self = .cast(.aggregate(Self.expressions(elements, depth)), type: .literal(.string("NSSet")))
    case .dictionary(let pairs):
      let flat = pairs.flatMap { [QueryArgument.literal(.string($0.key)), $0.value] }
      self = .cast(.aggregate(Self.expressions(flat, depth)), type: .literal(.string("NSDictionary")))
    }
  }

  private static func expressions(_ arguments: [QueryArgument], _ depth: Int) -> [QueryExpression] {
    // One level too many is enough for the constructors to see that the tree is over the limit.
    if depth > PredicateLimits.maximumNesting { return [] }
    return arguments.map { QueryExpression(argument: $0, depth: depth + 1) }
  }

  /// A property further down: `QueryExpression("lentToFriend").property("friendName")`.
  public func property(_ name: String) -> QueryExpression {
    .path(self, QueryKeyPath(.key(name)))
  }

  /// How many elements a collection has: `tags.@count`.
  public var count: QueryExpression { .path(self, QueryKeyPath(.collectionOperator("count"))) }
}
