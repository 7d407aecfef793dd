extension QueryPredicate {
  /// Reads a condition; see ``PredicateParser/predicate(_:arguments:limits:)``.
  ///
  /// An argument becomes a node of the tree, so it cannot change what the format means.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > %d AND genre == %@", arguments: [1990, "Noir"])
  /// ```
  ///
  /// - Throws: the first error of the format; `argument-missing` and `argument-surplus` where there are fewer or more arguments than
  ///   specifiers.
  public init(
    format: String, arguments: [any QueryArgumentConvertible]? = nil, limits: PredicateLimits = .standard
  ) throws(PredicateIssue) {
    self = try PredicateParser.predicate(format, arguments: arguments, limits: limits).getUsingAllArguments()
  }

  /// The same as NSPredicate's users write it: `try QueryPredicate(format: "year > %d", 1990)`.
  ///
  /// - Throws: as ``init(format:arguments:limits:)``.
  public init(
    format: String, _ first: any QueryArgumentConvertible, _ others: any QueryArgumentConvertible...
  ) throws(PredicateIssue) {
    try self.init(format: format, arguments: [first] + others)
  }

  /// Reads a condition whose specifiers take the arguments in order: `try QueryPredicate("year > %d", 1990)`.
  ///
  /// - Throws: as ``init(format:arguments:limits:)``.
  public init(_ format: String, _ arguments: any QueryArgumentConvertible...) throws(PredicateIssue) {
    try self.init(format: format, arguments: arguments)
  }
}

extension QueryExpression {
  /// Reads a value; see ``PredicateParser/expression(_:arguments:limits:)``.
  ///
  /// - Throws: the first error of the format; `argument-missing` and `argument-surplus` where there are fewer or more arguments than
  ///   specifiers.
  public init(
    format: String, arguments: [any QueryArgumentConvertible]? = nil, limits: PredicateLimits = .standard
  ) throws(PredicateIssue) {
    self = try PredicateParser.expression(format, arguments: arguments, limits: limits).getUsingAllArguments()
  }

  /// The same as NSExpression's users write it: `try QueryExpression(format: "price * %f", 1.19)`.
  ///
  /// - Throws: as ``init(format:arguments:limits:)``.
  public init(
    format: String, _ first: any QueryArgumentConvertible, _ others: any QueryArgumentConvertible...
  ) throws(PredicateIssue) {
    try self.init(format: format, arguments: [first] + others)
  }

  /// Reads a value whose specifiers take the arguments in order: `try QueryExpression("price * %f", 1.19)`.
  ///
  /// A name alone that no text of a user is part of is better written as ``init(property:)``, which cannot fail.
  ///
  /// - Throws: as ``init(format:arguments:limits:)``.
  public init(_ format: String, _ arguments: any QueryArgumentConvertible...) throws(PredicateIssue) {
    try self.init(format: format, arguments: arguments)
  }
}

extension ParseResult {
  /// The tree, where every argument has a specifier. Apple's parser ignores what is left over; in Swift it is most likely a mistake.
  fileprivate func getUsingAllArguments() throws(PredicateIssue) -> Tree {
    let tree = try get()
    guard let surplus = issues.last, surplus.has(.argumentSurplus) else { return tree }
    throw surplus.asError
  }
}
