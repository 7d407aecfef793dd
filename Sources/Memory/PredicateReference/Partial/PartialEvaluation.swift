import PredicateBinding

extension QueryPredicate {
  /// Evaluates all parts of the predicate that read only known values, and returns the remaining predicate: partial evaluation.
  ///
  /// A rule about two objects, such as a post and a user, can be evaluated for both in memory. If only the user is known, the remaining predicate
  /// selects the posts in a database:
  ///
  /// ```swift
  /// let rule = try QueryPredicate("isPublic == YES OR owner.name == $user.name OR $user.isAdmin == YES")
  /// let rest = rule.partiallyEvaluated(variables: ["user": QueryValue(dynamically: user)])
  /// rest.canonicalFormat  // isPublic == 1 OR owner.name == "Ada"
  /// ```
  ///
  /// The remaining predicate has the meaning of the predicate with the known values:
  ///
  /// - A part is evaluated as when the predicate runs. If this throws, the part stays as it is.
  /// - Conditions before a decided one stay, unless they are decided too: over values of unknown types they may throw first.
  /// - Calls whose results change (`now()`, functions of the application) stay.
  ///
  /// The remaining predicate still needs a variable whose value cannot be written as a constant, for example an object without a key.
  ///
  /// - Parameters:
  ///   - variables: The known values. `QueryValue(dynamically:)` makes such a value from a struct, an instance or a dictionary.
  ///   - object: The evaluated object, if it is known while some variables are not.
  /// - Complexity: Linear in the size of the predicate times its nesting, plus the evaluation of the known parts.
  public func partiallyEvaluated(
    variables: QueryVariables, object: QueryValue? = nil, options: BindingOptions = BindingOptions()
  ) -> QueryPredicate {
    var evaluation = PartialEvaluation(variables: variables, object: object, options: options)
    return evaluation.rewrite(self)
  }
}

/// Replaces the parts of a predicate that read only known values by the values of these parts.
///
/// The reference evaluator evaluates the parts. A part whose evaluation throws stays as it is, and throws when the remaining predicate is evaluated.
/// A part whose value cannot be written in a format (an object without a key) stays too. A condition after a decided one is dropped only if
/// evaluation would not reach it.
struct PartialEvaluation: TreeRewriter {
  private let variables: QueryVariables
  private let object: QueryValue?
  private var options: BindingOptions
  private let evaluator: ReferenceEvaluator
  /// Whether an object may be replaced by its key. It may if the expression is compared, and no property of the object is read.
  private var mayBeObject = false

  /// - Parameter object: The evaluated object, if it is known.
  init(variables: QueryVariables, object: QueryValue?, options: BindingOptions) {
    self.variables = variables
    self.object = object
    self.options = options
    // Otherwise the binder would call functions of the application that have constant arguments.
    self.options.evaluatesConstantCalls = false
    evaluator = ReferenceEvaluator(limits: options.limits)
  }

  /// The remaining condition. A decided condition becomes a literal.
  mutating func rewrite(_ predicate: QueryPredicate) -> QueryPredicate {
    if let decided = decided(predicate) { return .literal(decided, range: predicate.range) }
    switch predicate.node {
    case .literal, .overLimit: return predicate
    case .comparison(let comparison): return .comparison(rewrite(comparison), range: predicate.range)
    case .not(let operand):
      let inner = rewrite(operand)
      if case .literal(let value) = inner.node { return .literal(!value, range: predicate.range) }
      return .not(inner, range: predicate.range)
    case .and(let operands): return junction(operands, endedBy: false, predicate.range)
    case .or(let operands): return junction(operands, endedBy: true, predicate.range)
    }
  }

  /// The remaining AND or OR. It ends with the first operand that decides it. The operands before that one stay, because evaluation reaches them
  /// first and they may throw.
  private mutating func junction(_ operands: [QueryPredicate], endedBy end: Bool, _ range: SourceRange)
    -> QueryPredicate
  {
    var kept: [QueryPredicate] = []
    for operand in operands {
      let rest = rewrite(operand)
      guard case .literal(let value) = rest.node else {
        kept.append(rest)
        continue
      }
      if value == end {
        kept.append(rest)
        break
      }
    }
    if kept.isEmpty { return .literal(!end, range: range) }
    if kept.count == 1 { return kept[0] }
    return end ? .or(kept, range: range) : .and(kept, range: range)
  }

  /// The remaining comparison. A variable after IN whose value is a range becomes a list of its two bounds, so the comparison becomes BETWEEN.
  private mutating func rewrite(_ comparison: QueryComparison) -> QueryComparison {
    let outer = mayBeObject
    mayBeObject = true
    defer { mayBeObject = outer }
    let rest = comparison.mapParts(&self)
    guard comparison.operator == .in, case .variable(let name) = comparison.right.node, variables.isRange(name),
      case .aggregate = rest.right.node
    else { return rest }
    return rest.asBetween
  }

