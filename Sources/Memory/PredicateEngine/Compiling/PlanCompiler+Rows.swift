import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Conditions as programs for one row.
extension PlanCompiler {
  mutating func test(_ condition: CoreCondition) -> RowTest {
    switch condition.node {
    case .always(let value): return RowTest { _ in value }
    case .and(let parts): return RowTests.all(tests(parts))
    case .or(let parts): return RowTests.any(tests(parts))
    case .not(let part):
      let test = test(part)
      return RowTest { (cursor) throws(PredicateIssue) in try !test(&cursor) }
    case .isNull(let value):
      if let (path, filter) = presence(of: value) {
        let test = path.test(filter.passes)
        return RowTest { (cursor) throws(PredicateIssue) in try !test(&cursor) }
      }
      if let load = dynamic(value) {
        let reading = reading
        return RowTest { (cursor) throws(PredicateIssue) in try load(&cursor)?.isNull(reading) ?? true }
      }
    case .exists(let range):
      let range = self.range(range)
      return RowTest { (cursor) throws(PredicateIssue) in try range.exists(&cursor) }
    case .compare(let comparison, let left, let right):
      if let (filter, a, b) = pair(comparison, left, right) { return test(filter, a, b) }
    case .between, .member, .match, .dynamic: break
    }
    if let (path, filter, _) = matcher(of: condition) { return path.test(filter.passes) }
    return dynamicTest(condition) ?? numberTest(condition) ?? expressionTest(condition) ?? valueTest(condition)
  }

  /// The parts of an AND or OR in their written order: for one row it costs more to weigh them than to run them.
  private mutating func tests(_ parts: [CoreCondition]) -> [RowTest] {
    var tests: [RowTest] = []
    for part in parts { tests.append(test(part)) }
    return tests
  }

  private func test(_ filter: PairFilter, _ left: ValuePlace, _ right: ValuePlace) -> RowTest {
    let holds = filter.holds
    return RowTest { (cursor) throws(PredicateIssue) in
      var owners: [OwnedValue] = []
      defer { withExtendedLifetime(owners) {} }
      let a = left.path.row(in: cursor, &owners).map { $0 + left.offset }
      let b = right.path.row(in: cursor, &owners).map { $0 + right.offset }
      guard let isHeld = holds(a, b) else { throw .leftToReference }
      return isHeld
    }
  }

  private mutating func numberTest(_ condition: CoreCondition) -> RowTest? {
    switch condition.node {
    case .compare(let comparison, let left, let right):
      guard lane(of: left) != nil, lane(of: right) != nil, let a = number(left), let b = number(right) else {
        return nil
      }
      return a.compared(comparison, b)
    case .between(let value, let low, let high):
      guard lane(of: value) != nil, lane(of: low) != nil, lane(of: high) != nil,
        let number = number(value), let least = self.number(low), let greatest = self.number(high)
      else { return nil }
      return number.isBetween(least, greatest)
    default: return nil
    }
  }

  /// MATCHES of a stored string with a constant pattern.
  private mutating func expressionTest(_ condition: CoreCondition) -> RowTest? {
    guard case .match(.regularExpression(let options), let subject, let pattern) = condition.node,
      let constant = pattern.constantValue, StringMemory.isTrusted, let place = stringPlace(subject),
      let expression = expression(constant, options)
    else { return nil }
    let load: RowLoad<Bool> = place.path.load(place.offset) { (string) throws(PredicateIssue) in
      if let text = StringMemory.bytes(string) {
        return try expression.matches(UnsafeBufferPointer(start: text.base, count: text.count))
      }
      return StringMemory.needsPublicWay(string) ? try expression.matches(StringMemory.string(string)) : false
    }
    return RowTest { (cursor) throws(PredicateIssue) in try load(&cursor) ?? false }
  }

  /// A constant pattern of MATCHES; nil for one that cannot be read, which fails when it runs, as it does in the reference.
  func expression(_ pattern: QueryValue, _ options: StringOptions) -> RegularExpression? {
    guard case .string(let text) = pattern else { return nil }
    do throws(PredicateIssue) {
      return try RegularExpressionCache.shared.expression(
        text, options: options, stepLimit: limits.regularExpressionSteps)
    } catch {
      return nil
    }
  }

