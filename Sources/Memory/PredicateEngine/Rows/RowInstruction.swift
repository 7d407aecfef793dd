import PredicateReference
import PredicateValues

/// A register of a row program: an integer, a double or an address.
struct RowWord: BitwiseCopyable, Hashable, Sendable {
  var integer: Int64

  @inline(__always)
  init(_ integer: Int64) { self.integer = integer }

  @inline(__always)
  init(_ double: Double) { integer = Int64(bitPattern: double.bitPattern) }

  /// The bits of an integer or a double.
  @inline(__always)
  init(of number: some ColumnNumber) { integer = unsafeBitCast(number, to: Int64.self) }

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
/// Registers do not contain nil: an instruction whose result would be nil jumps to its target.
struct RowInstruction {
  enum Operation: UInt8 {
    /// Continues at the target.
    case jump
    /// Ends the program. `to` is 1 for yes and 0 for no.
    case end

    /// Applies a leaf test to the row at `a`, and jumps if the answer is the wanted one. The test knows the offset of the tested value.
    case test
    /// Tests whether an element of an array passes a leaf test, or does not pass it if `to` is 0. The array is at the offset in the row at `a`, and its
    /// elements are `b` bytes apart. Jumps if the answer is the wanted one.
    case any
    /// Compares `a` with `b`, and jumps if the answer is the wanted one.
    case equal, less, lessOrEqual
    case equalDoubles, lessDoubles, lessOrEqualDoubles

    /// Loads a number at the offset from `a`. Jumps if it is nil.
    case loadInteger, loadDouble
    /// Loads the double that is nearest to an integer.
    case loadNearestDouble
    case load
    case move
    /// Calculates with `a` and `b`. Jumps if the result is nil.
    case add, subtract, multiply, divide
    case addDoubles, subtractDoubles, multiplyDoubles, divideDoubles
    /// Converts an integer to its nearest double.
    case toDouble
    /// Converts an integer to an equal double. If there may be none, the row is left to the reference evaluator.
    case toEqualDouble

    /// Follows the reference at the offset from `a`. Jumps if it is nil.
    case follow
    /// Keeps the instance at the address in `a` alive until the program ends for the row, or for one element.
    case keep
    /// Does nothing. It replaces `keep` if objects need not be kept.
    case skip
    /// Begins a loop over an array whose storage is at the address in `a`, and whose elements are `b` bytes apart. `to` receives the address of the
    /// first element, and the register after it the end of the elements.
    case elements
    /// Moves to the next element. Its address is in `a`, and the end is in the register after `a`. Jumps if there is an element.
    case next

    /// Calls the function of the operand. Jumps if it returns the wanted answer.
    case call
  }

  var operation: Operation
  /// The answer that makes the instruction jump.
  var wanted = true
  /// The registers of the result and of the two operands.
  var to: Int32 = 0
  var a: Int32 = 0
  var b: Int32 = 0
  /// The number of a label while the program is compiled; then the distance in bytes from this instruction to its target.
  var target: Int32 = 0
  /// A distance in bytes.
  var offset: Int32 = 0
  /// The distance in bytes from the beginning of an array's storage to the first element.
  var first: Int32 = 0
  /// The operand, which the program retains; nil if the operation has none.
  var operand: Unmanaged<RowOperand>?
}

/// The part of an instruction that depends on types. It is a class with constants, so that a call changes no reference counts.
///
/// Unchecked, because the compiler cannot check a class with subclasses. Several threads only read its constants.
class RowOperand: @unchecked Sendable {}

/// A leaf test. Unchecked like every operand: threads only read it.
final class TestOperand: RowOperand, @unchecked Sendable {
  let filter: RowFilter

  init(_ filter: RowFilter) { self.filter = filter }
}

/// Loads numbers of one type. Unchecked like every operand: threads only read it.
final class LoadOperand: RowOperand, @unchecked Sendable {
  typealias Load = @Sendable (UnsafeRawPointer, UnsafeMutablePointer<RowWord>) -> RowAnswer

  /// Writes the number at an address to a register. Returns `no` for nil, and `undecided` for a number that is beyond Int64.
  let load: Load

  init(_ load: @escaping Load) { self.load = load }
}

/// A function of the registers. Unchecked like every operand: threads only read it.
final class CallOperand: RowOperand, @unchecked Sendable {
  typealias Function = @Sendable (inout RowMachine) throws(PredicateIssue) -> Bool
  let function: Function

  init(_ function: @escaping Function) { self.function = function }
}

extension RowInstruction {
  /// The instruction to which the instruction at an address jumps.
  @inline(__always)
  func destination(from place: UnsafePointer<RowInstruction>) -> UnsafePointer<RowInstruction> {
    (UnsafeRawPointer(place) + Int(target)).assumingMemoryBound(to: RowInstruction.self)
  }

  /// Calls `body` with the operand. The instruction must have an operand of this type.
  @inline(__always)
  func with<Operand: RowOperand, Result>(_: Operand.Type, _ body: (Operand) -> Result) -> Result {
    operand.unsafelyUnwrapped._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Operand.self)) }
  }
}

extension PredicateIssue {
  /// Ends the program for a row. The reference evaluator then evaluates the row. The issue is never shown.
  static var leftToReference: PredicateIssue { .tooManyElements }
}
