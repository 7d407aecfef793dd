import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

extension PlanCompiler {
  /// The type in which a value is calculated; nil if programs do not calculate the value. Nothing is compiled: otherwise a nested value would be
  /// compiled once for each level around it.
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
    return NumberTypes.visit(place.type, LoadMaker())?.lane ?? place.wideInteger?.lane
  }

  /// A collection operator over a collection value, converted to an aggregate over a range.
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

  /// Compiles a number, which must have a lane. The code jumps to `target` if the number is nil.
  mutating func number(_ value: CoreValue, ifNil target: RowLabel) -> RowNumber {
    switch value.node {
    case .constant(.integer(let number)): return RowNumber(code.word(of: RowWord(number)), .integers)
    case .constant(.boolean(let truth)): return RowNumber(code.word(of: RowWord(Int64(truth ? 1 : 0))), .integers)
    case .constant(.double(let number)), .constant(.date(let number)):
      return RowNumber(code.word(of: RowWord(number)), .doubles)
    case .attribute, .element:
      if let found = stored(value, ifNil: target) { return found }
    case .property(let base, let name):
      if let found = stored(value, ifNil: target) { return found }
      if Self.isLength(name), let found = length(base, ifNil: target) { return found }
    case .negate(let operand): return changed(operand, ifNil: target, { $0.negated }, { $0.negated })
    case .arithmetic(let op, let left, let right): return calculated(op, left, right, ifNil: target)
    case .choose(let test, let first, let second): return chosen(test, first, second, ifNil: target)
    case .call(let function, let arguments):
      if let found = called(function, arguments, ifNil: target) { return found }
    case .dynamicAggregate(.count, _):
      if let place = countedPlace(value), let load = countLoad(place) { return loaded(place, load, ifNil: target) }
    case .count(let range):
      if let place = countedPlace(value), let load = countLoad(place) { return loaded(place, load, ifNil: target) }
      return count(range, ifNil: target)
    case .aggregate(let op, let range, let each):
      if let kind = NumberFoldKind(op, of: each.type) { return folded(kind, range, each, ifNil: target) }
    default: break
    }
    // A value without a lane: the row is left to the reference evaluator.
    code.emit(.leave)
    return RowNumber(code.word(), .integers)
  }

  private mutating func calculated(
    _ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue, ifNil target: RowLabel
  ) -> RowNumber {
    let a = number(left, ifNil: target)
    let b = number(right, ifNil: target)
    if op == .power {
      return computed(double(a), double(b), ifNil: target) { ValueArithmetic.power($0, $1) }
    }
    if let operation = NumberOperation(op) { return calculated(operation, a, b, ifNil: target) }
    let result = code.word()
    code.perform { $0.words[Int(result)].integer = ValueArithmetic.bits(op, $0.words[a].integer, $0.words[b].integer) }
    return RowNumber(result, .integers)
  }

  private mutating func calculated(
    _ operation: NumberOperation, _ left: RowNumber, _ right: RowNumber, ifNil target: RowLabel
  ) -> RowNumber {
    let result = code.word()
    if left.lane == .integers && right.lane == .integers {
      switch operation {
      case .add: code.emit(.add, to: result, left.register, right.register)
      case .subtract: code.emit(.subtract, to: result, left.register, right.register)
      case .multiply: code.emit(.multiply, to: result, left.register, right.register)
      case .divide: code.emit(.divide, to: result, left.register, right.register, jump: target)
      case .remainder:
        code.call(target, if: false) { machine in
          let divisor = machine.words[right].integer
          if divisor == 0 { return false }
          machine.words[Int(result)].integer = machine.words[left].integer.applying(.remainder, divisor) ?? 0
          return true
        }
      }
      return RowNumber(result, .integers)
    }
    let a = double(left)
    let b = double(right)
    switch operation {
    case .add: code.emit(.addDoubles, to: result, a.register, b.register, jump: target)
    case .subtract: code.emit(.subtractDoubles, to: result, a.register, b.register, jump: target)
    case .multiply: code.emit(.multiplyDoubles, to: result, a.register, b.register, jump: target)
    case .divide: code.emit(.divideDoubles, to: result, a.register, b.register, jump: target)
    case .remainder:
      // NaN, the remainder of a division by 0, becomes nil.
      return computed(a, b, ifNil: target) { $0.truncatingRemainder(dividingBy: $1) }
    }
    return RowNumber(result, .doubles)
  }

  /// Compiles a function of two doubles. NaN becomes nil.
  private mutating func computed(
    _ left: RowNumber, _ right: RowNumber, ifNil target: RowLabel,
    _ compute: @escaping @Sendable (Double, Double) -> Double
  ) -> RowNumber {
    let result = code.word()
    code.call(target, if: false) { machine in
      let number = compute(machine.words[left].double, machine.words[right].double)
      machine.words[Int(result)] = RowWord(number)
      return !number.isNaN
    }
    return RowNumber(result, .doubles)
  }

  /// Compiles an operation on one number. If the result is beyond the type, the reference evaluator decides the row and calculates with doubles.
  private mutating func changed(
    _ operand: CoreValue, ifNil target: RowLabel, _ integer: @escaping @Sendable (Int64) -> Int64?,
    _ double: @escaping @Sendable (Double) -> Double?
  ) -> RowNumber {
    let number = number(operand, ifNil: target)
    let result = code.word()
    code.perform { (machine) throws(PredicateIssue) in
      let word = machine.words[number]
      let changed =
        switch number.lane {
        case .integers: integer(word.integer).map { RowWord($0) }
        case .doubles: double(word.double).map { RowWord($0) }
        }
      guard let changed else { throw .leftToReference }
      machine.words[Int(result)] = changed
    }
    return RowNumber(result, number.lane)
  }

  /// Compiles TERNARY: one of two numbers of the same type.
  private mutating func chosen(
    _ test: CoreCondition, _ first: CoreValue, _ second: CoreValue, ifNil target: RowLabel
  ) -> RowNumber {
    let result = code.word()
    let other = code.label()
    let end = code.label()
    jump(test, to: other, if: false)
    let found = number(first, ifNil: target)
    code.move(to: result, found.register)
    code.jump(end)
    code.place(other)
    code.move(to: result, number(second, ifNil: target).register)
    code.place(end)
    return RowNumber(result, found.lane)
  }

  private mutating func called(
    _ function: FunctionDefinition, _ arguments: [CoreValue], ifNil target: RowLabel
  ) -> RowNumber? {
    switch (function.columnForm, arguments.count) {
    case (.length?, 1): return length(arguments[0], ifNil: target)
    case (.magnitude?, 1): return changed(arguments[0], ifNil: target, { $0.withoutSign }, { $0.withoutSign })
    case (.negation?, 1): return changed(arguments[0], ifNil: target, { $0.negated }, { $0.negated })
    case (.double(let compute, let keepsIntegers)?, 1):
      let operand = number(arguments[0], ifNil: target)
      if keepsIntegers, operand.lane == .integers { return operand }
      let number = double(operand)
      return computed(number, number, ifNil: target) { number, _ in compute(number) }
    case (.moment?, 0):
      let result = code.word()
      code.perform { $0.words[Int(result)] = RowWord($0.now) }
      return RowNumber(result, .doubles)
    case (.remainder?, 2):
      let a = number(arguments[0], ifNil: target)
      return calculated(.remainder, a, number(arguments[1], ifNil: target), ifNil: target)
    case (.operation(let op)?, 2): return calculated(op, arguments[0], arguments[1], ifNil: target)
    case (.fold(let op)?, 1): return number(folded(op, arguments[0]), ifNil: target)
    default: return nil
    }
  }

  /// Converts a number to its nearest double.
  private mutating func double(_ number: RowNumber) -> RowNumber { converted(number, by: .toDouble) }

  private mutating func converted(_ number: RowNumber, by operation: RowInstruction.Operation) -> RowNumber {
    if number.lane == .doubles { return number }
    if let constant = code.constant(in: number.register)?.integer, constant.magnitude <= RowMachine.mostExact {
      return RowNumber(code.word(of: RowWord(Double(constant))), .doubles)
    }
    let result = code.word()
    code.emit(operation, to: result, number.register)
    return RowNumber(result, .doubles)
  }

  /// Compiles a comparison of two numbers. The code jumps if the answer is `wanted`.
  mutating func compare(
    _ comparison: CoreComparison, _ left: RowNumber, _ right: RowNumber, to target: RowLabel, if wanted: Bool
  ) {
    var (a, b) = (left, right)
    if a.lane != b.lane { (a, b) = (converted(a, by: .toEqualDouble), converted(b, by: .toEqualDouble)) }
    let isOfDoubles = a.lane == .doubles
    let less = isOfDoubles ? RowInstruction.Operation.lessDoubles : .less
    let lessOrEqual = isOfDoubles ? RowInstruction.Operation.lessOrEqualDoubles : .lessOrEqual
    let (first, second) = (a.register, b.register)
    switch comparison {
    case .equal, .same: code.emit(isOfDoubles ? .equalDoubles : .equal, first, second, jump: target, if: wanted)
    case .less: code.emit(less, first, second, jump: target, if: wanted)
    case .lessOrEqual: code.emit(lessOrEqual, first, second, jump: target, if: wanted)
    case .greater: code.emit(less, second, first, jump: target, if: wanted)
    case .greaterOrEqual: code.emit(lessOrEqual, second, first, jump: target, if: wanted)
    }
  }

  /// Compiles a stored number; nil if the value is not one.
  private mutating func stored(_ value: CoreValue, ifNil target: RowLabel) -> RowNumber? {
    guard let place = place(of: value) else { return nil }
    if place.type == Int.self || place.type == Double.self {
      let isOfDoubles = place.type == Double.self
      let result = code.word()
      let row = follow(place.path, ifNil: target)
      code.emit(isOfDoubles ? .loadDouble : .loadInteger, to: result, row, offset: place.offset, jump: target)
      return RowNumber(result, isOfDoubles ? .doubles : .integers)
    }
    return (NumberTypes.visit(place.type, LoadMaker()) ?? place.wideInteger).map { loaded(place, $0, ifNil: target) }
  }

  /// Compiles a number that an operand loads.
  private mutating func loaded(_ place: ValuePlace, _ load: NumberLoad, ifNil target: RowLabel) -> RowNumber {
    let row = follow(place.path, ifNil: target)
    let result = code.word()
    code.emit(.load, to: result, row, offset: place.offset, jump: target, load.operand)
    return RowNumber(result, load.lane)
  }

  /// Compiles the length of a stored string, in UTF-16 units.
  private mutating func length(_ value: CoreValue, ifNil target: RowLabel) -> RowNumber? {
    guard let place = stringPlace(value) else { return nil }
    let load =
      StringMemory.isTrusted
      ? LoadMaker().visit(StringLengths.self)
      : NumberTypes.visit(LengthSource.self, place.type != String.self, LoadMaker())
    return loaded(place, load, ifNil: target)
  }

  /// The stored collection, if the value is the number of all of its elements; nil for every other value.
  func countedPlace(_ value: CoreValue) -> ValuePlace? {
    switch value.node {
    case .dynamicAggregate(.count, let collection): return place(of: collection)
    case .count(let range) where range.steps.count == 1:
      guard case .always(true) = range.filter.node else { return nil }
      return collectionPlace(range.steps[0])
    default: return nil
    }
  }

  /// Whether the number of elements of a collection is read in place.
  func hasCountInPlace(_ place: ValuePlace) -> Bool {
    if let elements = place.type as? any StoredElements.Type {
      return elements.isArray ? ArrayMemory.isTrusted : ArrayMemory.countsHashed
    }
    return ArrayMemory.countsHashed && keyType(of: place) == String.self
  }

  /// The type of the keys of a dictionary or an optional dictionary; nil for every other type.
  private func keyType(of place: ValuePlace) -> (any Any.Type)? {
    let wrapped = (place.type as? any OptionalReference.Type)?.wrapped
    return ((wrapped ?? place.type) as? any ReadableContainer.Type)?.keyType
  }

  /// Loads the number of elements of a stored collection; nil if it cannot be loaded.
  private func countLoad(_ place: ValuePlace) -> NumberLoad? {
    // A dictionary whose keys are not strings is excluded, because predicates see only elements whose keys are strings.
    if let keys = keyType(of: place), keys != String.self { return nil }
    if hasCountInPlace(place) { return LoadMaker().visit(ArrayCounts.self) }
    guard let count = place.count else { return nil }
    let operand = LoadOperand { place, word in
      guard let count = count(place) else { return .no }
      word.pointee = RowWord(Int64(count))
      return .yes
    }
    return NumberLoad(operand: operand, lane: .integers)
  }

  /// The program that calculates a number. Its answer is `no` if the number is nil. Nil for a value without a lane.
  mutating func numberProgram(_ value: CoreValue) -> (RowProgram, NumberLane)? {
    guard let lane = lane(of: value) else { return nil }
    let program = program { compiler in
      let missing = compiler.code.label()
      let found = compiler.number(value, ifNil: missing)
      compiler.code.emit(.end, to: 1)
      compiler.code.place(missing)
      compiler.code.emit(.end)
      return found.register
    }
    return (program, lane)
  }
}

