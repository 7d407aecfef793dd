import PredicateValues

extension CoreValue.Node {
  /// The facts of the value: the facts of its parts, and its own failures.
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

  /// The reasons why the value can throw, apart from the reasons of its parts.
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
  /// ``CoreFailures/depth`` if the value may be nested too deeply, otherwise none. Swift values of unknown type may be, and collections of such
  /// values.
  var depthFailure: CoreFailures { constantValue == nil && type.mayNest ? .depth : [] }

  /// The reasons why visiting the elements of the value can throw, apart from the reasons of the value itself.
  var elementFailures: CoreFailures { type.family == .collection ? depthFailure : .mismatch }

  /// Whether reading a member cannot throw, because the member was resolved when the path was bound, or because a missing member gives nil.
  fileprivate func hasSettledMember(_ name: String) -> Bool {
    switch type {
    case .string: StringProperty(name: name) != nil
    case .url: URLProperty(name: name) != nil
    case .dictionary: true
    case .object(let entity): !entity.isEmpty && isReadObject
    default: false
    }
  }

  /// Whether the value is an object that was read. Of a reference that was passed as an argument only the key is known.
  private var isReadObject: Bool {
    switch node {
    case .object, .null, .property: true
    case .choose(_, let first, let second): first.isReadObject && second.isReadObject
    case .index(let base, _): if case .collect(_, let each) = base.node { each.isReadObject } else { false }
    default: false
    }
  }

  /// Whether indexing the value always gives an element or nil and never throws. Sets have no positions, so an index into a set throws.
  fileprivate func isIndexed(by index: CoreIndex) -> Bool {
    switch (type, index) {
    case (.collection, .value(let place)): isArray && (place.type.family == .number || place.isNull)
    case (.collection, _), (.dictionary, .size): true
    case (.dictionary, .value(let place)): place.type == .string || place.isNull
    default: false
    }
  }

  /// Whether the value is an array, not a set.
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
  /// Whether the operator accepts all elements of a type.
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
  /// Whether a cast of a value of a type never throws. It may give nil. An array is not always a valid list of names and values, so its cast to a
  /// dictionary may throw.
  fileprivate func takes(_ type: QueryType) -> Bool {
    type != .any && resultType(from: type) != nil && (self != .dictionary || type == .dictionary)
  }
}

extension QueryType {
  /// Whether values of the type can be ordered.
  var isOrdered: Bool { family?.isOrdered ?? false }

  /// Whether values of the type are collections or dictionaries.
  fileprivate var hasElements: Bool { family == .collection || family == .dictionary }

  /// Whether a value of the type may contain nested collections of any depth.
  fileprivate var mayNest: Bool {
    switch self {
    case .any, .dictionary: true
    case .collection(let element): element.mayNest
    default: false
    }
  }
}

extension CoreValue {
  /// Whether the value can be an integer at run time although its type is double. TERNARY with an integer and a double can give an integer, and the
  /// quotient of two integers is an integer.
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

  /// Whether the value can be a decimal number at run time although its type is double. TERNARY with a decimal number and a double gives either of them.
  package var mayBeDecimal: Bool {
    guard type == .double else { return false }
    switch node {
    case .choose(_, let first, let second):
      return [first, second].contains { $0.type == .decimal || $0.mayBeDecimal }
    case .negate(let operand): return operand.mayBeDecimal
    default: return false
    }
  }

  /// Whether the value is certainly stored as a floating-point number. A column may store it otherwise, so only a constant is certain.
  package var isSurelyReal: Bool {
    if case .double? = constantValue { return true }
    return false
  }

  /// Whether a whole number can be so large that its double is infinite. A product of many factors can.
  package var mayBeInfinite: Bool { bitCount >= Double.greatestFiniteMagnitude.exponent }

  /// The most bits that a whole number can have.
  private var bitCount: Int {
    switch node {
    case .negate(let operand): operand.bitCount
    case .choose(_, let first, let second): max(first.bitCount, second.bitCount)
    case .arithmetic(.multiply, let left, let right): left.bitCount + right.bitCount
    case .arithmetic(_, let left, let right): max(left.bitCount, right.bitCount) + 1
    // The bits of a sum of 2^64 elements with 64 bits each.
    case .aggregate: 2 * UInt64.bitWidth
    default: UInt64.bitWidth
    }
  }
}