  /// A condition on values of the language, which the reference decides.
  private mutating func valueTest(_ condition: CoreCondition) -> RowTest {
    switch condition.node {
    case .isNull(let value), .member(let value, _):
      let value = self.value(value)
      return RowTest { (cursor) throws(PredicateIssue) in
        let a = try value(&cursor)
        return try cursor.evaluator.decide(condition, a)
      }
    case .compare(_, let left, let right), .match(_, let left, let right), .dynamic(_, let left, let right, _):
      let left = value(left)
      let right = value(right)
      return RowTest { (cursor) throws(PredicateIssue) in
        let a = try left(&cursor)
        let b = try right(&cursor)
        return try cursor.evaluator.decide(condition, a, b)
      }
    case .between(let value, let low, let high):
      let value = self.value(value)
      let low = self.value(low)
      let high = self.value(high)
      return RowTest { (cursor) throws(PredicateIssue) in
        let a = try value(&cursor)
        let b = try low(&cursor)
        let c = try high(&cursor)
        return try cursor.evaluator.decide(condition, a, b, c)
      }
    case .always, .and, .or, .not, .exists: return test(condition)
    }
  }
}

/// Values of the language as programs for one row.
extension PlanCompiler {
  mutating func value(_ value: CoreValue) -> RowValue {
    switch value.node {
    case .constant(let constant): return RowValue { _ in constant }
    case .null: return RowValue { _ in .null }
    case .failure(let issue): return RowValue { _ throws(PredicateIssue) in throw issue }
    case .attribute(let row, _): return stored(value) ?? applied(value, to: self.row(row))
    case .object(let row): return applied(value, to: self.row(row))
    case .element(let variable): return stored(value) ?? row(.variable(variable))
    case .property(let base, _): return stored(value) ?? applied(value, to: self.value(base))
    case .negate(let operand), .fold(let operand, _), .cast(let operand, _), .dynamicAggregate(_, let operand),
      .operatorPath(let operand, _):
      return stored(value) ?? applied(value, to: self.value(operand))
    case .arithmetic(_, let left, let right): return applied(value, to: self.value(left), self.value(right))
    case .index(let base, let index):
      if let stored = stored(value) { return stored }
      guard case .value(let position) = index else { return applied(value, to: self.value(base)) }
      return applied(value, to: self.value(base), self.value(position))
    case .call(_, let parts), .list(let parts):
      var values: [RowValue] = []
      for part in parts { values.append(self.value(part)) }
      return RowValue { [values] (cursor) throws(PredicateIssue) in
        var parts: [QueryValue] = []
        for value in values { parts.append(try value(&cursor)) }
        return try cursor.evaluator.apply(value, to: parts)
      }
    case .choose(let test, let first, let second):
      let test = self.test(test)
      let first = self.value(first)
      let second = self.value(second)
      return RowValue { (cursor) throws(PredicateIssue) in try test(&cursor) ? try first(&cursor) : try second(&cursor)
      }
    case .count(let range):
      let range = self.range(range)
      return RowValue { (cursor) throws(PredicateIssue) in try range.count(&cursor).map { .integer($0) } ?? .null }
    case .aggregate(_, let range, let each), .collect(let range, let each):
      let (range, each) = self.range(range) { $0.value(each) }
      return RowValue { (cursor) throws(PredicateIssue) in
        guard let values = try range.values(&cursor, each) else { return .null }
        return try cursor.evaluator.apply(value, to: values)
      }
    }
  }

  /// An operation of the reference on the values of its operands.
  private func applied(_ value: CoreValue, to first: RowValue, _ second: RowValue? = nil) -> RowValue {
    guard let second else {
      return RowValue { (cursor) throws(PredicateIssue) in
        let a = try first(&cursor)
        return try cursor.evaluator.apply(value, to: a)
      }
    }
    return RowValue { (cursor) throws(PredicateIssue) in
      let a = try first(&cursor)
      let b = try second(&cursor)
      return try cursor.evaluator.apply(value, to: a, b)
    }
  }

  private mutating func stored(_ value: CoreValue) -> RowValue? {
    if let load = dynamic(value) {
      let reading = reading
      return RowValue { (cursor) throws(PredicateIssue) in try load(&cursor)?.queryValue(reading) ?? .null }
    }
    guard let place = place(of: value) else { return nil }
    let reader = place.reader
    let isComputed = place.path.isComputed
    return loaded(place.path.load(place.offset) { reader.read($0, nil).ownedIf(isComputed) })
  }

  private func loaded(_ load: RowLoad<QueryValue>) -> RowValue {
    RowValue { (cursor) throws(PredicateIssue) in try load(&cursor) ?? .null }
  }

