import PredicateBinding
import PredicateMemory
import PredicateReference

extension PlanCompiler {
  /// How programs calculate a number; nil if they do not calculate the value.
  mutating func number(_ value: CoreValue) -> NumberCode? {
    switch value.node {
    case .constant(.integer(let number)): return .constant(RowWord(number), .integers)
    case .constant(.boolean(let truth)): return .constant(RowWord(Int64(truth ? 1 : 0)), .integers)
    case .constant(.double(let number)), .constant(.date(let number)): return .constant(RowWord(number), .doubles)
    case .attribute, .element: return stored(value)
    case .property(let base, let name):
      return stored(value) ?? (name.hasSameScalars(as: StringProperty.length.rawValue) ? length(base) : nil)
    case .negate(let operand): return changed(operand, { $0.negated }, { $0.negated })
    case .arithmetic(let op, let left, let right): return calculated(op, left, right)
    case .choose(let test, let first, let second): return chosen(test, first, second)
    case .call(let function, let arguments): return called(function, arguments)
    case .dynamicAggregate(.count, _): return storedCount(value)
    case .count(let range): return storedCount(value) ?? NumberCode(lane: .integers) { $0.count(range, ifNil: $1) }
    case .aggregate(let op, let range, let each): return folded(op, range, each)
    default: return nil
    }
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

  private mutating func calculated(_ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue) -> NumberCode? {
    guard let left = number(left), let right = number(right) else { return nil }
    if op == .power {
      return left.with(right, .doubles) { compiler, a, b, target in
        compiler.computed(compiler.double(a), compiler.double(b), ifNil: target) { ValueArithmetic.power($0, $1) }
      }
    }
    if let operation = NumberOperation(op) { return calculated(operation, left, right) }
    guard op.isBitwise, left.lane == .integers, right.lane == .integers else { return nil }
    return left.with(right, .integers) { compiler, a, b, _ in
      let result = compiler.code.word()
      compiler.code.perform {
        $0.words[Int(result)].integer = ValueArithmetic.bits(op, $0.words[a].integer, $0.words[b].integer)
      }
      return RowNumber(result, .integers)
    }
  }

  private func calculated(_ operation: NumberOperation, _ left: NumberCode, _ right: NumberCode) -> NumberCode {
    left.with(right, left.lane == right.lane ? left.lane : .doubles) { $0.calculated(operation, $1, $2, ifNil: $3) }
  }

  /// Compiles an operation on two numbers.
  private mutating func calculated(
    _ operation: NumberOperation, _ left: RowNumber, _ right: RowNumber, ifNil target: RowLabel
  ) -> RowNumber {
    let areIntegers = left.lane == .integers && right.lane == .integers
    let a = areIntegers ? left : double(left)
    let b = areIntegers ? right : double(right)
    let result = code.word()
    switch operation {
    case .add: code.emit(areIntegers ? .add : .addDoubles, to: result, a.register, b.register, jump: target)
    case .subtract:
      code.emit(areIntegers ? .subtract : .subtractDoubles, to: result, a.register, b.register, jump: target)
    case .multiply:
      code.emit(areIntegers ? .multiply : .multiplyDoubles, to: result, a.register, b.register, jump: target)
    case .divide: code.emit(areIntegers ? .divide : .divideDoubles, to: result, a.register, b.register, jump: target)
    case .remainder where areIntegers:
      code.call(target, if: false) { machine in
        let divisor = machine.words[b].integer
        if divisor == 0 { return false }
        machine.words[Int(result)].integer = machine.words[a].integer.applying(.remainder, divisor) ?? 0
        return true
      }
    case .remainder:
      // NaN, the remainder of a division by 0, becomes nil.
      return computed(a, b, ifNil: target) { $0.truncatingRemainder(dividingBy: $1) }
    }
    return RowNumber(result, a.lane)
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

  /// An operation on one number. If the result is beyond the type, the reference evaluator evaluates the row, and calculates with doubles.
  private mutating func changed(
    _ operand: CoreValue, _ integer: @escaping @Sendable (Int64) -> Int64?,
    _ double: @escaping @Sendable (Double) -> Double?
  ) -> NumberCode? {
    guard let operand = number(operand) else { return nil }
    return NumberCode(lane: operand.lane) { compiler, target in
      let number = operand.compile(&compiler, target)
      let result = compiler.code.word()
      compiler.code.perform { (machine) throws(PredicateIssue) in
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
  }

  /// TERNARY: one of two numbers of the same type.
  private mutating func chosen(_ test: CoreCondition, _ first: CoreValue, _ second: CoreValue) -> NumberCode? {
    guard let first = number(first), let second = number(second), first.lane == second.lane else { return nil }
    return NumberCode(lane: first.lane) { compiler, target in
      let result = compiler.code.word()
      compiler.choose(
        test, { $0.code.move(to: result, first.compile(&$0, target).register) },
        { $0.code.move(to: result, second.compile(&$0, target).register) })
      return RowNumber(result, first.lane)
    }
  }

  private mutating func called(_ function: FunctionDefinition, _ arguments: [CoreValue]) -> NumberCode? {
    switch (function.columnForm, arguments.count) {
    case (.length?, 1): return length(arguments[0])
    case (.magnitude?, 1): return changed(arguments[0], { $0.withoutSign }, { $0.withoutSign })
    case (.negation?, 1): return changed(arguments[0], { $0.negated }, { $0.negated })
    case (.double(let compute, let keepsIntegers)?, 1):
      guard let operand = number(arguments[0]) else { return nil }
      if keepsIntegers, operand.lane == .integers { return operand }
      return NumberCode(lane: .doubles) { compiler, target in
        let found = operand.compile(&compiler, target)
        let number = compiler.double(found)
        return compiler.computed(number, number, ifNil: target) { number, _ in compute(number) }
      }
    case (.moment?, 0):
      return NumberCode(lane: .doubles) { compiler, _ in
        let result = compiler.code.word()
        compiler.code.perform { $0.words[Int(result)] = RowWord($0.now) }
        return RowNumber(result, .doubles)
      }
    case (.remainder?, 2):
      guard let left = number(arguments[0]), let right = number(arguments[1]) else { return nil }
      return calculated(.remainder, left, right)
    case (.operation(let op)?, 2): return calculated(op, arguments[0], arguments[1])
    case (.fold(let op)?, 1): return number(folded(op, arguments[0]))
    default: return nil
    }
  }

  /// Converts a number, which has no other use, to its nearest double.
  private mutating func double(_ number: RowNumber) -> RowNumber {
    number.lane == .integers && code.loadsNearestDouble(into: number.register)
      ? RowNumber(number.register, .doubles) : converted(number, by: .toDouble)
  }

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

  private mutating func stored(_ value: CoreValue) -> NumberCode? {
    guard let place = place(of: value) else { return nil }
    if place.type == Int.self || place.type == Double.self {
      let lane: NumberLane = place.type == Int.self ? .integers : .doubles
      return NumberCode(lane: lane) { compiler, target in
        let result = compiler.code.word()
        let row = compiler.follow(place.path, ifNil: target)
        compiler.code.emit(
          lane == .integers ? .loadInteger : .loadDouble, to: result, row, offset: place.offset, jump: target)
        return RowNumber(result, lane)
      }
    }
    return NumberTypes.visit(place.type, LoadMaker()).map { loaded(place, $0) }
  }

  /// A number that an operand loads.
  private func loaded(_ place: ValuePlace, _ load: NumberLoad) -> NumberCode {
    NumberCode(lane: load.lane) { compiler, target in
      let row = compiler.follow(place.path, ifNil: target)
      let result = compiler.code.word()
      compiler.code.emit(.load, to: result, row, offset: place.offset, jump: target, load.operand)
      return RowNumber(result, load.lane)
    }
  }

  /// The size in bytes of a type whose values consist only of their bytes, without references. Copying the bytes of such a value copies the value. Nil
  /// for other types.
  static func plainSize(of type: any Any.Type) -> Int? {
    let size = TypeReflection.size(of: type)
    let wrapped = (type as? any OptionalReference.Type)?.wrapped ?? type
    // A value of one byte contains no reference, because an address does not fit into a byte.
    let isPlain = size == 1 || wrapped == UUIDColumn.Value.self || wrapped == DecimalColumn.Value.self
    return isPlain || NumberTypes.visit(type, LoadMaker()) != nil ? size : nil
  }

  /// The length of a stored string, in UTF-16 units.
  private mutating func length(_ value: CoreValue) -> NumberCode? {
    guard let place = stringPlace(value) else { return nil }
    return loaded(place, NumberTypes.visit(LengthColumn.self, place.type != String.self, LoadMaker()))
  }

  /// The number of all elements of a stored collection; nil for every other value.
  private mutating func storedCount(_ value: CoreValue) -> NumberCode? {
    guard let place = countedPlace(value), let load = countLoad(place) else { return nil }
    return loaded(place, load)
  }

  /// The stored collection, if the value is the number of all of its elements; nil for every other value.
  mutating func countedPlace(_ value: CoreValue) -> ValuePlace? {
    switch value.node {
    case .dynamicAggregate(.count, let collection): return place(of: collection)
    case .count(let range) where range.steps.count == 1:
      guard case .always(true) = range.filter.node else { return nil }
      return collectionPlace(range.steps[0])
    default: return nil
    }
  }

  /// Whether the number of elements of a collection is read in place. Only arrays are.
  func hasCountInPlace(_ place: ValuePlace) -> Bool {
    ArrayMemory.isTrusted && (place.type as? any StoredElements.Type)?.isArray ?? false
  }

  /// Counts the elements of a stored collection by public functions; nil if they cannot be counted.
  func count(_ place: ValuePlace) -> AddressLoader<Int>? {
    // A dictionary whose keys are not strings is excluded, because predicates see only elements whose keys are strings.
    let type = (place.type as? any OptionalReference.Type)?.wrapped ?? place.type
    if let keys = (type as? any ReadableContainer.Type)?.keyType, keys != String.self { return nil }
    // This closure is specialised. Code that is generic over the type of the values would take ten times as long.
    if place.type == [String: Any]?.self { return { $0.assumingMemoryBound(to: [String: Any]?.self).pointee?.count } }
    return place.collectionAccess?.count
  }

  /// Loads the number of elements of a stored collection; nil if it cannot be loaded.
  private func countLoad(_ place: ValuePlace) -> NumberLoad? {
    if hasCountInPlace(place) { return LoadMaker().visit(ArrayCounts.self) }
    guard let count = count(place) else { return nil }
    let operand = LoadOperand { place, word in
      guard let count = count(place) else { return .no }
      word.pointee = RowWord(Int64(count))
      return .yes
    }
    return (operand, .integers)
  }

  /// The program that calculates a number. Its answer is `no` if the number is nil. Nil for a value that programs do not calculate.
  mutating func numberProgram(_ value: CoreValue) -> (RowProgram, NumberLane)? {
    var lane: NumberLane?
    let program = program { compiler in
      guard let number = compiler.number(value) else { return 0 }
      lane = number.lane
      let missing = compiler.code.label()
      let found = number.compile(&compiler, missing)
      compiler.code.emit(.end, to: 1)
      compiler.code.place(missing)
      compiler.code.emit(.end)
      return found.register
    }
    return lane.map { (program, $0) }
  }
}

/// A number that programs calculate.
///
/// Making it compiles nothing. Otherwise a nested value would be compiled once for each level around it, to find out that a program does not calculate
/// the outermost value.
struct NumberCode {
  /// The type in which the number is calculated.
  let lane: NumberLane
  /// Compiles the number. The code jumps to the label if the number is nil.
  let compile: (inout PlanCompiler, RowLabel) -> RowNumber

  static func constant(_ word: RowWord, _ lane: NumberLane) -> NumberCode {
    NumberCode(lane: lane) { compiler, _ in RowNumber(compiler.code.word(of: word), lane) }
  }

  /// A number that is calculated from this number and another one.
  func with(
    _ other: NumberCode, _ lane: NumberLane,
    _ combine: @escaping (inout PlanCompiler, RowNumber, RowNumber, RowLabel) -> RowNumber
  ) -> NumberCode {
    NumberCode(lane: lane) { compiler, target in
      let first = compile(&compiler, target)
      let second = other.compile(&compiler, target)
      return combine(&compiler, first, second, target)
    }
  }
}

/// The type in which a program calculates a number. Programs do not calculate decimal numbers.
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
private typealias NumberLoad = (operand: LoadOperand, lane: NumberLane)

private struct LoadMaker: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> NumberLoad {
    let operand = LoadOperand { place, word in
      guard let number = Column.load(place) else { return .no }
      if Column.clamps && number == .greatest { return .undecided }
      word.pointee = RowWord(of: number)
      return .yes
    }
    return (operand, Column.Element.self == Double.self ? .doubles : .integers)
  }
}
