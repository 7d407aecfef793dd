import PredicateBinding
import PredicateModel
import PredicateValues

/// Decides which values SQL's own operators can handle.
extension SQLPlanner {
  /// Whether SQL compares and computes a value as the language does: booleans, numbers, texts, dates, bytes, or keys of one kind.
  package func isNative(_ value: CoreValue) -> Bool { hasNativeForm(value) && lowering.computesAsIs(value, in: self) }

  private func hasNativeForm(_ value: CoreValue) -> Bool {
    switch value.node {
    case .constant(let constant): isNative(constant)
    case .null, .object, .count, .fold, .failure: true
    case .attribute(let row, let member): isNative(member, of: row)
    case .element(let number): variables[number].map { $0.entity != nil || $0.element?.isNative == true } ?? true
    case .property(let operand, let name): isNativeProperty(name, of: operand)
    case .arithmetic(let op, let left, let right): isNativeArithmetic(op, left, right, value.type)
    case .negate(let operand): (hasDecimals || value.type != .decimal) && isNativeNumber(operand)
    case .aggregate(let op, _, let each): isNativeAggregate(op, each)
    case .choose(_, let first, let second): hasForm(value.type) && isNative(first) && isNative(second)
    case .call(let definition, let arguments):
      definition.isPure && hasPlainForm(value.type)
        && arguments.allSatisfy { isNative($0) && hasForm($0.type) || $0.isNull }
    case .cast(let operand, _): hasPlainForm(value.type) && isNative(operand)
    case .collect, .list, .dynamicAggregate, .operatorPath: false
    case .index(let base, let index): isFound(base, index)
    }
  }

  private func isNative(_ constant: QueryValue) -> Bool {
    switch constant {
    case .null, .boolean, .integer, .double, .string, .date, .data, .uuid, .url, .reference: true
    case .object(let object): object.reference != nil
    case .decimal: hasDecimals
    case .array, .set, .dictionary: false
    }
  }

  private func isNative(_ member: Member, of row: CoreRow) -> Bool {
    guard let attribute = try? entity(of: row).attribute(named: member.name) else { return true }
    return isNative(attribute)
  }

  private func isNative(_ attribute: Attribute) -> Bool {
    switch lowering.type(ofColumn: attribute) {
    case .stored: false
    case .decimal: hasDecimals
    default: true
    }
  }

  private func isNativeProperty(_ name: String, of operand: CoreValue) -> Bool {
    switch operand.type {
    case .string, .url: return true
    case .object(let entityName):
      guard let entity = model.entity(named: entityName) else { return false }
      guard let attribute = entity.attribute(named: name) else { return true }
      return isNative(attribute)
    default: return false
    }
  }

  private func isNativeNumber(_ value: CoreValue) -> Bool {
    value.isNull || value.type.family == .number && (hasDecimals || value.type != .decimal) && isNative(value)
  }

  /// Whether SUM can add the value: a number, or a date, which is a number of seconds in SQL.
  private func isNativeSummand(_ value: CoreValue) -> Bool {
    isNativeNumber(value) || value.type == .date && isNative(value)
  }

  /// Whether SQL's operator computes a calculation as the language does. False for a division of two doubles that may be integers at run time.
  private func isNativeArithmetic(_ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue, _ type: QueryType)
    -> Bool
  {
    if type == .string { return left.type == .string && right.type == .string && isNative(left) && isNative(right) }
    guard hasPlainForm(type), isNativeSummand(left), isNativeSummand(right) else { return false }
    switch op {
    case .union, .intersect, .minus: return false
    case .divide: return type != .double || !left.mayBeInteger || !right.mayBeInteger
    default: return true
    }
  }

  private func isNativeAggregate(_ op: CollectionOperator, _ each: CoreValue) -> Bool {
    switch op {
    case .count: return true
    case .sum, .avg: return isNativeNumber(each)
    case .min, .max: return hasNativeExtremes(each.type) && isNative(each)
    default: return false
    }
  }

  /// Whether a type has one representation in SQL.
  package func hasForm(_ type: QueryType) -> Bool { lowering.type(of: type) != nil }

  /// Whether a type has one representation in SQL and is not an object.
  package func hasPlainForm(_ type: QueryType) -> Bool {
    if case .object = type { false } else { hasForm(type) }
  }

  private var hasDecimals: Bool { hasForm(.decimal) }

  /// Whether SQL orders a type's values as the language does.
  package func comparesNatively(_ type: QueryType) -> Bool {
    dialect.ordersStringsByScalars || type.family != .string && type.family != .url
  }

  /// Whether SQL's MIN and MAX find the language's least and greatest of a type's values.
  package func hasNativeExtremes(_ type: QueryType) -> Bool {
    hasPlainForm(type) && comparesNatively(type) && lowering.hasExtremes(of: type)
  }

  /// Whether a statement can return the element at an index of a collection without computing the whole collection.
  private func isFound(_ base: CoreValue, _ index: CoreIndex) -> Bool {
    guard case .collect(let range, let each) = base.node, isFound(range, index) else { return false }
    return isNative(each) && hasForm(each.type)
  }

  /// Whether a statement can return the element at an index of a range. The elements must have an order, and the index must be known when the
  /// statement is made.
  package func isFound(_ range: CoreRange, _ index: CoreIndex) -> Bool {
    if case .only = index, case .all(let name)? = range.steps.first?.source, let key = model.entity(named: name)?.key {
      return !key.columns.isEmpty || key.referenceColumn != nil
    }
    for step in range.steps {
      let name: String
      switch step.source {
      case .relationship(_, _, let destination): name = destination
      case .all(let entity): name = entity
      case .elements: return false
      }
      guard let entity = model.entity(named: name), !entity.key.columns.isEmpty else { return false }
    }
    switch index {
    case .first, .last, .only: return true
    case .size: return false
    case .value(let place):
      if case .integer(let number)? = place.constantValue { return number >= 0 }
      return false
    }
  }
}