/// The type in which the numbers of a value are calculated.
enum NumberLane {
  case integers
  case doubles
}

/// A calculated number: its register and its type.
struct RowNumber {
  let register: Int32
  let lane: NumberLane

  init(_ register: Int32, _ lane: NumberLane) {
    self.register = register
    self.lane = lane
  }
}

extension UnsafeMutablePointer<RowWord> {
  /// The register of a number.
  @inline(__always)
  fileprivate subscript(number: RowNumber) -> RowWord { self[Int(number.register)] }
}

/// How a stored number is loaded.
private struct NumberLoad {
  let operand: LoadOperand
  let lane: NumberLane
}

extension NumberLoad {
  /// Loads integers of a type whose values may be beyond Int64.
  init<Value: FixedWidthInteger & Sendable>(wide _: Value.Type, isOptional: Bool) {
    let operand = LoadOperand { place, word in
      let found = isOptional ? place.assumingMemoryBound(to: Value?.self).pointee : place.load(as: Value.self)
      guard let value = found else { return .no }
      guard let number = Int64(exactly: value) else { return .undecided }
      word.pointee = RowWord(number)
      return .yes
    }
    self.init(operand: operand, lane: .integers)
  }
}

extension ValuePlace {
  /// The loader for an unsigned integer type whose values may be beyond Int64; nil for other types.
  fileprivate var wideInteger: NumberLoad? {
    let wrapped = (type as? any OptionalReference.Type)?.wrapped
    return switch wrapped ?? type {
    case is UInt.Type: NumberLoad(wide: UInt.self, isOptional: wrapped != nil)
    case is UInt64.Type: NumberLoad(wide: UInt64.self, isOptional: wrapped != nil)
    default: nil
    }
  }
}

private struct LoadMaker: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> NumberLoad {
    let operand = LoadOperand { place, word in
      guard let number = Column.load(place) else { return .no }
      word.pointee = number.integer.map { RowWord($0) } ?? RowWord(number.nearestDouble)
      return .yes
    }
    return NumberLoad(operand: operand, lane: Column.Element.self == Double.self ? .doubles : .integers)
  }
}
