import PredicateValues

/// Binds expressions. Each becomes one of the three cases of ``Operand``.
///
/// Every kind of expression that contains others has a separate function that is not inlined. In a single function the stack for all kinds would be
/// reserved at every level.
extension Binder {
  mutating func operand(_ expression: QueryExpression) throws(PredicateIssue) -> Operand {
    switch expression.node {
    case .binary, .negate, .assignment: try calculation(expression)
    case .call, .function, .cast: try conversion(expression)
    case .ternary: .value(try ternary(expression))
    case .index, .aggregate, .subquery, .path: try collection(expression)
    default: try leaf(expression)
    }
  }

  /// Binds expressions without parts, and expressions that are parsed and printed but not evaluated.
  @inline(never)
  private mutating func leaf(_ expression: QueryExpression) throws(PredicateIssue) -> Operand {
    let range = expression.range
    switch expression.node {
    case .literal(let literal): return .value(constant(literal, range: range))
    case .variable(let name): return try variable(name, range: range)
    case .keyPath(let path): return try resolve(whole: path, from: rootOperand(range: range), range: range)
    case .placeholder(let placeholder): throw .placeholderLeft(placeholder, range: range)
    case .anyKey: throw .unsupportedConstruct("ANYKEY", range: range)
    case .fetch: throw .unsupportedConstruct("FETCH", range: range)
    case .overLimit: throw .nestingLimit(options.limits.nesting, range: range)
    case .unreadable(let what): throw .unrepresentableConstant(what)
    default: return rootOperand(range: range)
    }
  }

  @inline(never)
  private mutating func calculation(_ expression: QueryExpression) throws(PredicateIssue) -> Operand {
    switch expression.node {
    case .binary(let op, let left, let right):
      return .value(try arithmetic(op, left, right, range: expression.range))
    case .negate(let value):
      return .value(try negation(of: value, range: expression.range))
    case .assignment(let name, let value):
      let meaning = try operand(value)
      scope.append((name, meaning))
      return meaning
    default:
      return try leaf(expression)
    }
  }

  @inline(never)
  private mutating func conversion(_ expression: QueryExpression) throws(PredicateIssue) -> Operand {
    switch expression.node {
    case .call(let name, let arguments):
      return try call(name, arguments, range: expression.range)
    case .function(let receiver, let selector, let arguments):
      return try function(receiver, selector: selector, arguments, range: expression.range)
    case .cast(let value, let type):
      return .value(try cast(value, to: type, range: expression.range))
    default:
      return try leaf(expression)
    }
  }

  @inline(never)
  private mutating func collection(_ expression: QueryExpression) throws(PredicateIssue) -> Operand {
    switch expression.node {
    case .index(let base, let index):
      return try element(of: base, at: index, range: expression.range)
    case .aggregate(let elements):
      return .value(try list(elements, range: expression.range))
    case .subquery(let collection, let variable, let predicate):
      return try subquery(collection, variable: variable, predicate)
    case .path(let base, let path):
      return try resolve(whole: path, of: base, from: try operand(base), range: expression.range)
    default:
      return try leaf(expression)
    }
  }

  /// Binds an expression as one value. A to-many path gives an array.
  mutating func value(_ expression: QueryExpression) throws(PredicateIssue) -> CoreValue {
    try operand(expression).value(range: expression.range)
  }

  @inline(never)
  private func constant(_ literal: QueryLiteral, range: SourceRange) -> CoreValue {
    guard isDynamic, !options.isStrict, case .string(let text) = literal, let seconds = ISODate.parse(text) else {
      return .constant(QueryValue(literal), range: range)
    }
    return CoreValue(
      .constant(.string(text)), type: .string, isOptional: false, range: range, literalDate: seconds)
  }

  /// A value of the application.
  func given(_ value: QueryValue, range: SourceRange) -> CoreValue {
    switch value {
    case .array(let elements), .set(let elements):
      let type = joined(elements.map { .constant($0, range: range) })
      return CoreValue(.constant(value), type: .collection(type), isOptional: false, range: range)
    default: return .constant(value, range: range)
    }
  }

