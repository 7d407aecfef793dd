import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

extension PlanCompiler {
  /// The type that a value is calculated in; nil if it is not a number that programs calculate. It compiles nothing, so that a nested value is not compiled
  /// once for each level around it.
  mutating func lane(of value: CoreValue) -> NumberLane? {
    switch value.node {
    case .constant(.integer), .constant(.boolean): return .integers
    case .constant(.double), .constant(.date): return .doubles
    case .attribute, .element: return storedLane(value)
    case .property(let base, let name):
      return storedLane(value) ?? (Self.isLength(name) && stringPlace(base) != nil ? .integers : nil)
    case .negate(let operand): return lane(of: operand)
    case .arithmetic(let op, let left, let right): return lane(of: op, left, right)
    case .choose(_, let first, let second):
      guard let lane = lane(of: first), lane == self.lane(of: second) else { return nil }
      return lane
    case .call(let function, let arguments): return lane(of: function, arguments)
    case .count: return .integers
    case .dynamicAggregate(.count, _): return countedPlace(value).flatMap { countLoad($0) } == nil ? nil : .integers
    case .aggregate(let op, let range, let each):
      guard let kind = NumberFoldKind(op, of: each.type) else { return nil }
      for step in range.steps where !declares(step) { return nil }
      guard let lane = lane(of: each) else { return nil }
      return kind == .mean ? .doubles : lane
    default: return nil
    }
  }

  private mutating func lane(of op: BinaryOperator, _ left: CoreValue, _ right: CoreValue) -> NumberLane? {
    guard let a = lane(of: left), let b = lane(of: right) else { return nil }
    if op == .power { return .doubles }
    if op.isBitwise { return a == .integers && b == .integers ? .integers : nil }
    guard NumberOperation(op) != nil else { return nil }
    return a == b ? a : .doubles
  }

  private mutating func lane(of function: FunctionDefinition, _ arguments: [CoreValue]) -> NumberLane? {
    switch (function.columnForm, arguments.count) {
    case (.length?, 1): return stringPlace(arguments[0]) == nil ? nil : .integers
    case (.magnitude?, 1), (.negation?, 1): return lane(of: arguments[0])
    case (.double(_, let keepsIntegers)?, 1):
      return lane(of: arguments[0]).map { keepsIntegers && $0 == .integers ? .integers : .doubles }
    case (.moment?, 0): return .doubles
    case (.remainder?, 2):
      guard let a = lane(of: arguments[0]), let b = lane(of: arguments[1]) else { return nil }
      return a == b ? a : .doubles
    case (.operation(let op)?, 2): return lane(of: op, arguments[0], arguments[1])
    case (.fold(let op)?, 1): return lane(of: folded(op, arguments[0]))
    default: return nil
    }
  }

  private static func isLength(_ name: String) -> Bool { name.hasSameScalars(as: StringProperty.length.rawValue) }

  private mutating func storedLane(_ value: CoreValue) -> NumberLane? {
    guard let place = place(of: value) else { return nil }
    return NumberTypes.visit(place.type, LaneMaker()) ?? (place.wideInteger == nil ? nil : .integers)
  }

  /// A collection operator over a collection, as the aggregate of a range.
  private mutating func folded(_ op: CollectionOperator, _ collection: CoreValue) -> CoreValue {
    func aggregate(_ range: CoreRange, _ each: CoreValue) -> CoreValue {
      CoreValue(.aggregate(op, range, each), type: each.type, isOptional: true, range: collection.range)
    }
    if case .collect(let range, let each) = collection.node { return aggregate(range, each) }
    let variable = variableCount
    variableCount += 1
    let each = CoreValue(
      .element(variable), type: collection.type.elementType, isOptional: true, range: collection.range)
    return aggregate(CoreRange(steps: [CoreRange.Step(variable: variable, source: .elements(collection))]), each)
  }

  /// A number of a row; nil unless ``lane(of:)`` has a type.
  mutating func number(_ value: CoreValue) -> RowNumber? {
    switch value.node {
    case .constant(.integer(let number)): return .integers(RowLoad { _ in number })
    case .constant(.boolean(let truth)): return .integers(RowLoad { _ in truth ? 1 : 0 })
    case .constant(.double(let number)), .constant(.date(let number)): return .doubles(RowLoad { _ in number })
    case .attribute, .element: return stored(value)
    case .property(let base, let name): return stored(value) ?? (Self.isLength(name) ? length(base) : nil)
    case .negate(let operand): return number(operand)?.negated()
    case .arithmetic(let op, let left, let right): return number(left, op, right)
    case .choose(let test, let first, let second):
      guard let first = number(first), let second = number(second) else { return nil }
      return first.chosen(by: self.test(test), else: second)
    case .call(let function, let arguments): return call(function, arguments)
    case .dynamicAggregate(.count, _): return countedPlace(value).flatMap { countLoad($0) }.map { .integers($0) }
    case .count(let range):
      if let load = countedPlace(value).flatMap({ countLoad($0) }) { return .integers(load) }
      let range = self.range(range)
      return .integers(RowLoad { (cursor) throws(PredicateIssue) in try range.count(&cursor) })
    case .aggregate(let op, let range, let each):
      guard let kind = NumberFoldKind(op, of: each.type) else { return nil }
      let (elements, number) = self.range(range) { $0.number(each) }
      return number.map { kind.folded(elements, $0) }
    default: return nil
    }
  }

