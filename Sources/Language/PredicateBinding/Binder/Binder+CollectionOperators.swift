import PredicateValues

/// Binds `@count`, `@sum` and the other collection operators of a path.
extension Binder {
  /// Binds an operator. `operand` is the value of the path before it, and `rest` the path after it.
  mutating func collectionOperator(
    _ op: CollectionOperator, over operand: Operand, _ rest: QueryKeyPath?, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    if op == .count {
      // Keys after `@count` do not change the count, so they are ignored. But in `@count.items` only they reach a collection.
      let counted =
        rest != nil && hasNoCollectionBefore(operand) ? try resolve(rest, from: operand, range: range) : operand
      return .value(try count(of: counted, range: range))
    }
    // Over dynamic values the result of a SUBQUERY is treated as any other array.
    if isDynamic { return try dynamicAggregate(op, over: operand.value(range: range), rest, range: range) }
    if case .value(let value) = operand, value.type == .any {
      return try dynamicAggregate(op, over: value, rest, range: range)
    }
    guard case .many(let many, let element) = try elements(of: operand, rest, range: range) else {
      throw .aggregateOfScalar("@" + op.rawValue, found: operand.value(range: range).type.description, range: range)
    }
    // `outer` is the number of steps to the collection before the operator, or 1 without such a collection. If the path has more steps, it reaches
    // another collection from each element.
    let outer = if case .many(let outer, _) = ranged(operand) { outer.steps.count } else { 1 }
    let isFlattened = many.steps.count > outer
    return .value(try aggregate(op, over: many, element.value(range: range), isFlattened, range: range))
  }

  /// The values that an operator aggregates. If the path before the operator is a collection, they are the values of the rest of the path, one for
  /// each element: `loans.@sum.friend.loans.@count` adds counts. Otherwise (`@sum.loans.days`) the rest of the path must first reach a collection.
  private mutating func elements(
    of operand: Operand, _ rest: QueryKeyPath?, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    if case .many(let many, let element) = ranged(operand) {
      return try resolve(rest, from: element.operand, range: range).nested(in: many)
    }
    // A rest without a further operator is resolved as a whole. It gives the same elements wherever it is split.
    guard let rest, rest.hasCollectionOperator, case .key = rest.first, let behind = rest.dropFirst() else {
      return ranged(try resolve(rest, from: operand, range: range))
    }
    return try elements(of: try resolve(rest.head, from: operand, range: range), behind, range: range)
  }

  private mutating func resolve(
    _ rest: QueryKeyPath?, from operand: Operand, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    guard let rest else { return operand }
    return try resolve(rest, from: operand, range: range)
  }

  /// Whether the path before its first operator is not a collection. Then it is an object, or the evaluated object of unknown type.
  private func hasNoCollectionBefore(_ operand: Operand) -> Bool {
    switch operand {
    case .row: return true
    case .value(let value):
      if case .element(0) = value.node, isDynamic { return true }
      return false
    case .many: return false
    }
  }

  /// Replaces a collection value by the range of its elements. Returns any other operand unchanged.
  mutating func ranged(_ operand: Operand) -> Operand {
    guard case .value(let value) = operand, case .collection(let type) = value.type else { return operand }
    let (many, element) = elements(of: value, type: type)
    return .many(many, element)
  }

  private mutating func count(of operand: Operand, range: SourceRange) throws(PredicateIssue) -> CoreValue {
    switch ranged(operand) {
    case .many(let many, _):
      return CoreValue(.count(many), type: .integer, isOptional: many.isOptional, range: range)
    case .value(let value) where value.type == .any || value.type == .dictionary || isDynamic:
      return CoreValue(.dynamicAggregate(.count, value), type: .integer, isOptional: true, range: range)
    case let other:
      throw .aggregateOfScalar("@count", found: other.value(range: range).type.description, range: range)
    }
  }

