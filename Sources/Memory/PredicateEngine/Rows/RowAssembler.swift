import PredicateValues

/// A position in a program to which instructions jump.
struct RowLabel {
  fileprivate let number: Int32
}

/// A program that is being compiled.
struct RowAssembler {
  private var instructions: [RowInstruction] = []
  /// The positions of the labels in the instructions.
  private var labels: [Int32] = []
  private var operands: [RowOperand] = []
  private var registers = RowRegisters()
  private var constants: [RowWord: Int32] = [:]
  /// What a run prefetches before the program runs for a row.
  private(set) var prefetches: [RowPrefetch] = []

  /// The position of the next instruction.
  var position: Int32 { Int32(instructions.count) }

  mutating func label() -> RowLabel {
    labels.append(0)
    return RowLabel(number: Int32(labels.count - 1))
  }

  mutating func place(_ label: RowLabel) { labels[Int(label.number)] = position }

  /// The first of `count` new registers for words.
  mutating func word(_ count: Int = 1) -> Int32 {
    registers.words += Array(repeating: RowWord(Int64(0)), count: count)
    return Int32(registers.words.count - count)
  }

  /// The register that contains a constant.
  mutating func word(of constant: RowWord) -> Int32 {
    if let known = constants[constant] { return known }
    let register = word()
    registers.words[Int(register)] = constant
    constants[constant] = register
    return register
  }

  /// The constant that a register contains; nil for every other register.
  func constant(in word: Int32) -> RowWord? {
    let constant = registers.words[Int(word)]
    return constants[constant] == word ? constant : nil
  }

  /// A new register for a value, with its initial value.
  mutating func value(_ initial: QueryValue = .null) -> Int32 {
    registers.values.append(initial)
    return Int32(registers.values.count - 1)
  }

  /// A new register for a value of unknown type.
  mutating func dynamic() -> Int32 {
    registers.dynamicCount += 1
    return Int32(registers.dynamicCount - 1)
  }

  /// A new list of values.
  mutating func list() -> Int {
    registers.listCount += 1
    return registers.listCount - 1
  }

  mutating func emit(
    _ operation: RowInstruction.Operation, to: Int32 = 0, _ a: Int32 = 0, _ b: Int32 = 0,
    offset: Int = 0, first: Int = 0,
    jump target: RowLabel? = nil, if wanted: Bool = true, _ operand: RowOperand? = nil
  ) {
    if let operand { operands.append(operand) }
    instructions.append(
      RowInstruction(
        operation: operation, wanted: wanted, to: to, a: a, b: b, target: target?.number ?? -1, offset: Int32(offset),
        first: Int32(first), operand: operand.map(Unmanaged.passUnretained)))
  }

  /// Adds memory to prefetch, if it is not on the way to other memory that is prefetched.
  mutating func prefetch(_ memory: RowPrefetch) {
    let isKnown = prefetches.contains {
      $0 == memory || memory.firstInstance == nil && $0.offsets.starts(with: memory.offsets)
    }
    if !isKnown && !memory.offsets.isEmpty { prefetches.append(memory) }
  }

  /// Changes the instruction that loads an integer into a register: it then loads the nearest double. No other instruction may read the register.
  /// Returns false if the register is not loaded from a row.
  mutating func loadsNearestDouble(into register: Int32) -> Bool {
    guard let load = instructions.lastIndex(where: { $0.operation == .loadInteger && $0.to == register }) else {
      return false
    }
    instructions[load].operation = .loadNearestDouble
    return true
  }

  mutating func jump(_ target: RowLabel) { emit(.jump, jump: target) }

  mutating func move(to: Int32, _ from: Int32) { emit(.move, to: to, from) }

  /// Emits a call of a function. The code jumps if the function returns the `wanted` answer.
  mutating func call(_ target: RowLabel, if wanted: Bool, _ function: @escaping CallOperand.Function) {
    emit(.call, jump: target, if: wanted, CallOperand(function))
  }

  /// Emits a call of a function without an answer.
  mutating func perform(_ function: @escaping @Sendable (inout RowMachine) throws(PredicateIssue) -> Void) {
    let end = label()
    call(end, if: true) { (machine) throws(PredicateIssue) in
      try function(&machine)
      return true
    }
    place(end)
  }

  /// - Parameters:
  ///   - result: The register of the result, or 0 for a condition.
  ///   - keepsObjects: Whether a run keeps the objects that its addresses point into, because client code may release them.
  func finished(_ result: Int32, keepsObjects: Bool) -> RowProgram {
    var done = instructions
    for (position, instruction) in instructions.enumerated() {
      if instruction.target >= 0 {
        let distance = labels[Int(instruction.target)] - Int32(position)
        done[position].target = distance * Int32(MemoryLayout<RowInstruction>.stride)
      }
      // `skip` has no jump, so the program continues with the next instruction.
      if instruction.operation == .keep && !keepsObjects { done[position].operation = .skip }
    }
    return RowProgram(done, operands, registers, prefetches, result: result)
  }
}
