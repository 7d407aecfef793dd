extension QueryPredicate {
  /// The predicate with expressions in the place of variables.
  ///
  /// Calls `value` once for each name, without `$`; variables for which it returns nil stay. A SUBQUERY's own variable is bound
  /// by it and never replaced inside its condition; where it has the name of a variable inside of a replacement, it is renamed,
  /// so that the replacement means there what it means outside. A variable as a step of a path (`$a.$b`) becomes a key by a
  /// string, another variable by a variable, and stays otherwise. What is put in takes the place in the text of what it replaces.
  /// Linear in the size of the result.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > $y").substituting { $0 == "y" ? .literal(.integer(1990)) : nil }
  /// // year > 1990
  /// ```
  public func substituting(_ value: (String) throws -> QueryExpression?) rethrows -> QueryPredicate {
    guard var substitution = try Substitution(of: freeVariables, value) else { return self }
    if substitution.mayCapture { walk(&substitution.namesInUse) }
    return substitution.rewrite(self)
  }

  /// The predicate with arguments in the place of variables, by their names without `$`; see the other form. Names are
  /// compared by their scalars.
  ///
  /// ```swift
  /// try QueryPredicate(format: "name == $n").substituting(["n": .literal(.string("Anna"))])  // name == "Anna"
  /// ```
  ///
  /// IN before a variable that becomes a range means BETWEEN.
  public func substituting(_ values: [String: QueryArgument]) -> QueryPredicate {
    let expressions = values.expressionsByName
    let found = Substitution(of: freeVariables, ranges: values.rangeNames) { expressions[ScalarString($0)] }
    guard var substitution = found else { return self }
    if substitution.mayCapture { walk(&substitution.namesInUse) }
    return substitution.rewrite(self)
  }
}

extension QueryExpression {
  /// The expression with expressions in the place of variables; see ``QueryPredicate/substituting(_:)``.
  public func substituting(_ value: (String) throws -> QueryExpression?) rethrows -> QueryExpression {
    guard var substitution = try Substitution(of: freeVariables, value) else { return self }
    if substitution.mayCapture { walk(&substitution.namesInUse) }
    return substitution.rewrite(self)
  }

  /// The expression with arguments in the place of variables; see ``QueryPredicate/substituting(_:)``.
  public func substituting(_ values: [String: QueryArgument]) -> QueryExpression {
    let expressions = values.expressionsByName
    let found = Substitution(of: freeVariables, ranges: values.rangeNames) { expressions[ScalarString($0)] }
    guard var substitution = found else { return self }
    if substitution.mayCapture { walk(&substitution.namesInUse) }
    return substitution.rewrite(self)
  }
}

extension [String: QueryArgument] {
  /// The names whose arguments are ranges.
  fileprivate var rangeNames: Set<ScalarString> {
    Set(compactMap { name, argument in if case .range = argument { ScalarString(name) } else { nil } })
  }

  fileprivate var expressionsByName: [ScalarString: QueryExpression] {
    var result: [ScalarString: QueryExpression] = [:]
    for (name, argument) in self { result[ScalarString(name)] = argument.expression(at: .none) }
    return result
  }
}
