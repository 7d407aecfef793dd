extension QueryExpression {
  /// An expression from its text, for building predicates out of parts: `QueryExpression("year") > 1990`.
  ///
  /// The text is read as `init(format:)` reads it. One that cannot be read but looks like a name (`"and"`, `"first name"`) is the name
  /// of a property; any other (`"year >"`) is kept as it is. So this never throws: what is wrong is thrown where the predicate is bound,
  /// which every way of asking does first.
  public init(_ text: String) {
    if let tree = PredicateParser.expression(text).tree {
      self = tree.at(.none)
    } else {
      self = Self.isName(text) ? .keyPath(QueryKeyPath(.key(text))) : .unreadable(text)
    }
  }

  /// Whether a text can only be meant as a name: one word, or several of which none is an operator.
  private static func isName(_ text: String) -> Bool {
    let words = text.unicodeScalars.split(separator: " ", omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      guard word.allSatisfy({ $0 == "_" || $0.properties.isXIDContinue }) else { return false }
      return !word.isEmpty && (words.count == 1 || !Self.isOperator(String(String.UnicodeScalarView(word))))
    }
  }

  private static func isOperator(_ word: String) -> Bool {
    let word = word.uppercased()
    return OperatorTable.entries.contains { $0.spellings.contains { $0.hasSameScalars(as: word) } }
  }

  /// A constant, a list, or an expression as it is.
  public init(value: some QueryArgumentConvertible) {
    self = value.queryArgument.expression()
  }

  /// A property further down: `QueryExpression("lentToFriend").property("friendName")`.
  public func property(_ name: String) -> QueryExpression {
    .path(self, QueryKeyPath(.key(name)))
  }

  /// How many elements a collection has: `tags.@count`.
  public var count: QueryExpression { .path(self, QueryKeyPath(.collectionOperator("count"))) }
}