  /// The result of a condition that reads only known values. Nil for other conditions, and if the evaluation throws.
  private func decided(_ predicate: QueryPredicate) -> Bool? {
    var search = ExpressionSearch(isWanted: stays)
    predicate.walk(&search)
    guard !search.hasFound, areKnown(predicate.freeVariables) else { return nil }
    let result = Result { () throws(PredicateIssue) -> Bool? in
      let bound = try Binder.bind(predicate, to: .dynamic, variables: variables, options: options)
      guard isKnown(.condition(bound.condition), bound.condition.facts) else { return nil }
      return try evaluator.evaluate(bound, object: object ?? .null)
    }
    return if case .success(let value) = result { value } else { nil }
  }

  /// The value, as a constant, of an expression that reads known values and no unknown ones. Nil for other expressions.
  private func known(_ expression: QueryExpression) -> QueryExpression? {
    var search = ExpressionSearch(isWanted: stays)
    expression.walk(&search)
    let uses = expression.freeVariables
    guard !search.hasFound, areKnown(uses) else { return nil }
    let result = Result { () throws(PredicateIssue) -> QueryValue? in
      let bound = try Binder.bind(expression, to: .dynamic, variables: variables, options: options)
      let facts = bound.value.facts
      guard isKnown(.value(bound.value), facts), !uses.isEmpty || facts.variables.contains(0) else { return nil }
      return try evaluator.value(bound, object: object ?? .null).owned.withoutNaN
    }
    guard case .success(let value?) = result else { return nil }
    guard value.isWritten(mayBeObject: mayBeObject), let argument = QueryArgument(value) else { return nil }
    let written = argument.expression(at: expression.range)
    guard case .string(let text) = value, ISODate.parse(text) != nil else { return written }
    // The text becomes a CAST, because a plain literal would be read as a date if it is compared with a date.
    return .cast(written, type: .literal(.string(CastTarget.string.name)), range: expression.range)
  }

  /// The remaining expression. The values of a TERNARY and the elements of a list are compared if the expression is. Other parts are not.
  mutating func rewrite(_ expression: QueryExpression) -> QueryExpression {
    if let known = known(expression) { return known }
    let outer = mayBeObject
    defer { mayBeObject = outer }
    switch expression.node {
    case .aggregate: break
    case .ternary, .subquery, .cast, .function: return restOfForm(expression)
    case .assignment, .fetch: return expression
    default: mayBeObject = false
    }
    return expression.mapParts(&self)
  }

  /// The arguments of calls in a path stay as they are.
  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath { path }

  /// The remaining expression for a node whose parts are rewritten in different ways: a TERNARY, a SUBQUERY, a CAST, a FUNCTION.
  @inline(never)
  private mutating func restOfForm(_ expression: QueryExpression) -> QueryExpression {
    let range = expression.range
    if case .ternary(let test, let first, let second) = expression.node {
      let test = rewrite(test)
      if case .literal(let holds) = test.node { return rewrite(holds ? first : second) }
      return .ternary(test, rewrite(first), rewrite(second), range: range)
    }
    mayBeObject = false
    switch expression.node {
    case .subquery(let collection, let variable, let condition):
      var inner = without(variable)
      return .subquery(rewrite(collection), variable: variable, inner.rewrite(condition), range: range)
    case .cast(let operand, let type): return .cast(rewrite(operand), type: type, range: range)
    case .function(let receiver, let selector, let arguments):
      return .function(rewrite(receiver), selector: selector, arguments.map { rewrite($0) }, range: range)
    default: return expression
    }
  }

  /// The same evaluation without the value of a variable that a SUBQUERY binds.
  private func without(_ name: String) -> PartialEvaluation {
    guard variables[name] != nil else { return self }
    return PartialEvaluation(variables: variables.without(name), object: object, options: options)
  }

  /// Whether all variables that a part does not bind itself have values.
  private func areKnown(_ uses: [VariableUse]) -> Bool { uses.allSatisfy { variables[$0.name] != nil } }

  /// Whether a bound part does not read an unknown object, and has no call whose results change.
  private func isKnown(_ part: CorePart, _ facts: CoreFacts) -> Bool {
    (object != nil || !facts.variables.contains(0)) && part.isPure
  }

  /// Whether a part with an expression stays, so that it need not be bound: an unknown object, and a variable that later parts may read.
  private func stays(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .assignment: true
    case .keyPath, .evaluatedObject: object == nil
    default: false
    }
  }
}

/// Finds whether a tree contains a certain expression.
package struct ExpressionSearch: PredicateVisitor {
  private let isWanted: (QueryExpression) -> Bool
  package private(set) var hasFound = false

  package init(isWanted: @escaping (QueryExpression) -> Bool) { self.isWanted = isWanted }

  package mutating func visit(_ expression: QueryExpression) -> Bool {
    hasFound = hasFound || isWanted(expression)
    return !hasFound
  }
}

extension QueryValue {
  /// Whether a format can express the value with the same meaning. Dictionaries cannot be expressed, and an object only if it may be replaced by its
  /// key.
  fileprivate func isWritten(mayBeObject: Bool) -> Bool {
    switch self {
    case .array(let elements), .set(let elements): elements.allSatisfy { $0.isWritten(mayBeObject: mayBeObject) }
    case .dictionary: false
    case .object, .reference: mayBeObject
    default: true
    }
  }
}
