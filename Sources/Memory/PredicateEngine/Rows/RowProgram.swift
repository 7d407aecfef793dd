import PredicateReference
import PredicateValues

/// The instructions of a condition, or of a value, for one row.
///
/// Unchecked: the memory is written once, in the initialiser, and several threads read it.
final class RowProgram: @unchecked Sendable {
  /// The register of the result, or 0 for a condition.
  let result: Int32
  private let instructions: UnsafeMutablePointer<RowInstruction>
  private let count: Int
  /// The operands of the instructions, which are kept alive here.
  private let operands: [RowOperand]
  private let words: UnsafeMutablePointer<RowWord>
  private let wordCount: Int
  private let values: [QueryValue]
  private let dynamicCount: Int
  private let listCount: Int
  /// Whether all instructions are tests of the row itself. Such a program needs no registers.
  private let isOfTests: Bool

  init(
    _ instructions: [RowInstruction], _ operands: [RowOperand], words: [RowWord], values: [QueryValue],
    dynamicCount: Int, listCount: Int, result: Int32
  ) {
    self.result = result
    self.instructions = .allocate(capacity: instructions.count)
    self.instructions.initialize(from: instructions, count: instructions.count)
    count = instructions.count
    self.operands = operands
    self.words = .allocate(capacity: words.count)
    self.words.initialize(from: words, count: words.count)
    wordCount = words.count
    self.values = values
    self.dynamicCount = dynamicCount
    self.listCount = listCount
    isOfTests = instructions.allSatisfy {
      $0.operation == .jump || $0.operation == .end || ($0.operation == .test && $0.a == 0)
    }
  }

  deinit {
    instructions.deallocate()
    words.deallocate()
  }

  /// The answer of a program that only tests the row itself; nil for every other program. For one row and two tests this takes 31 ns, and 76 ns with
  /// a machine.
  @inline(__always)
  func answerOfTests(for row: UnsafeRawPointer) -> Bool? {
    guard isOfTests else { return nil }
    var next = UnsafePointer(instructions)
    while true {
      let step = next
      next += 1
      switch step.pointee.operation {
      case .end: return step.pointee.to == 1
      case .test where step.pointee.with(TestOperand.self, { $0.passes(row) }) != step.pointee.wanted: break
      default: next = step.pointee.destination(from: step)
      }
    }
  }

  /// Calls `body` with a machine whose registers have their initial values.
  @inline(__always)
  func withMachine<Result>(
    _ context: RunContext, members: MemberTable? = nil, _ body: (inout RowMachine) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: RowWord.self, capacity: wordCount) { registers in
      let registers = registers.baseAddress.unsafelyUnwrapped
      registers.initialize(from: words, count: wordCount)
      if !values.isEmpty || dynamicCount > 0 { return withValues(registers, context, members, body) }
      var machine = RowMachine(
        instructions, registers, Self.none(), Self.none(), lists: listCount, context, members)
      return body(&machine)
    }
  }

  /// An address for an empty set of registers.
  @inline(__always)
  private static func none<Value>() -> UnsafeMutablePointer<Value> {
    UnsafeMutablePointer(bitPattern: MemoryLayout<Value>.alignment).unsafelyUnwrapped
  }

  @inline(never)
  private func withValues<Result>(
    _ registers: UnsafeMutablePointer<RowWord>, _ context: RunContext, _ members: MemberTable?,
    _ body: (inout RowMachine) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: QueryValue.self, capacity: values.count) { found in
      _ = found.initialize(from: values)
      defer { found.deinitialize() }
      return withUnsafeTemporaryAllocation(of: DynamicValue?.self, capacity: dynamicCount) { dynamics in
        dynamics.initialize(repeating: nil)
        defer { dynamics.deinitialize() }
        var machine = RowMachine(
          instructions, registers, found.baseAddress ?? Self.none(), dynamics.baseAddress ?? Self.none(),
          lists: listCount, context, members)
        return body(&machine)
      }
    }
  }
}

extension RowProgram: CustomStringConvertible {
  /// The names of the instructions: `test test end end`.
  var description: String { (0..<count).map { "\(instructions[$0].operation)" }.joined(separator: " ") }
}

/// The values that all programs of a run share.
final class RunContext: Sendable {
  let evaluator: ReferenceEvaluator
  let visitedElements: Int
  /// The date of the run, in seconds since the reference date.
  let now: Double

  init(_ evaluator: ReferenceEvaluator) {
    self.evaluator = evaluator
    visitedElements = evaluator.limits.visitedElements
    now = evaluator.context.now
  }
}
