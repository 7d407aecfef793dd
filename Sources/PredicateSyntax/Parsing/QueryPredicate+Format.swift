extension QueryPredicate {
  /// Reads a condition; see ``PredicateParser/predicate(_:arguments:limits:)``.
  ///
  /// An argument becomes a node of the tree, so it cannot change what the format means.
  ///
  /// - Throws: the first error of the format.
  public init(
    format: String, arguments: [QueryArgument]? = nil, limits: PredicateLimits = .standard
  ) throws(PredicateIssue) {
    self = try PredicateParser.predicate(format, arguments: arguments, limits: limits).get()
  }

  /// The same as NSPredicate's users write it: `try QueryPredicate(format: "year > %d", 1990)`.
  ///
  /// - Throws: the first error of the format, a missing argument or one of the wrong kind among them.
  public init(
    format: String, _ first: any QueryArgumentConvertible, _ others: any QueryArgumentConvertible...
  ) throws(PredicateIssue) {
    try self.init(format: format, arguments: ([first] + others).map { $0.queryArgument })
  }

  /// Reads a condition whose specifiers take the arguments in order: `try QueryPredicate("year > %d", 1990)`.
  ///
  /// - Throws: the first error of the format, a missing argument or one of the wrong kind among them.
  public init(_ format: String, _ arguments: any QueryArgumentConvertible...) throws(PredicateIssue) {
    try self.init(format: format, arguments: arguments.map { $0.queryArgument })
  }
}

extension QueryExpression {
  /// Reads a value; see ``PredicateParser/expression(_:arguments:limits:)``.
  ///
  /// - Throws: the first error of the format.
  public init(
    format: String, arguments: [QueryArgument]? = nil, limits: PredicateLimits = .standard
  ) throws(PredicateIssue) {
    self = try PredicateParser.expression(format, arguments: arguments, limits: limits).get()
  }

  /// The same as NSExpression's users write it: `try QueryExpression(format: "price * %f", 1.19)`.
  ///
  /// - Throws: the first error of the format, a missing argument or one of the wrong kind among them.
  public init(
    format: String, _ first: any QueryArgumentConvertible, _ others: any QueryArgumentConvertible...
  ) throws(PredicateIssue) {
    try self.init(format: format, arguments: ([first] + others).map { $0.queryArgument })
  }

  /// Reads a value whose specifiers take the arguments in order: `try QueryExpression("price * %f", 1.19)`.
  ///
  /// - Throws: the first error of the format, a missing argument or one of the wrong kind among them.
  public init(_ format: String, _ arguments: any QueryArgumentConvertible...) throws(PredicateIssue) {
    try self.init(format: format, arguments: arguments.map { $0.queryArgument })
  }
}