  /// `$name`: the innermost SUBQUERY's variable or assignment of that name, otherwise the given value.
  @inline(never)
  private func variable(_ name: String, range: SourceRange) throws(PredicateIssue) -> Operand {
    if let local = scope.last(where: { $0.name.hasSameScalars(as: name) }) { return local.meaning }
    if let value = variables[name] { return .value(given(value, range: range)) }
    let issue = PredicateIssue.unboundVariable(name, known: variables.names + scope.map(\.name), range: range)
    return .value(try failing(issue, range: range))
  }

  /// Binds `{a, b}`. The list is a constant if all its elements are.
  @inline(never)
  private mutating func list(
    _ elements: [QueryExpression], range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    var parts: [CoreValue] = []
    parts.reserveCapacity(elements.count)
    for element in elements { parts.append(try value(element)) }
    var constants: [QueryValue] = []
    for part in parts {
      guard let constant = part.constantValue, part.literalDate == nil else { break }
      constants.append(constant)
    }
    let type = QueryType.collection(joined(parts))
    let node: CoreValue.Node = constants.count == parts.count ? .constant(.array(constants)) : .list(parts)
    return CoreValue(node, type: type, isOptional: false, range: range)
  }

  /// Binds `SUBQUERY(collection, $x, p)` to the elements that meet the condition. While the condition is bound, `$x` is an element.
  @inline(never)
  private mutating func subquery(
    _ collection: QueryExpression, variable: String, _ predicate: QueryPredicate
  ) throws(PredicateIssue) -> Operand {
    let (range, element) = try elements(of: operand(collection)) { .subqueryOfScalar($0, range: collection.range) }
    let outer = scope
    scope.append((variable, element.operand))
    let filter = try condition(predicate)
    scope = outer
    return .many(range.filtered(by: filter), element)
  }

  @inline(never)
  private mutating func ternary(_ expression: QueryExpression) throws(PredicateIssue) -> CoreValue {
    guard case .ternary(let condition, let first, let second) = expression.node else { return try value(expression) }
    let test = try self.condition(condition)
    let a = try value(first)
    let b = try value(second)
    if case .always(let holds) = test.node { return holds ? a : b }
    return CoreValue(
      .choose(test, a, b), type: joined([a, b]), isOptional: a.isOptional || b.isOptional, range: expression.range)
  }

  /// `base[index]`.
  @inline(never)
  private mutating func element(
    of base: QueryExpression, at index: QueryExpression.Index, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    if case .expression(let key) = index, let object = try objectByKey(base, key, range: range) {
      return .value(object)
    }
    let collection = try indexed(base, by: index)
    if case .size = index, case .many(let many, _) = collection {
      return .value(CoreValue(.count(many), type: .integer, isOptional: many.isOptional, range: range))
    }
    let container = collection.value(range: base.range)
    let elementType: QueryType
    switch container.type {
    case .collection(let type): elementType = type
    case .any, .dictionary: elementType = .any
    default:
      guard isDynamic else { throw .indexOfScalar(container.type.description, range: base.range) }
      elementType = .any
    }
    let place: CoreIndex
    var type = elementType
    switch index {
    case .first: place = .first
    case .last: place = .last
    case .size: (place, type) = (.size, .integer)
    case .expression(let position): place = .value(try value(position))
    }
    return .value(CoreValue(.index(container, place), type: type, isOptional: true, range: range))
  }

  /// `CAST(x, "T")`.
  @inline(never)
  private mutating func cast(
    _ operand: QueryExpression, to type: QueryExpression, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    let operand = try value(operand)
    guard case .string(let name)? = try value(type).constantValue else {
      throw .castTypeNotConstant(range: type.range)
    }
    guard let target = CastTarget(name: name) else {
      throw PredicateIssue.unknownCastTarget(name).placed(at: type.range)
    }
    if operand.isNull { return operand }
    if let value = operand.constantValue {
      return try constant(range: range) { () throws(PredicateIssue) in try ValueCast.cast(value, to: target) }
    }
    guard let type = target.resultType(from: operand.type) ?? (isDynamic ? target.resultType : nil) else {
      throw .castFamily(operand.type.description, to: name, range: range)
    }
    return CoreValue(.cast(operand, target), type: type, isOptional: true, range: range)
  }
}
