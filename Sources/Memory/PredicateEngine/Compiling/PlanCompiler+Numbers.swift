import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

extension PlanCompiler {
  /// The form of a number; nil if the engine does not calculate it.
  mutating func number(_ value: CoreValue) -> NumberNode? {
    guard let scope = scopes.last ?? nil, scope.isInvariant(value) else { return ownNumber(value) }
    scopes.removeLast()
    let invariant = number(value)
    scopes.append(scope)
    guard let invariant else { return nil }
    scopes[scopes.count - 1]?.numbers += 1
    return NumberNode(kind: .repeated(invariant, slot: scope.numbers), isDouble: invariant.isDouble)
  }

  /// The form of a number that is calculated for each row of the chunk.
  private mutating func ownNumber(_ value: CoreValue) -> NumberNode? {
    switch value.node {
    case .constant(.integer(let number)): return NumberNode(kind: .integer(number), isDouble: false)
    case .constant(.boolean(let truth)): return NumberNode(kind: .integer(truth ? 1 : 0), isDouble: false)
    case .constant(.double(let number)), .constant(.date(let number)):
      return NumberNode(kind: .double(number), isDouble: true)
    case .attribute, .element, .index: return column(of: value)
    case .property(let base, let name):
      if name.hasSameScalars(as: StringProperty.length.rawValue), let length = length(base) { return length }
      return column(of: value)
    case .call(let function, let arguments): return call(function, arguments)
    case .choose(let test, let first, let second):
      guard let a = number(first), let b = number(second), a.isDouble == b.isDouble else { return nil }
      return NumberNode(kind: .choose(node(test), a, b), isDouble: a.isDouble)
    case .arithmetic(let op, let left, let right):
      return arithmetic(op, left, right)
    case .negate(let operand): return number(operand).map { NumberNode(kind: .negate($0), isDouble: $0.isDouble) }
    case .dynamicAggregate(.count, _): return countedPlace(value).flatMap(counted)
    case .count(let range):
      if let place = countedPlace(value), let number = counted(place) { return number }
      return NumberNode(kind: .count(self.range(range)), isDouble: false)
    default:
      return nil
    }
  }

  /// A side of a comparison: a number, or the result of an operator of collections on numbers.
  ///
  /// A comparison does not distinguish a double from an integer, so it does not matter that a sum of no doubles is the integer 0.
  mutating func side(_ value: CoreValue) -> NumberNode? {
    switch value.node {
    case .aggregate(let op, let range, let each): return fold(op, range, each)
    case .call(let function, let arguments):
      guard case .fold(let op)? = function.columnForm, arguments.count == 1 else { return number(value) }
      return fold(op, arguments[0])
    case .choose(let test, let first, let second):
      if let same = number(value) { return same }
      // A comparison treats a whole number like the double that is equal to it.
      guard let a = number(first)?.equalDouble, let b = number(second)?.equalDouble else { return nil }
      return NumberNode(kind: .choose(node(test), a, b), isDouble: true)
    default: return number(value)
    }
  }

  /// The result of an operator of collections for a collection.
  private mutating func fold(_ op: CollectionOperator, _ collection: CoreValue) -> NumberNode? {
    if case .collect(let range, let each) = collection.node { return fold(op, range, each) }
    let step = CoreRange.Step(variable: counts.variables.next(), source: .elements(collection))
    let each = CoreValue(
      .element(step.variable), type: collection.type.elementType, isOptional: true, range: collection.range)
    return fold(op, CoreRange(steps: [step], filter: CoreCondition(.always(true), range: collection.range)), each)
  }

  /// The result of an operator of collections for a number of each element of a range.
  private mutating func fold(_ op: CollectionOperator, _ range: CoreRange, _ each: CoreValue) -> NumberNode? {
    guard let kind = NumberFoldKind(op, of: each.type) else { return nil }
    let (elements, found) = self.range(range, each: each) { $0.number(each) }
    guard let number = found else { return nil }
    return NumberNode(kind: .fold(kind, elements, each: number), isDouble: number.isDouble || kind == .mean)
  }

  private func column(of value: CoreValue) -> NumberNode? {
    guard let place = place(of: value) else { return nil }
    return NumberTypes.visit(place.type, ColumnMaker(place)) ?? wideColumn(place)
  }

