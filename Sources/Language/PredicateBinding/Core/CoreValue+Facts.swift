import PredicateValues

extension CoreValue.Node {
  /// What is known of the value.
  var facts: CoreFacts {
    switch self {
    case .constant, .null: return .none
    case .attribute(let row, _), .object(let row): return .reading(row.variable)
    case .element(let variable): return .reading(variable)
    default: break
    }
    var facts = CoreFacts.none
    forEachPart(
      { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) }, { facts = facts.union($0.facts) })
    switch self {
    case .aggregate(_, let range, _), .collect(let range, _):
      for step in range.steps { facts = facts.binding(step.variable) }
    default: break
    }
    return facts.adding(ownFailures)
  }

  /// Why the value itself can throw, apart from its parts.
  private var ownFailures: CoreFailures {
    switch self {
    case .constant, .null, .attribute, .object, .element, .fold, .count, .collect, .choose, .list: []
    case .property(let base, let name): base.hasSettledMember(name) ? base.depthFailure : .mismatch
    case .arithmetic(let op, let left, let right): op.failures(left, right)
    case .negate(let operand): operand.type.family == .number ? [] : .mismatch
    case .aggregate(let op, _, let each): op.takes(each.type) ? [] : .mismatch
    case .dynamicAggregate(.count, let collection): collection.type.hasElements ? collection.depthFailure : .mismatch
    case .dynamicAggregate, .operatorPath, .failure: .mismatch
    case .call(let function, let arguments):
      function.canFail(for: arguments.map(\.type))
        ? .mismatch : arguments.reduce(into: []) { $0.formUnion($1.depthFailure) }
    case .cast(let operand, let target): target.takes(operand.type) ? operand.depthFailure : .mismatch
    case .index(let base, let index): base.isIndexed(by: index) ? base.depthFailure : .mismatch
    }
  }
}

extension CoreValue {
  /// That the value may be nested too deep to be read: so of a Swift value of unknown type, and of one with such elements.
  var depthFailure: CoreFailures { constantValue == nil && type.mayNest ? .depth : [] }

  /// Why going through the elements of the value can throw, apart from the value itself.
  var elementFailures: CoreFailures { type.family == .collection ? depthFailure : .mismatch }

  /// Whether the member of a name was looked up when the path was bound, or is nil where there is none.
  fileprivate func hasSettledMember(_ name: String) -> Bool {
    switch type {
    case .string: StringProperty(name: name) != nil
    case .dictionary: true
    case .object(let entity): !entity.isEmpty && isReadObject
    default: false
    }
  }

  /// Whether the value is an object that was read, and no reference that was given, of which only the key is known.
  private var isReadObject: Bool {
    switch node {
    case .object, .null, .property: true
    case .choose(_, let first, let second): first.isReadObject && second.isReadObject
    case .index(let base, _): if case .collect(_, let each) = base.node { each.isReadObject } else { false }
    default: false
    }
  }

  /// Whether the value has something at every such index, or nil. Sets have no places.
  fileprivate func isIndexed(by index: CoreIndex) -> Bool {
    switch (type, index) {
    case (.collection, .value(let place)): isArray && (place.type.family == .number || place.isNull)
    case (.collection, _), (.dictionary, .size): true
    case (.dictionary, .value(let place)): place.type == .string || place.isNull
    default: false
    }
  }

  /// Whether the value is an array, and no set.
  private var isArray: Bool {
    switch node {
    case .collect, .list, .constant(.array), .cast(_, .array): true
    default: false
    }
  }
}

extension BinaryOperator {
  fileprivate func failures(_ left: CoreValue, _ right: CoreValue) -> CoreFailures {
    switch self {
    case .union, .intersect, .minus:
      left.type.hasElements && right.type.hasElements ? left.depthFailure.union(right.depthFailure) : .mismatch
    default:
      left.type != .any && right.type != .any && ValueArithmetic.resultType(self, left.type, right.type) != nil
        ? [] : .mismatch
    }
  }
}

extension CollectionOperator {
  /// Whether the operator takes all elements of a type.
  fileprivate func takes(_ type: QueryType) -> Bool {
    switch self {
    case .count, .unionOfObjects, .distinctUnionOfObjects: true
    case .sum, .avg: type.family == .number
    case .min, .max: type.isOrdered
    case .unionOfArrays, .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets: type.family == .collection
    }
  }
}

extension CastTarget {
  /// Whether every value of a type can be cast, even if to nil. A dictionary is read from names and values by turns, which an array may not
  /// be.
  fileprivate func takes(_ type: QueryType) -> Bool {
    type != .any && resultType(from: type) != nil && (self != .dictionary || type == .dictionary)
  }
}

extension QueryType {
  /// Whether values of the type have an order among themselves.
  var isOrdered: Bool { family?.isOrdered ?? false }

  /// Whether the value is a collection or a dictionary.
  fileprivate var hasElements: Bool { family == .collection || family == .dictionary }

  /// Whether a value of the type may hold collections in collections to any depth.
  fileprivate var mayNest: Bool {
    switch self {
    case .any, .dictionary: true
    case .collection(let element): element.mayNest
    default: false
    }
  }
}

extension CoreValue {
  /// Whether the value can be an integer when it runs, whatever its type: TERNARY of an integer and a double is one of the two, and
  /// two integers divide as integers.
  package var mayBeInteger: Bool {
    guard type == .double else { return true }
    switch node {
    case .choose(_, let first, let second): return first.mayBeInteger || second.mayBeInteger
    case .negate(let operand): return operand.mayBeInteger
    case .arithmetic(_, let left, _) where left.type == .date: return false
    case .arithmetic(let op, let left, let right): return op != .power && left.mayBeInteger && right.mayBeInteger
    case .aggregate(let op, _, let each): return op != .avg && each.mayBeInteger
    case .call(_, let arguments): return arguments.contains { $0.mayBeInteger }
    case .element: return true
    case .index(let base, _):
      if case .collect(_, let each) = base.node { return each.mayBeInteger }
      return true
    default: return false
    }
  }

  /// Whether the value is stored as a floating-point number, whatever a column does.
  package var isSurelyReal: Bool {
    if case .double? = constantValue { return true }
    return false
  }

  /// Whether a whole number can be so great that it has become an infinite double: a product of many factors.
  package var mayBeInfinite: Bool { bitCount >= Double.greatestFiniteMagnitude.exponent }

  /// How many bits a whole number has at most.
  private var bitCount: Int {
    switch node {
    case .negate(let operand): operand.bitCount
    case .choose(_, let first, let second): max(first.bitCount, second.bitCount)
    case .arithmetic(.multiply, let left, let right): left.bitCount + right.bitCount
    case .arithmetic(_, let left, let right): max(left.bitCount, right.bitCount) + 1
    // A sum of as many as there can be.
    case .aggregate: 2 * UInt64.bitWidth
    default: UInt64.bitWidth
    }
  }
}
