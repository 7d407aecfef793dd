import PredicateValues

/// Which conditions cannot fail while they run, apart from visiting more elements than they may. Told from the types, and conservatively:
/// what judges values when it runs may fail for all that is looked at here.
extension CoreCondition {
  /// Whether evaluating the condition cannot throw, whatever the object.
  package var isTotal: Bool {
    switch node {
    case .always: true
    case .and(let parts), .or(let parts): parts.allSatisfy(\.isTotal)
    case .not(let part): part.isTotal
    case .isNull(let value), .member(let value, _): value.isTotal
    case .compare(_, let left, let right): left.isTotal && right.isTotal
    case .between(let value, let low, let high): value.isTotal && low.isTotal && high.isTotal
    case .match(.regularExpression, _, _): false
    case .match(_, let subject, let pattern): subject.isTotal && pattern.isTotal
    case .exists(let range): range.isTotal
    case .dynamic: false
    }
  }
}

extension CoreValue {
  /// Whether evaluating the value cannot throw.
  package var isTotal: Bool {
    switch node {
    case .constant, .null, .attribute, .object, .element: true
    case .arithmetic(_, let left, let right):
      type.family == .number && left.type.family == .number && right.type.family == .number
        && left.isTotal && right.isTotal
    case .negate(let operand): operand.type.family == .number && operand.isTotal
    case .fold(let operand, _): operand.isTotal
    case .count(let range): range.isTotal
    case .aggregate(let op, let range, let each): op.isTotal(over: each.type) && each.isTotal && range.isTotal
    case .collect(let range, let each): each.isTotal && range.isTotal
    case .choose(let test, let first, let second): test.isTotal && first.isTotal && second.isTotal
    case .list(let parts): parts.allSatisfy(\.isTotal)
    // A string's properties are a closed list, which was looked into when the predicate was bound.
    case .property(let base, _): base.type == .string && base.isTotal
    case .call(let function, let parts): function.isTotal(for: parts.map(\.type)) && parts.allSatisfy(\.isTotal)
    case .cast(let operand, let target): operand.type.isOrdered && target != .dictionary && operand.isTotal
    // Whether a collection is a set, whose elements have no places, is not told by its type.
    case .index(let base, .value(let place)): base.type == .dictionary && place.type == .string && base.isTotal
    case .index(let base, _): base.type.isCollection && base.isTotal
    case .dynamicAggregate, .operatorPath, .failure: false
    }
  }
}

extension CoreRange {
  /// Whether going through the elements cannot throw.
  package var isTotal: Bool {
    filter.isTotal
      && steps.allSatisfy { step in
        switch step.source {
        case .relationship: true
        case .elements(let value): value.type.elementType != .any && value.isTotal
        }
      }
  }
}

extension CollectionOperator {
  /// Whether elements of the type are what the operator takes.
  fileprivate func isTotal(over type: QueryType) -> Bool {
    switch self {
    case .count, .unionOfObjects, .distinctUnionOfObjects: true
    case .sum, .avg: type.family == .number
    case .min, .max: type.isOrdered
    case .unionOfArrays, .distinctUnionOfArrays, .unionOfSets, .distinctUnionOfSets: type.isCollection
    }
  }
}

extension FunctionDefinition {
  /// Whether a call cannot fail with arguments of these types: of the engine's own functions those that ask no more of a value than its
  /// family.
  fileprivate func isTotal(for types: [QueryType]) -> Bool {
    guard isSupported, !isAdded, types.allSatisfy(\.isSettled) else { return false }
    if spreads { return types.allSatisfy { ($0.elementType == .any ? $0 : $0.elementType).isOrdered } }
    return parameters.allSatisfy { $0 != .any && $0 != .collection }
  }
}

extension QueryType {
  /// Whether the values have an order among themselves.
  fileprivate var isOrdered: Bool { family?.isOrdered ?? false }

  fileprivate var isCollection: Bool { family == .collection }

  /// Whether nothing about the family of a value, or of its elements, is left open.
  fileprivate var isSettled: Bool {
    if case .collection(let element) = self { element.isOrdered } else { self != .any }
  }
}