  /// A column of unsigned integers, which may be too great for Int64.
  private func wideColumn(_ place: ValuePlace) -> NumberNode? {
    let maker = ColumnMaker(place)
    let wrapped = (place.type as? any OptionalReference.Type)?.wrapped
    return switch wrapped ?? place.type {
    case is UInt.Type: NumberTypes.visit(WideIntegerSource<UInt>.self, wrapped != nil, maker)
    case is UInt64.Type: NumberTypes.visit(WideIntegerSource<UInt64>.self, wrapped != nil, maker)
    default: nil
    }
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

  /// Whether the count of a collection is read in place. If a table supplies counts, those are read.
  func hasCountInPlace(_ place: ValuePlace) -> Bool {
    if self.place(place, requesting: .counts) != nil { return false }
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
  private func counted(_ place: ValuePlace) -> NumberNode? {
    // Predicates see the elements whose keys are strings.
    if let keys = keyType(of: place), keys != String.self { return nil }
    if let path = self.place(place, requesting: .counts) {
      return NumberNode(kind: .column(path, NumberLoader(GatheredCounts.self, offset: 0)), isDouble: false)
    }
    let loader =
      hasCountInPlace(place)
      ? NumberLoader(ArrayCounts.self, offset: place.offset)
      : place.count.map { NumberLoader(counts: $0, at: place.offset) }
    return loader.map { NumberNode(kind: .column(place.path, $0), isDouble: false) }
  }

  /// The length of a string in UTF-16 units.
  private func length(_ value: CoreValue) -> NumberNode? {
    guard let place = stringPlace(value) else { return nil }
    let maker = ColumnMaker(place)
    if StringMemory.isTrusted { return maker.visit(StringLengths.self) }
    return NumberTypes.visit(LengthSource.self, place.type != String.self, maker)
  }

  /// The result of a function of the language for one or two numbers.
  private mutating func call(_ function: FunctionDefinition, _ arguments: [CoreValue]) -> NumberNode? {
    switch (function.columnForm, arguments.count) {
    case (.length?, 1): return length(arguments[0])
    case (.magnitude?, 1):
      return number(arguments[0]).map { NumberNode(kind: .magnitude($0), isDouble: $0.isDouble) }
    case (.negation?, 1): return number(arguments[0]).map { NumberNode(kind: .negate($0), isDouble: $0.isDouble) }
    case (.double(let compute, let keepsIntegers)?, 1):
      guard let operand = number(arguments[0]) else { return nil }
      if keepsIntegers && !operand.isDouble { return operand }
      return NumberNode(kind: .map(operand.promoted, compute), isDouble: true)
    case (.moment?, 0): return NumberNode(kind: .moment, isDouble: true)
    case (.remainder?, 2): return arithmetic(.remainder, arguments[0], arguments[1])
    case (.operation(let op)?, 2): return arithmetic(op, arguments[0], arguments[1])
    default: return nil
    }
  }

  private mutating func arithmetic(_ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue) -> NumberNode? {
    if let operation = NumberOperation(op) { return arithmetic(operation, left, right) }
    guard op == .power || op.isBitwise, let a = number(left), let b = number(right) else { return nil }
    if op == .power { return NumberNode(kind: .power(a.promoted, b.promoted), isDouble: true) }
    return a.isDouble || b.isDouble ? nil : NumberNode(kind: .bits(op, a, b), isDouble: false)
  }

  private mutating func arithmetic(
    _ operation: NumberOperation, _ left: CoreValue, _ right: CoreValue
  ) -> NumberNode? {
    guard let a = number(left), let b = number(right) else { return nil }
    if !a.isDouble && !b.isDouble { return NumberNode(kind: .arithmetic(operation, a, b), isDouble: false) }
    return NumberNode(kind: .arithmetic(operation, a.promoted, b.promoted), isDouble: true)
  }
}

struct ColumnMaker: NumberTypeVisitor {
  let path: RowPath
  /// From the row at the path's end to the number.
  let offset: Int

  func visit<Column: NumberColumn>(_: Column.Type) -> NumberNode {
    NumberNode(
      kind: .column(path, NumberLoader(Column.self, offset: offset)), isDouble: Column.Element.self == Double.self)
  }
}

extension ColumnMaker {
  init(_ place: ValuePlace) { self.init(path: place.path, offset: place.offset) }
}