  private mutating func row(_ row: CoreRow) -> RowValue {
    if let (path, shape) = path(of: row) {
      return loaded(
        path.load(path.offset) {
          QueryValue.object(ReflectedObject(address: $0, shape: shape, owner: nil)).ownedIf(path.isComputed)
        })
    }
    switch row {
    case .toOne(let base, let member, _):
      let base = self.row(base)
      return RowValue { (cursor) throws(PredicateIssue) in
        let object = try base(&cursor)
        return cursor.evaluator.toOne(member.name, of: object)
      }
    case .variable(let variable):
      switch variables[variable] {
      case .value(_, let reader)?, .named(_, let reader)?:
        return RowValue { reader.read($0.places[variable], nil) }
      default:
        guard let load = dynamic(CoreValue(.element(variable), type: .any, isOptional: true, range: .none)) else {
          return RowValue { _ in .null }
        }
        let reading = reading
        return RowValue { (cursor) throws(PredicateIssue) in try load(&cursor)?.queryValue(reading) ?? .null }
      }
    }
  }

  /// The collection of a step as a value.
  private mutating func collection(_ step: CoreRange.Step) -> RowValue {
    switch step.source {
    case .elements(let value): return self.value(value)
    // Types of a program have no entities, so binding makes no such step.
    case .all: return RowValue { _ in .null }
    case .relationship(let row, let member, _):
      let source = CoreValue(.null, type: .any, isOptional: true, range: .none)
      return applied(
        CoreValue(.property(source, member.name), type: .any, isOptional: true, range: .none), to: self.row(row))
    }
  }
}

/// Ranges as programs for one row.
extension PlanCompiler {
  mutating func range(_ range: CoreRange) -> RowRange { self.range(range) { _ in }.0 }

  /// The range, and a form that is compiled with its variables.
  mutating func range<Form>(_ range: CoreRange, _ form: (inout PlanCompiler) -> Form) -> (RowRange, Form) {
    var sources: [RowRange.Source] = []
    for step in range.steps { sources.append(source(step)) }
    var filter: RowTest?
    if case .always(true) = range.filter.node {} else { filter = test(range.filter) }
    return (RowRange(sources: sources, filter: filter), form(&self))
  }

  private mutating func source(_ step: CoreRange.Step) -> RowRange.Source {
    if declares(step), let place = collectionPlace(step), let type = place.type as? any StoredElements.Type {
      let areInstances = variables[step.variable]?.isInstance ?? false
      if type.isArray, ArrayMemory.isTrusted {
        let elements = ElementPath(
          offset: place.offset, firstOffset: ArrayMemory.firstOffset(of: type.elementType), stride: type.elementStride)
        return RowRange.array(place.path, elements, step.variable, areInstances: areInstances)
      }
      let access = place.typeAccess ?? type.typeAccess
      if let source = RowRange.collection(place, access, step.variable, areInstances: areInstances) { return source }
    }
    if case .elements(let value) = step.source, let load = dynamic(value) {
      variables[step.variable] = .dynamic
      return RowRange.dynamic(load, step.variable, reading, at: value.range)
    }
    let collection = collection(step)
    variables[step.variable] = .value(QueryValue.self, ValueReaders.scalar(QueryValue.self))
    switch step.source {
    case .elements(let value):
      return RowRange.values(collection, step.variable, isRelationship: false, at: value.range)
    case .relationship, .all:
      return RowRange.values(collection, step.variable, isRelationship: true, at: .none)
    }
  }

  /// Declares the variable of a step over a stored collection of a known type. Returns false for every other step.
  mutating func declares(_ step: CoreRange.Step) -> Bool {
    guard let collection = collectionPlace(step), let type = collection.type as? any StoredElements.Type,
      let reader = ValueReaders.reader(of: type.elementType, collection.reader.reading)
    else { return false }
    variableCount = max(variableCount, step.variable + 1)
    switch (step.source, reader.kind, reader.isOptional) {
    case (_, .toOne(let target), false): variables[step.variable] = .object(target.shape)
    case (.elements, _, _): variables[step.variable] = .value(type.elementType, reader)
    default: return false
    }
    return true
  }
}

extension QueryValue {
  /// A copy if the value may point into what client code returned.
  fileprivate func ownedIf(_ isNeeded: Bool) -> QueryValue { isNeeded ? owned : self }
}
