extension QueryPredicate {
  /// Reads a condition: `try QueryPredicate("year > \(minimum) AND genre == 'Noir'")`.
  ///
  /// - Parameters:
  ///   - format: The text. Interpolations are arguments with their types and never become text.
  ///   - limits: Limits on the size of the text and of the tree.
  /// - Throws: the first error of the format. An interpolation inside quotes is `quoted-specifier`.
  public init(_ format: QueryFormat, limits: PredicateLimits = .standard) throws(PredicateIssue) {
    try self.init(format: format, arguments: [], limits: limits)
  }

  /// Reads a condition in the style of NSPredicate, with a list of arguments for its `%` specifiers.
  ///
  /// An argument becomes a node of the tree, so it cannot change the meaning of the format. Without `arguments`, the specifiers stay in the tree as
  /// placeholders.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > %d AND genre == %@", arguments: [1990, "Noir"])
  /// ```
  ///
  /// - Parameters:
  ///   - format: The text. Interpolations are arguments with their types and never become text.
  ///   - arguments: Values for the `%` specifiers, in their order; nil leaves the specifiers in the tree.
  ///   - limits: Limits on the size of the text and of the tree.
  /// - Throws: the first error of the format; `argument-missing` and `argument-surplus` if there are fewer or more arguments than
  ///   specifiers.
  public init(
    format: QueryFormat, arguments: [any QueryArgumentConvertible]? = nil, limits: PredicateLimits = .standard
  ) throws(PredicateIssue) {
    self = try format.read(arguments) { PredicateParser.predicate($0, arguments: $1, limits: limits) }
  }

  /// Reads a condition with an argument for each of its `%` specifiers: `try QueryPredicate(format: "year > %d", 1990)`.
  ///
  /// - Parameters:
  ///   - format: The text. Interpolations are arguments with their types and never become text.
  ///   - first: The value of the first specifier.
  ///   - others: The values of the other specifiers, in their order.
  /// - Throws: as ``init(format:arguments:limits:)``.
  public init(
    format: QueryFormat, _ first: any QueryArgumentConvertible, _ others: any QueryArgumentConvertible...
  ) throws(PredicateIssue) {
    try self.init(format: format, arguments: [first] + others)
  }
}

extension QueryExpression {
  /// Reads a value: `try QueryExpression("price * \(factor)")`.
  ///
  /// For a property name, ``init(property:)`` is simpler and cannot fail.
  ///
  /// - Parameters:
  ///   - format: The text. Interpolations are arguments with their types and never become text.
  ///   - limits: Limits on the size of the text and of the tree.
  /// - Throws: the first error of the format. An interpolation inside quotes is `quoted-specifier`.
  public init(_ format: QueryFormat, limits: PredicateLimits = .standard) throws(PredicateIssue) {
    try self.init(format: format, arguments: [], limits: limits)
  }

  /// Reads a value with a list of arguments for its `%` specifiers. Without `arguments`, the specifiers stay in the tree as placeholders.
  ///
  /// - Parameters:
  ///   - format: The text. Interpolations are arguments with their types and never become text.
  ///   - arguments: Values for the `%` specifiers, in their order; nil leaves the specifiers in the tree.
  ///   - limits: Limits on the size of the text and of the tree.
  /// - Throws: the first error of the format; `argument-missing` and `argument-surplus` if there are fewer or more arguments than
  ///   specifiers.
  public init(
    format: QueryFormat, arguments: [any QueryArgumentConvertible]? = nil, limits: PredicateLimits = .standard
  ) throws(PredicateIssue) {
    self = try format.read(arguments) { PredicateParser.expression($0, arguments: $1, limits: limits) }
  }

  /// Reads a value with an argument for each of its `%` specifiers: `try QueryExpression(format: "price * %f", 1.19)`.
  ///
  /// - Parameters:
  ///   - format: The text. Interpolations are arguments with their types and never become text.
  ///   - first: The value of the first specifier.
  ///   - others: The values of the other specifiers, in their order.
  /// - Throws: as ``init(format:arguments:limits:)``.
  public init(
    format: QueryFormat, _ first: any QueryArgumentConvertible, _ others: any QueryArgumentConvertible...
  ) throws(PredicateIssue) {
    try self.init(format: format, arguments: [first] + others)
  }
}

extension ParseResult {
  /// The tree, if every argument has a specifier. Otherwise throws: Apple's parser ignores surplus arguments, but in Swift they are most likely a
  /// mistake.
  func getUsingAllArguments() throws(PredicateIssue) -> Tree {
    let tree = try get()
    guard let surplus = issues.last, surplus.has(.argumentSurplus) else { return tree }
    throw surplus.asError
  }
}
