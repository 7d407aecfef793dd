import CPrefetch
import PredicateMemory
import PredicateReference
import PredicateValues

/// The registers of a program, with their values before the first instruction.
struct RowRegisters {
  var words: [RowWord] = []
  var values: [QueryValue] = []
  var dynamicCount = 0
  var listCount = 0
}

/// Memory outside a row that a program reads: instances, and the storage of arrays. Without prefetching, the program waits for the memory of each row.
struct RowPrefetch: Equatable {
  /// The offsets of the references from the row to the memory.
  let offsets: [Int]
  /// The distance from the beginning of the array's storage to its first element; nil if the memory is not an array of instances.
  var firstInstance: Int?

  /// The memory after some of the references; nil if one of them is nil.
  @inline(__always)
  func memory(of row: UnsafeRawPointer, after references: Int) -> UnsafeRawPointer? {
    var memory = row
    for index in 0..<references {
      guard let next = memory.load(fromByteOffset: offsets[index], as: UnsafeRawPointer?.self) else { return nil }
      memory = next
    }
    return memory
  }

  /// Prefetches the instances in an array's storage, which must be in the cache already.
  @inline(__always)
  func prefetchInstances(in storage: UnsafeRawPointer, from first: Int) {
    for index in 0..<min(ArrayMemory.count(inStorage: storage), 8) {
      c_prefetch(storage.load(fromByteOffset: first + index * 8, as: UnsafeRawPointer?.self) ?? storage)
    }
  }
}

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
  private let registers: RowRegisters
  /// What a run prefetches before the program runs for a row.
  let prefetches: [RowPrefetch]
  /// Whether all instructions are tests of the row itself. Such a program needs no registers.
  private let isOfTests: Bool

  init(
    _ instructions: [RowInstruction], _ operands: [RowOperand], _ registers: RowRegisters,
    _ prefetches: [RowPrefetch], result: Int32
  ) {
    self.result = result
    self.prefetches = prefetches
    self.instructions = .allocate(capacity: instructions.count)
    self.instructions.initialize(from: instructions, count: instructions.count)
    count = instructions.count
    self.operands = operands
    self.registers = registers
    words = .allocate(capacity: registers.words.count)
    words.initialize(from: registers.words, count: registers.words.count)
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
      case .test where step.pointee.with(TestOperand.self, { $0.filter.passes(row) }) != step.pointee.wanted: break
      default: next = step.pointee.destination(from: step)
      }
    }
  }

  /// Calls `body` with a machine whose registers have their initial values.
  @inline(__always)
  func withMachine<Result>(
    _ context: RunContext, members: MemberTable? = nil, _ body: (inout RowMachine) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: RowWord.self, capacity: registers.words.count) { found in
      let found = found.baseAddress.unsafelyUnwrapped
      found.initialize(from: words, count: registers.words.count)
      return withUnsafeTemporaryAllocation(of: QueryValue.self, capacity: registers.values.count) { values in
        _ = values.initialize(from: registers.values)
        defer { values.deinitialize() }
        return withUnsafeTemporaryAllocation(of: DynamicValue?.self, capacity: registers.dynamicCount) { dynamics in
          dynamics.initialize(repeating: nil)
          defer { dynamics.deinitialize() }
          var machine = RowMachine(instructions, found, values, dynamics, lists: registers.listCount, context, members)
          return body(&machine)
        }
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
