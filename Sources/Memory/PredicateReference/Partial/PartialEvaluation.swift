import PredicateBinding
import PredicateValues

extension QueryPredicate {
  /// The rest of the predicate after everything was evaluated that reads known values only: partial evaluation.
  ///
  /// A rule about two things decides one object in memory, and its rest lists the rows of a database:
  ///
  /// ```swift
  /// let rule = try QueryPredicate("isPublic == YES OR owner.name == $user.name OR $user.isAdmin == YES")
  /// let rest = rule.partiallyEvaluated(variables: ["user": QueryValue(dynamically: user)])
  /// rest.canonicalFormat  // isPublic == 1 OR owner.name == "Ada"
  /// ```
  ///
  /// The rest means what the predicate means with those values:
  ///
  /// - A part is evaluated as it would be when the predicate runs. Where that throws, the part stays as it is.
  /// - Conditions before a decided one stay, unless they are decided, too: over values of unknown types they may throw first.
  /// - Calls that give something else each time (`now()`, functions of the application) stay.
  ///
  /// A value of a variable that has to stay in the rest, an object without a key for instance, is still given to whoever runs the rest.
  ///
  /// - Parameters:
  ///   - variables: The known values. `QueryValue(dynamically:)` makes one of a struct, an instance or a dictionary.
  ///   - object: The evaluated object, where that is what is known and a variable is not.
  /// - Complexity: linear in the size of the predicate times its nesting, and the evaluation of the known parts.
  public func partiallyEvaluated(
    variables: QueryVariables, object: QueryValue? = nil, options: BindingOptions = BindingOptions()
  ) -> QueryPredicate {
    var evaluation = PartialEvaluation(variables: variables, object: object, options: options)
    return evaluation.rewrite(self)
  }
}

/// Evaluates those parts of a predicate that read nothing but what is known, and puts their values in their places.
///
/// A part is evaluated by the reference, as it would be among the others. One whose evaluation throws stays as it is, and throws where the rest
/// comes to it; so does one whose value no format can write (an object without a key). A condition behind a decided one is dropped only where
/// evaluation would not come to it.
struct PartialEvaluation: TreeRewriter {
  private let variables: QueryVariables
  private let object: QueryValue?
  private let options: BindingOptions
  private let evaluator: ReferenceEvaluator
  /// Whether an object may become its key: where the expression is compared, and no property of it is read.
  private var mayBeObject = false

  /// - Parameter object: The evaluated object, where that is known.
  init(variables: QueryVariables, object: QueryValue?, options: BindingOptions) {
    self.variables = variables
    self.object = object
    self.options = options
    evaluator = ReferenceEvaluator(limits: options.limits)
  }

  /// The rest of a condition. A decided one is a literal.
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

  /// AND and OR. The first operand that decides ends them; those before it stay, because they may throw before it is come to.
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

  /// A comparison of the rests of two sides. The two bounds of a range after IN would be a list of two values.
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

  /// Whether a condition holds that reads nothing unknown; nil for every other one.
  private func decided(_ predicate: QueryPredicate) -> Bool? {
    var needs = PartNeeds(self)
    predicate.walk(&needs)
    guard needs.isKnown(predicate.freeVariables) else { return nil }
    let result = Result { () throws(PredicateIssue) in
      let bound = try Binder.bind(predicate, to: .dynamic, variables: variables, options: options)
      return try evaluator.evaluate(bound, object: object ?? .null)
    }
    return if case .success(let value) = result { value } else { nil }
  }

  /// The value of an expression that reads something known and nothing unknown, as a format writes it; nil for every other one.
  private func known(_ expression: QueryExpression) -> QueryExpression? {
    var needs = PartNeeds(self)
    expression.walk(&needs)
    guard needs.isKnown(expression.freeVariables), needs.readsSomething(expression.freeVariables) else { return nil }
    let result = Result { () throws(PredicateIssue) in
      let bound = try Binder.bind(expression, to: .dynamic, variables: variables, options: options)
      return try evaluator.value(bound, object: object ?? .null)
    }
    guard case .success(let found) = result else { return nil }
    let value = found.owned.withoutNaN
    guard value.isWritten(mayBeObject: mayBeObject), let argument = QueryArgument(value) else { return nil }
    let written = argument.expression(at: expression.range)
    guard case .string(let text) = value, ISODate.parse(text) != nil else { return written }
    // A literal would be read as a date beside a date.
    return .cast(written, type: .literal(.string(CastTarget.string.name)), range: expression.range)
  }

  /// The rest of an expression. Only the choices of a TERNARY and the elements of a list are compared as the expression itself is.
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

  /// The arguments of methods in a path stay.
  mutating func rewrite(_ path: QueryKeyPath) -> QueryKeyPath { path }

  /// The rest of an expression with a part that stays, that chooses, or in which a variable is another one.
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

  /// The same without a variable that a SUBQUERY binds.
  private func without(_ name: String) -> PartialEvaluation {
    guard variables[name] != nil else { return self }
    return PartialEvaluation(variables: variables.without(name), object: object, options: options)
  }

  fileprivate func knows(_ variable: String) -> Bool { variables[variable] != nil }

  fileprivate var knowsObject: Bool { object != nil }

  /// Whether a call gives the same whenever it is made.
  fileprivate func isPure(_ name: String, _ count: Int) -> Bool {
    options.functions.definition(named: name, taking: count).map { $0.isPure && !$0.isAdded } ?? false
  }
}

/// What a part of a predicate needs to be evaluated.
private struct PartNeeds: PredicateVisitor {
  private let evaluation: PartialEvaluation
  private var readsObject = false
  /// Whether something in the part has to stay: a call whose result changes, a form that is not evaluated, a variable that is assigned.
  private var hasToStay = false

  init(_ evaluation: PartialEvaluation) { self.evaluation = evaluation }

  /// Whether all of it is known, given the variables that it does not bind itself.
  func isKnown(_ uses: [VariableUse]) -> Bool {
    !hasToStay && (!readsObject || evaluation.knowsObject) && uses.allSatisfy { evaluation.knows($0.name) }
  }

  /// Whether it reads more than constants.
  func readsSomething(_ uses: [VariableUse]) -> Bool { readsObject || !uses.isEmpty }

  mutating func visit(_ expression: QueryExpression) -> Bool {
    switch expression.node {
    case .keyPath(let path):
      readsObject = true
      visit(path)
    case .path(_, let path): visit(path)
    case .evaluatedObject: readsObject = true
    case .call(let name, let arguments): hasToStay = hasToStay || !evaluation.isPure(name, arguments.count)
    case .function(_, let selector, let arguments):
      guard case .literal(.string(let name)) = selector.node, evaluation.isPure(name, arguments.count + 1) else {
        hasToStay = true
        return false
      }
    case .anyKey, .fetch, .assignment, .placeholder, .overLimit, .unreadable: hasToStay = true
    default: break
    }
    return !hasToStay
  }

  private mutating func visit(_ path: QueryKeyPath) {
    for case .call(let name, let arguments) in path.components where !evaluation.isPure(name, arguments.count + 1) {
      hasToStay = true
    }
  }
}

extension QueryValue {
  /// Whether a format can write the value so that it means the same: no dictionary, and objects only where their keys stand for them.
  fileprivate func isWritten(mayBeObject: Bool) -> Bool {
    switch self {
    case .array(let elements), .set(let elements): elements.allSatisfy { $0.isWritten(mayBeObject: mayBeObject) }
    case .dictionary: false
    case .object, .reference: mayBeObject
    default: true
    }
  }
}
