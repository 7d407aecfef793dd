/// Puts expressions in the place of variables, through the constructors, so that the result is in normal form and within the limits.
struct Substitution {
  /// What replaces the variables that are free at the current node.
  private var values: [ScalarString: QueryExpression] = [:]
  /// The names that are free in a replacement: a SUBQUERY that binds one of them would capture it, and has to be renamed.
  private var captured: Set<ScalarString> = []
  /// The names whose replacements are ranges: IN before one of them means BETWEEN.
  private let ranges: Set<ScalarString>
  /// Every name that a renamed variable may not take. Filled only where something may be captured.
  var namesInUse = VariableNames()

  /// Asks once for the value of each name; nil where nothing is to be replaced.
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

  var mayCapture: Bool { !captured.isEmpty }

  /// Never inlined: the optimiser would unroll the recursion into a frame of many kilobytes.
  @inline(never)
  mutating func apply(to predicate: QueryPredicate) -> QueryPredicate {
    switch predicate.node {
    case .literal, .overLimit: return predicate
    case .comparison: return applyToComparison(predicate)
    case .not, .and, .or: return applyToCompound(predicate)
    }
  }

  private mutating func applyToComparison(_ predicate: QueryPredicate) -> QueryPredicate {
    guard case .comparison(let old) = predicate.node else { return predicate }
    let left = apply(to: old.left)
    let right = apply(to: old.right)
    return comparison(like: old, left, right, range: predicate.range)
  }

  @inline(never)
  private func comparison(
    like old: QueryComparison, _ left: QueryExpression, _ right: QueryExpression, range: SourceRange
  ) -> QueryPredicate {
    let new = QueryComparison(
      left, old.operator, right, quantifier: old.quantifier, options: old.options, spelling: old.spelling,
      operatorRange: old.operatorRange)
    return .comparison(hasRange(old) ? new.asBetween : new, range: range)
  }

  /// Whether IN has a variable behind it that becomes a range. One that a SUBQUERY binds becomes none.
  private func hasRange(_ comparison: QueryComparison) -> Bool {
    guard !ranges.isEmpty, comparison.operator == .in, case .variable(let variable) = comparison.right.node else {
      return false
    }
    let name = ScalarString(variable)
    guard ranges.contains(name), case .aggregate? = values[name]?.node else { return false }
    return true
  }

  private mutating func applyToCompound(_ predicate: QueryPredicate) -> QueryPredicate {
    switch predicate.node {
    case .not(let operand): return .not(apply(to: operand), range: predicate.range)
    case .and(let operands): return .and(apply(to: operands), range: predicate.range)
    case .or(let operands): return .or(apply(to: operands), range: predicate.range)
    default: return predicate
    }
  }

  private mutating func apply(to operands: [QueryPredicate]) -> [QueryPredicate] {
    var result: [QueryPredicate] = []
    result.reserveCapacity(operands.count)
    for operand in operands { result.append(apply(to: operand)) }
    return result
  }