  /// Aggregates a value whose type is decided at run time. Usually the rest of the path is read from each element first, and the operator aggregates
  /// these values. In two cases the rest is followed at run time, separately from each element: if it contains an operator, which would otherwise
  /// aggregate the values of all elements (`@sum.loans.@count`), and if the operator joins the collections that it reaches (`@unionOfArrays.tags`).
  private mutating func dynamicAggregate(
    _ op: CollectionOperator, over value: CoreValue, _ rest: QueryKeyPath?, range: SourceRange
  ) throws(PredicateIssue) -> Operand {
    if let rest, let issue = try missingName(in: rest, range: range) { return .value(try failing(issue, range: range)) }
    if let rest, rest.hasCollectionOperator || op.joinsCollections, let steps = try operatorSteps(rest, range: range) {
      let path = CoreValue.Node.operatorPath(value, [.collectionOperator(op)] + steps)
      return .value(CoreValue(path, type: .any, isOptional: true, range: range))
    }
    let mapped = try resolve(rest, from: .value(value), range: range).value(range: range)
    return .value(CoreValue(.dynamicAggregate(op, mapped), type: .any, isOptional: true, range: range))
  }

  /// The issue if the value of a variable in a path is not the name of a key; nil if the values of all variables are. Throws for an unknown operator,
  /// whatever the values of the variables are.
  private func missingName(in path: QueryKeyPath, range: SourceRange) throws(PredicateIssue) -> PredicateIssue? {
    var missing: PredicateIssue?
    for component in path.components {
      switch component {
      case .variable(let name):
        do throws(PredicateIssue) {
          _ = try memberName(fromVariable: name, range: range)
        } catch {
          missing = missing ?? error
        }
      case .collectionOperator(let name) where CollectionOperator(name: name) == nil:
        throw .unknownCollectionOperator(name, range: range)
      default: break
      }
    }
    return missing
  }

  /// Converts a path to steps that are followed at run time. Nil if the path contains a call.
  private func operatorSteps(_ path: QueryKeyPath, range: SourceRange) throws(PredicateIssue) -> [OperatorStep]? {
    var steps: [OperatorStep] = []
    for component in path.components {
      switch component {
      case .key(let name): steps.append(.key(name))
      case .variable(let name): steps.append(.key(try memberName(fromVariable: name, range: range)))
      case .collectionOperator(let name):
        guard let op = CollectionOperator(name: name) else { throw .unknownCollectionOperator(name, range: range) }
        steps.append(.collectionOperator(op))
      case .placeholder(let placeholder): throw .placeholderLeft(placeholder, range: range)
      case .call: return nil
      }
    }
    return steps
  }

  private func aggregate(
    _ op: CollectionOperator, over many: CoreRange, _ value: CoreValue, _ isFlattened: Bool, range: SourceRange
  ) throws(PredicateIssue) -> CoreValue {
    var isOptional = many.isOptional
    var op = op
    switch op {
    case .sum, .avg:
      guard value.type == .any || value.type.family == .number else {
        throw .numberExpected(by: "“@\(op.rawValue)”", found: value.type.description, range: range)
      }
      // The result may be nil: the sum and the mean of infinities of both signs are NaN.
      if value.type != .integer, value.type != .boolean { isOptional = true }
    case .min, .max:
      switch value.type.family {
      case .object, .collection, .dictionary:
        throw .noOrder(value.type.description, for: "@" + op.rawValue, range: range)
      default: isOptional = true
      }
    default:
      if [.distinctUnionOfObjects, .distinctUnionOfArrays, .distinctUnionOfSets].contains(op) {
        try checkComparable(value.type, range: range)
      }
      // An element of a path is never a collection. An element of a literal, or of the result of an operator, may be one.
      if case .collection = value.type {
      } else if isFlattened {
        op = op.overFlattened
      } else if op.joinsCollections, value.type != .any {
        throw .aggregateOfScalar("@" + op.rawValue, found: value.type.description, range: range)
      }
    }
    return CoreValue(
      .aggregate(op, many, value), type: op.resultType(of: value.type), isOptional: isOptional, range: range)
  }
}

extension CollectionOperator {
  /// The operator to use if the steps of the path have already flattened the elements.
  fileprivate var overFlattened: CollectionOperator {
    switch self {
    case .unionOfArrays, .unionOfSets: .unionOfObjects
    case .distinctUnionOfArrays, .distinctUnionOfSets: .distinctUnionOfObjects
    default: self
    }
  }

  /// Whether the elements must be collections, whose elements the result contains.
  fileprivate var joinsCollections: Bool { overFlattened != self }
}
