import PredicateMemory
import PredicateReference
import PredicateValues

/// A register of a row program: an integer, a double or an address.
struct RowWord: BitwiseCopyable, Hashable, Sendable {
  var integer: Int64

  @inline(__always)
  init(_ integer: Int64) { self.integer = integer }

  @inline(__always)
  init(_ double: Double) { integer = Int64(bitPattern: double.bitPattern) }

  @inline(__always)
  init(_ place: UnsafeRawPointer?) { integer = Int64(Int(bitPattern: place)) }

  @inline(__always)
  var double: Double { Double(bitPattern: UInt64(bitPattern: integer)) }

  /// The address; nil for 0.
  @inline(__always)
  var address: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: Int(truncatingIfNeeded: integer)) }

  /// The address, which must not be 0.
  @inline(__always)
  var place: UnsafeRawPointer { address.unsafelyUnwrapped }
}

/// One instruction of a row program.
///
/// Nil is no value of a register: an instruction whose result would be nil jumps to its target.
struct RowInstruction {
  enum Operation: UInt8 {
    /// Goes on at the target.
    case jump
    /// Ends the program. `to` is 1 for yes and 0 for no.
    case end
    /// Ends the program without an answer.
    case leave

    /// Jumps if a leaf test of the row at `a` has the wanted answer. The tested value is at the offset, which the test knows.
    case test
    /// Asks a leaf test, or its opposite if `isNegated`, about the elements of the array that the row at `a` has at the offset, `b` bytes apart. Jumps
    /// if the answer, whether one of them passes, is the wanted one.
    case any
    /// Compares `a` with `b`, and jumps if the answer is the wanted one.
    case equal, less, lessOrEqual
    case equalDoubles, lessDoubles, lessOrEqualDoubles

    /// Loads a number at the offset from `a`. Jumps if it is nil.
    case loadInteger, loadDouble
    case load
    case move
    /// Calculates with `a` and `b`. Jumps if the result is nil.
    case add, subtract, multiply, divide
    case addDoubles, subtractDoubles, multiplyDoubles, divideDoubles
    /// The nearest double of an integer.
    case toDouble
    /// The equal double of an integer. Leaves the row if there may be none.
    case toEqualDouble

    /// Follows the reference at the offset from `a`. Jumps if it is nil.
    case follow
    /// Keeps the instance at the address in `a` until the row ends, or the part for one element.
    case keep
    /// Does nothing, in place of `keep`.
    case skip
    /// Starts with the elements of the array whose storage is at the address in `a`, which are `b` bytes apart: `to` receives the address of the
    /// first, and the register after it the end.
    case elements
    /// Moves to the next element, whose address is in `a`, with the end in the register after it. Jumps unless there is none.
    case next
    /// As `next`, for an array of references.
    case nextInstance

    /// Runs a function of the operand. Jumps if it has the wanted answer.
    case call
  }

  var operation: Operation
  /// The answer that makes the instruction jump.
  var wanted = true
  /// Whether `any` is negated.
  var isNegated = false
  /// Registers.
  var to: Int32 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  /// A label while the program is compiled, then the distance in bytes from this instruction.
  var target: Int32 = 0
  /// A distance in bytes.
  var offset: Int32 = 0
  /// The distance of the first element from the beginning of an array's storage.
  var first: Int32 = 0
  /// The program retains it.
  var operand: Unmanaged<RowOperand>?
}

/// Loads numbers of one type. Unchecked as every operand: threads only read it.
final class LoadOperand: RowOperand, @unchecked Sendable {
  typealias Load = @Sendable (UnsafeRawPointer, UnsafeMutablePointer<RowWord>) -> RowAnswer

  /// Writes the number at an address to a register: no for nil, undecided for a number that is beyond the integers of the engine.
  let load: Load

  init(_ load: @escaping Load) { self.load = load }
}

/// A function of the registers. Unchecked as every operand: threads only read it.
final class CallOperand: RowOperand, @unchecked Sendable {
  typealias Function = @Sendable (inout RowMachine) throws(PredicateIssue) -> Bool
  let function: Function

  init(_ function: @escaping Function) { self.function = function }
}

extension RowInstruction {
  /// Where a jump from the instruction goes.
  @inline(__always)
  func destination(from place: UnsafePointer<RowInstruction>) -> UnsafePointer<RowInstruction> {
    (UnsafeRawPointer(place) + Int(target)).assumingMemoryBound(to: RowInstruction.self)
  }

  /// Calls `body` with the operand, which an instruction of its operation has.
  @inline(__always)
  func with<Operand: RowOperand, Result>(_: Operand.Type, _ body: (Operand) -> Result) -> Result {
    operand.unsafelyUnwrapped._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Operand.self)) }
  }
}

extension PredicateIssue {
  /// Ends the program of a row, which the reference then decides. It is never shown.
  static var leftToReference: PredicateIssue { .tooManyElements }
}
