extension QueryPredicate {
  /// The predicate with expressions in place of variables.
  ///
  /// Calls `value` once for each name, without `$`. If it returns nil, the variable is not replaced. The variable of a SUBQUERY is never replaced
  /// inside its condition. If a replacement has a free variable with the name of the SUBQUERY's variable, the SUBQUERY's variable is renamed, so the
  /// replacement keeps its meaning. A variable can be a component of a path (`$a.$b`). It becomes a key if the replacement is a string, and another
  /// variable if the replacement is a variable. Otherwise it is not replaced. A replacement has the source range of the variable. Linear in the size
  /// of the result.
  ///
  /// ```swift
  /// try QueryPredicate(format: "year > $y").substituting { $0 == "y" ? .literal(.integer(1990)) : nil }
  /// // year > 1990
  /// ```
  public func substituting(_ value: (String) throws -> QueryExpression?) rethrows -> QueryPredicate {
    try Substitution(of: freeVariables, value)?.applied(to: self) ?? self
  }

  /// The predicate with arguments in place of variables; see ``substituting(_:)``. The names have no `$`, and are compared by their scalars.
  ///
  /// ```swift
  /// try QueryPredicate(format: "name == $n").substituting(["n": .literal(.string("Anna"))])  // name == "Anna"
  /// ```
  ///
  /// IN before a variable means BETWEEN if the argument is a range.
  public func substituting(_ values: [String: QueryArgument]) -> QueryPredicate {
    Substitution(of: freeVariables, values)?.applied(to: self) ?? self
  }
}

extension QueryExpression {
  /// The expression with expressions in place of variables; see ``QueryPredicate/substituting(_:)``.
  public func substituting(_ value: (String) throws -> QueryExpression?) rethrows -> QueryExpression {
    try Substitution(of: freeVariables, value)?.applied(to: self) ?? self
  }

  /// The expression with arguments in place of variables; see ``QueryPredicate/substituting(_:)``.
  public func substituting(_ values: [String: QueryArgument]) -> QueryExpression {
    Substitution(of: freeVariables, values)?.applied(to: self) ?? self
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

/// Replaces variables by expressions. It builds the result by the constructors, so the result is in normal form and within the limits.
struct Substitution: TreeRewriter {
  /// The replacements of variables that are free at the current node.
  private var values: [ScalarString: QueryExpression] = [:]
  /// The free variables of the replacements. A SUBQUERY whose variable has one of these names would capture the replacement's variable, so its
  /// variable is renamed.
  private var captured: Set<ScalarString> = []
  /// The names whose replacements are ranges. IN before such a variable means BETWEEN.
  private let ranges: Set<ScalarString>
  /// The names that a renamed variable must not have. Filled only if capture is possible.
  var namesInUse = VariableNames()

  /// Calls the function once for each name. Nil if no variable is replaced.
  init?(
    of uses: [VariableUse], ranges: Set<ScalarString> = [], _ value: (String) throws -> QueryExpression?
  ) rethrows {
    self.ranges = ranges
    var asked: Set<ScalarString> = []
    for use in uses {
      let name = ScalarString(use.name)
      guard asked.insert(name).inserted, let replacement = try value(use.name) else { continue }
      values[name] = replacement
      for inner in replacement.freeVariables { captured.insert(ScalarString(inner.name)) }
    }
    if values.isEmpty { return nil }
    namesInUse.names = captured
  }

  /// Replaces variables by arguments. Nil if no variable is replaced.
  init?(of uses: [VariableUse], _ values: [String: QueryArgument]) {
    let expressions = values.expressionsByName
    self.init(of: uses, ranges: values.rangeNames) { expressions[ScalarString($0)] }
  }

  private var mayCapture: Bool { !captured.isEmpty }

  consuming func applied(to predicate: QueryPredicate) -> QueryPredicate {
    if mayCapture { predicate.walk(&namesInUse) }
    return rewrite(predicate)
  }

  consuming func applied(to expression: QueryExpression) -> QueryExpression {
    if mayCapture { expression.walk(&namesInUse) }
    return rewrite(expression)
  }

  @inline(never)
  mutating func rewrite(_ predicate: QueryPredicate) -> QueryPredicate {
    isRangeTest(predicate) ? rewriteRangeTest(predicate) : predicate.mapParts(&self)
  }

  /// Whether the right side of IN is a variable that is replaced by a range. A variable that a SUBQUERY binds is not replaced.
  @inline(never)
  private func isRangeTest(_ predicate: QueryPredicate) -> Bool {
    guard !ranges.isEmpty, case .comparison(let comparison) = predicate.node, comparison.operator == .in,
      case .variable(let variable) = comparison.right.node
    else { return false }
    let name = ScalarString(variable)
    guard ranges.contains(name), case .aggregate? = values[name]?.node else { return false }
    return true
  }

  @inline(never)
  private mutating func rewriteRangeTest(_ predicate: QueryPredicate) -> QueryPredicate {
    guard case .comparison(let comparison) = predicate.node else { return predicate }
    return .comparison(comparison.mapParts(&self).asBetween, range: predicate.range)
  }

  @inline(never)
  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .variable(let name): values[ScalarString(name)]?.at(expression.range) ?? expression
    case .subquery: rewriteSubquery(expression)
    default: expression.mapParts(&self)
    }
  }

  private mutating func rewriteSubquery(_ expression: QueryExpression) -> QueryExpression {
    guard case .subquery(let collection, let variable, let predicate) = expression.node else { return expression }
    let newCollection = rewrite(collection)
    let (newName, hidden) = enterScope(of: variable)
    let newPredicate = rewrite(predicate)
    values[ScalarString(variable)] = hidden
    return .subquery(newCollection, variable: newName, newPredicate, range: expression.range)
  }

  /// Removes the replacement of a SUBQUERY's variable while its condition is visited. Renames the variable if it would capture a variable of a
  /// replacement.
  private mutating func enterScope(of variable: String) -> (newName: String, hidden: QueryExpression?) {
    let name = ScalarString(variable)
    let hidden = values.removeValue(forKey: name)
    guard captured.contains(name) else { return (variable, hidden) }
    let newName = namesInUse.insertFresh(like: variable)
    values[name] = .variable(newName)
    return (newName, hidden)
  }

  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath {
    let path = path.mapParts(&self)
    return path.replacing(step(path.first), path.rest.map(step))
  }

  private func step(_ component: QueryKeyPath.Component) -> QueryKeyPath.Component {
    guard case .variable(let name) = component else { return component }
    switch values[ScalarString(name)]?.node {
    case .literal(.string(let key)): return .key(key)
    case .variable(let newName): return .variable(newName)
    default: return component
    }
  }
}

/// Collects the names of all variables in a tree, including bound and assigned ones.
struct VariableNames: PredicateVisitor {
  var names: Set<ScalarString> = []

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .variable(let name), .subquery(_, let name, _), .assignment(let name, _): names.insert(ScalarString(name))
    case .keyPath(let path), .path(_, let path):
      for case .variable(let name) in path.components { names.insert(ScalarString(name)) }
    default: break
    }
    return true
  }

  /// A name that is not in use: `name` with a number after it.
  mutating func insertFresh(like name: String) -> String {
    var number = 1
    while !names.insert(ScalarString("\(name)_\(number)")).inserted { number += 1 }
    return "\(name)_\(number)"
  }
}