  private mutating func number(_ left: CoreValue, _ op: BinaryOperator, _ right: CoreValue) -> RowNumber? {
    guard let a = number(left), let b = number(right) else { return nil }
    if op == .power { return .function(a.doubles(), b.doubles()) { ValueArithmetic.power($0, $1) } }
    if let operation = NumberOperation(op) { return a.calculated(operation, b) }
    guard op.isBitwise, case .integers(let first) = a, case .integers(let second) = b else { return nil }
    return .integers(
      RowLoad { (cursor) throws(PredicateIssue) in
        guard let a = try first(&cursor), let b = try second(&cursor) else { return nil }
        return ValueArithmetic.bits(op, a, b)
      })
  }

  private mutating func call(_ function: FunctionDefinition, _ arguments: [CoreValue]) -> RowNumber? {
    switch (function.columnForm, arguments.count) {
    case (.length?, 1): return length(arguments[0])
    case (.magnitude?, 1): return number(arguments[0])?.withoutSign()
    case (.negation?, 1): return number(arguments[0])?.negated()
    case (.double(let compute, let keepsIntegers)?, 1):
      guard let operand = number(arguments[0]) else { return nil }
      if keepsIntegers, case .integers = operand { return operand }
      return .function(operand.doubles()) { number, _ in compute(number) }
    case (.moment?, 0): return .doubles(RowLoad { $0.evaluator.context.now })
    case (.remainder?, 2):
      guard let a = number(arguments[0]), let b = number(arguments[1]) else { return nil }
      return a.calculated(.remainder, b)
    case (.operation(let op)?, 2): return number(arguments[0], op, arguments[1])
    case (.fold(let op)?, 1): return number(folded(op, arguments[0]))
    default: return nil
    }
  }

  /// A stored number.
  private mutating func stored(_ value: CoreValue) -> RowNumber? {
    guard let place = place(of: value) else { return nil }
    return NumberTypes.visit(place.type, NumberMaker(place)) ?? place.wideInteger?(NumberMaker(place))
  }

  /// The length of a stored string in UTF-16 units.
  private mutating func length(_ value: CoreValue) -> RowNumber? {
    guard let place = stringPlace(value) else { return nil }
    let maker = NumberMaker(place)
    if StringMemory.isTrusted { return maker.visit(StringLengths.self) }
    return NumberTypes.visit(LengthSource.self, place.type != String.self, maker)
  }

  /// The stored collection whose elements a value counts, all of them; nil for every other value.
  func countedPlace(_ value: CoreValue) -> ValuePlace? {
    switch value.node {
    case .dynamicAggregate(.count, let collection): return place(of: collection)
    case .count(let range) where range.steps.count == 1:
      guard case .always(true) = range.filter.node else { return nil }
      return collectionPlace(range.steps[0])
    default: return nil
    }
  }

  /// Whether the count of a collection is read in place.
  func hasCountInPlace(_ place: ValuePlace) -> Bool {
    if let elements = place.type as? any StoredElements.Type {
      return elements.isArray ? ArrayMemory.isTrusted : ArrayMemory.countsHashed
    }
    return ArrayMemory.countsHashed && keyType(of: place) == String.self
  }

  /// The type of the keys of a dictionary, or an optional one; nil for every other type.
  private func keyType(of place: ValuePlace) -> (any Any.Type)? {
    let wrapped = (place.type as? any OptionalReference.Type)?.wrapped
    return ((wrapped ?? place.type) as? any ReadableContainer.Type)?.keyType
  }

  /// The number of elements of a stored collection.
  private func countLoad(_ place: ValuePlace) -> RowLoad<Int64>? {
    // Predicates see the elements whose keys are strings.
    if let keys = keyType(of: place), keys != String.self { return nil }
    if hasCountInPlace(place) { return place.path.load(place.offset) { ArrayCounts.load($0) } }
    guard let count = place.count else { return nil }
    return place.path.load(place.offset) { count($0).map { Int64($0) } }
  }

  /// The first bytes of a stored string, as sorting compares them; nil for other values.
  mutating func textHead(_ value: CoreValue) -> RowLoad<Int64>? {
    guard let place = stringPlace(value) else { return nil }
    let maker = NumberMaker(place)
    let head =
      StringMemory.isTrusted
      ? maker.visit(TextHeads.self) : NumberTypes.visit(TextHeadSource.self, place.type != String.self, maker)
    if case .integers(let load) = head { return load }
    return nil
  }
}

extension ValuePlace {
  /// Makes the loader of an unsigned integer whose values may exceed Int64; nil for other types.
  fileprivate var wideInteger: ((NumberMaker) -> RowNumber)? {
    let wrapped = (type as? any OptionalReference.Type)?.wrapped
    return switch wrapped ?? type {
    case is UInt.Type: { NumberTypes.visit(WideIntegerSource<UInt>.self, wrapped != nil, $0) }
    case is UInt64.Type: { NumberTypes.visit(WideIntegerSource<UInt64>.self, wrapped != nil, $0) }
    default: nil
    }
  }
}

private struct LaneMaker: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> NumberLane {
    Column.Element.self == Double.self ? .doubles : .integers
  }
}

private struct NumberMaker: NumberTypeVisitor {
  private let path: RowPath
  private let offset: Int

  init(_ place: ValuePlace) {
    path = place.path
    offset = place.offset
  }

  func visit<Column: NumberColumn>(_: Column.Type) -> RowNumber {
    if Column.Element.self == Double.self { return .doubles(path.load(offset) { Column.load($0)?.nearestDouble }) }
    return .integers(
      path.load(offset) { (address) throws(PredicateIssue) in
        if let number = Column.load(address) { return number.integer }
        if Column.isOutOfRange(address) { throw .leftToReference }
        return nil
      })
  }
}