  /// The forms with parts are done in functions of their own, a few in each: an unoptimised build gives every name that a function
  /// binds a place in its stack frame, and these recurse with the tree.
  @inline(never)
  mutating func apply(to expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .literal, .evaluatedObject, .anyKey, .placeholder, .overLimit, .unreadable: return expression
    case .variable, .keyPath: return applyToName(expression)
    case .negate, .binary, .assignment: return applyToOperation(expression)
    case .path, .index, .aggregate: return applyToCollection(expression)
    case .call, .function, .cast: return applyToCall(expression)
    case .ternary, .fetch: return applyToChoice(expression)
    case .subquery: return applyToSubquery(expression)
    }
  }

  private mutating func apply(to expressions: [QueryExpression]) -> [QueryExpression] {
    var result: [QueryExpression] = []
    result.reserveCapacity(expressions.count)
    for expression in expressions { result.append(apply(to: expression)) }
    return result
  }

  private mutating func applyToName(_ expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .variable(let name): return values[ScalarString(name)]?.at(expression.range) ?? expression
    case .keyPath(let path): return .keyPath(apply(to: path), range: expression.range)
    default: return expression
    }
  }

  private mutating func applyToOperation(_ expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .negate(let operand): return .negate(apply(to: operand), range: expression.range)
    case .binary(let op, let left, let right):
      return .binary(op, apply(to: left), apply(to: right), range: expression.range)
    case .assignment(let variable, let value):
      return .assignment(variable: variable, apply(to: value), range: expression.range)
    default: return expression
    }
  }

  private mutating func applyToCollection(_ expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .path(let base, let path): return .path(apply(to: base), apply(to: path), range: expression.range)
    case .index(let base, .expression(let value)):
      return .index(apply(to: base), .expression(apply(to: value)), range: expression.range)
    case .index(let base, let index): return .index(apply(to: base), index, range: expression.range)
    case .aggregate where expression.isListOfConstants: return expression
    case .aggregate(let elements): return .aggregate(apply(to: elements), range: expression.range)
    default: return expression
    }
  }

  private mutating func applyToCall(_ expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .call(let name, let arguments): return .call(name, apply(to: arguments), range: expression.range)
    case .function(let receiver, let selector, let arguments):
      return .function(
        apply(to: receiver), selector: apply(to: selector), apply(to: arguments), range: expression.range)
    case .cast(let operand, let type): return .cast(apply(to: operand), type: apply(to: type), range: expression.range)
    default: return expression
    }
  }

  private mutating func applyToChoice(_ expression: QueryExpression) -> QueryExpression {
    switch expression.node {
    case .ternary(let condition, let first, let second):
      return .ternary(apply(to: condition), apply(to: first), apply(to: second), range: expression.range)
    case .fetch(let request, let context, let countOnly):
      return .fetch(apply(to: request), apply(to: context), apply(to: countOnly), range: expression.range)
    default: return expression
    }
  }

  private mutating func applyToSubquery(_ expression: QueryExpression) -> QueryExpression {
    guard case .subquery(let collection, let variable, let predicate) = expression.node else { return expression }
    let newCollection = apply(to: collection)
    let (newName, hidden) = enterScope(of: variable)
    let newPredicate = apply(to: predicate)
    values[ScalarString(variable)] = hidden
    return .subquery(newCollection, variable: newName, newPredicate, range: expression.range)
  }

  /// Hides what would replace a variable outside of the SUBQUERY that binds it; renames the variable where it would capture.
  private mutating func enterScope(of variable: String) -> (newName: String, hidden: QueryExpression?) {
    let name = ScalarString(variable)
    let hidden = values.removeValue(forKey: name)
    guard captured.contains(name) else { return (variable, hidden) }
    let newName = namesInUse.insertFresh(like: variable)
    values[name] = .variable(newName)
    return (newName, hidden)
  }

  private mutating func apply(to path: QueryKeyPath) -> QueryKeyPath {
    if path.rest.isEmpty, case .key = path.first { return path }
    var rest: [QueryKeyPath.Component] = []
    rest.reserveCapacity(path.rest.count)
    let first = apply(to: path.first)
    for component in path.rest { rest.append(apply(to: component)) }
    return path.replacing(first, rest)
  }

  private mutating func apply(to component: QueryKeyPath.Component) -> QueryKeyPath.Component {
    switch component {
    case .key, .collectionOperator, .placeholder: return component
    case .call(let name, let arguments): return .call(name, apply(to: arguments))
    case .variable(let name):
      switch values[ScalarString(name)]?.node {
      case .literal(.string(let key)): return .key(key)
      case .variable(let newName): return .variable(newName)
      default: return component
      }
    }
  }
}

/// Every name of a variable in a tree, bound ones and assigned ones too.
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

  /// A name that nothing has yet: the given one with a number.
  mutating func insertFresh(like name: String) -> String {
    var number = 1
    while !names.insert(ScalarString("\(name)_\(number)")).inserted { number += 1 }
    return "\(name)_\(number)"
  }
}
