import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Values without a special column. Every value of the core has this form.
extension PlanCompiler {
  mutating func value(_ value: CoreValue) -> ValueNode {
    if isProbe { return .constant(.null) }
    switch value.node {
    case .constant(let constant): return .constant(constant)
    case .null: return .constant(.null)
    case .failure: return .failure
    case .attribute(let row, _):
      if let view = view(value) { return .view(view) }
      return stored(value) ?? .operation(value, self.row(row), nil)
    case .object(let row): return .operation(value, self.row(row), nil)
    case .element(let variable):
      return stored(value) ?? self.row(.variable(variable))
    case .property(let base, _):
      if let view = view(value) { return .view(view) }
      return stored(value) ?? .operation(value, self.value(base), nil)
    case .arithmetic(_, let left, let right):
      return boxed(value) ?? .operation(value, self.value(left), self.value(right))
    case .dynamicAggregate(.count, let operand):
      if let view = view(value) { return .view(view) }
      return .operation(value, self.value(operand), nil)
    case .negate(let operand), .fold(let operand, _), .cast(let operand, _), .dynamicAggregate(_, let operand),
      .operatorPath(let operand, _):
      return boxed(value) ?? .operation(value, self.value(operand), nil)
    case .call(_, let parts), .list(let parts):
      if let number = boxed(value) { return number }
      var nodes: [ValueNode] = []
      for part in parts { nodes.append(self.value(part)) }
      return .list(value, nodes)
    case .choose(let test, let first, let second):
      return .choose(node(test), self.value(first), self.value(second))
    case .index(let base, let index):
      if let stored = stored(value) { return stored }
      if let view = view(value) { return .view(view) }
      guard case .value(let position) = index else { return .operation(value, self.value(base), nil) }
      return .operation(value, self.value(base), self.value(position))
    case .count(let range):
      return .number(NumberNode(kind: .count(self.range(range)), isDouble: false), .integer)
    case .aggregate(_, let range, let each), .collect(let range, let each):
      let (walked, number) = self.range(range, each: each) { $0.value(each) }
      return .elements(value, walked, each: number)
    }
  }

  /// The object that a row is.
  mutating func row(_ row: CoreRow) -> ValueNode {
    if let (path, shape) = path(of: row) { return .object(path, shape) }
    switch row {
    case .toOne(let base, let member, _): return .toOne(self.row(base), member: member.name)
    case .variable(let variable):
      switch variables[variable] {
      case .value(let type, let reader)?: return .stored(RowPath(variable: variable), loader(type, 0, reader))
      case .view?: return .view(.variable(variable))
      case .loaded?: return .view(member([]))
      default: return .constant(.null)
      }
    }
  }

  /// The collection whose elements a step visits.
  mutating func collection(_ step: CoreRange.Step) -> ValueNode {
    switch step.source {
    case .elements(let value): return self.value(value)
    // Types of a program have no entities, so binding makes no such step.
    case .all: return .constant(.null)
    case .relationship(let row, let member, _):
      let source = CoreValue(.null, type: .any, isOptional: true, range: .none)
      let members = CoreValue(.property(source, member.name), type: .any, isOptional: true, range: .none)
      return .operation(members, self.row(row), nil)
    }
  }

  private mutating func stored(_ value: CoreValue) -> ValueNode? {
    if let number = boxed(value) { return number }
    guard let place = place(of: value) else { return nil }
    return .stored(place.path, loader(place.type, place.offset, place.reader))
  }

  private mutating func loader(_ type: any Any.Type, _ offset: Int, _ reader: ValueReader) -> ValueLoader {
    if type == String.self || type == String?.self { return .text(offset, isOptional: type != String.self) }
    if Self.isRaw(type), Self.takesOneByte(type) { return .byte(offset, reader, identity: counts.identities.next()) }
    return .reader(offset, reader)
  }

  /// A value that is a column of numbers.
  private mutating func boxed(_ value: CoreValue) -> ValueNode? {
    let box: NumberBox
    switch value.type {
    case .boolean: box = .boolean
    case .integer: box = .integer
    case .double: box = .double
    case .date: box = .date
    default: return nil
    }
    guard isNumber(value, for: box) else { return nil }
    return number(value).map { .number($0, box) }
  }

  @inline(never)
  private func isNumber(_ value: CoreValue, for box: NumberBox) -> Bool {
    guard let found = probe({ $0.number(value) }) else { return false }
    switch box {
    case .boolean, .date:
      // Only stored numbers: the numbers of booleans and dates have other operations.
      return found.isStored
    case .integer: return !found.isDouble
    case .double: return found.isDouble
    }
  }

  /// A condition on values without a special column.
  mutating func valuesNode(_ condition: CoreCondition) -> ConditionNode {
    switch condition.node {
    case .isNull(let value), .member(let value, _): return .values(condition, [self.value(value)])
    case .compare(_, let left, let right), .match(_, let left, let right), .dynamic(_, let left, let right, _):
      return .values(condition, [value(left), value(right)])
    case .between(let value, let low, let high):
      return .values(condition, [self.value(value), self.value(low), self.value(high)])
    case .always, .and, .or, .not, .exists: return node(condition)
    }
  }
}

/// The bytes of an element that a range reads. If they hold numbers, a copy of them is enough, and cheaper than a copy of the whole element.
extension PlanCompiler {
  /// The bytes that a range, and a value of each element, read of the elements of one of its steps. Nil if they read more than plain values at known
  /// places, or if the collection is not an array.
  ///
  /// The bytes of instances are the references. Arrays that Swift made keep the instances. An array of Objective-C may make its elements when they
  /// are read.
  func bytesRead(
    ofElementsOf step: CoreRange.Step, in type: any Any.Type, _ range: CoreRange, _ each: CoreValue?
  ) -> Range<Int>? {
    guard let array = type as? any StoredElements.Type, array.isArray else { return nil }
    if variables[step.variable]?.isInstance ?? false {
      #if canImport(ObjectiveC)
        return nil
      #else
        return 0..<MemoryLayout<AnyObject>.size
      #endif
    }
    var bytes = 0..<0
    var areKnown = true
    func note(_ place: ValuePlace?) {
      guard let place, place.path.isDirect, let size = PlainTypes.size(of: place.type) else {
        areKnown = false
        return
      }
      let end = place.offset + size
      bytes = bytes.isEmpty ? place.offset..<end : min(bytes.lowerBound, place.offset)..<max(bytes.upperBound, end)
    }
    func look(at part: CorePart) {
      switch part {
      case .value(let value):
        switch value.node {
        case .attribute(let row, let member) where row.variable == step.variable:
          note(place(of: member.name, in: row))
        case .element(step.variable): note(place(of: value))
        case .object(let row) where row.variable == step.variable: areKnown = false
        default: break
        }
      case .range(let inner):
        for other in inner.steps {
          if case .relationship(let row, _, _) = other.source, row.variable == step.variable { areKnown = false }
        }
      case .condition: break
      }
      part.forEachPart(look)
    }
    look(at: .range(range))
    if let each { look(at: .value(each)) }
    return areKnown ? bytes : nil
  }
}
