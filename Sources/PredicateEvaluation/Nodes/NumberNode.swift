import PredicateBinding
import PredicateSyntax
import PredicateValues

/// A number of each row of a chunk.
struct NumberNode: Sendable {
  /// How it is come by.
  indirect enum Kind: Sendable {
    case column(RowPath, NumberLoader)
    case integer(Int64)
    case double(Double)
    /// The moment of the run, in seconds since 2001.
    case moment
    case arithmetic(NumberOperation, NumberNode, NumberNode)
    /// A double to the power of another.
    case power(NumberNode, NumberNode)
    /// An operation on the bits of two integers.
    case bits(BinaryOperator, NumberNode, NumberNode)
    case negate(NumberNode)
    /// Without its sign.
    case magnitude(NumberNode)
    /// One of two, as the condition says.
    case choose(ConditionNode, NumberNode, NumberNode)
    /// An integer as a double: the closest one, or only one that is equal. Rows without such a double are left to the reference.
    case promote(NumberNode, isExact: Bool)
    /// What a function makes of a double; NaN is nil.
    case map(NumberNode, @Sendable (Double) -> Double)
    case count(RangeNode)
    /// A number from outside of the range in hand, the same for all elements of a row: calculated once a row, and kept in a slot of the walk.
    case repeated(NumberNode, slot: Int)
    /// A fold over a number of each element of a range.
    case fold(NumberFoldKind, RangeNode, each: NumberNode)
  }

  let kind: Kind
  /// Doubles, else 64-bit integers.
  let isDouble: Bool

  /// What a row costs.
  var cost: Int {
    switch kind {
    case .column(let path, _): 3 + 4 * path.steps.count
    case .integer, .double, .moment: 1
    case .power(let base, let exponent): base.cost + exponent.cost + 20
    case .bits(_, let left, let right): left.cost + right.cost + 2
    case .arithmetic(let operation, let left, let right): left.cost + right.cost + (operation == .remainder ? 20 : 2)
    case .map(let operand, _): operand.cost + 8
    case .negate(let operand), .magnitude(let operand), .promote(let operand, _): operand.cost + 1
    case .repeated: 3
    case .choose(let test, let first, let second): test.cost + first.cost + second.cost + 4
    case .count(let range): 60 + range.filter.cost * 2
    case .fold(_, let range, let each): 60 + (range.filter.cost + each.cost) * 2
    }
  }

  /// Whether calculating it cannot fail; see ``ConditionNode/isTotal``.
  var isTotal: Bool {
    switch kind {
    case .column, .integer, .double, .moment: true
    case .arithmetic(_, let left, let right), .power(let left, let right), .bits(_, let left, let right):
      left.isTotal && right.isTotal
    case .negate(let operand), .magnitude(let operand), .promote(let operand, _), .map(let operand, _),
      .repeated(let operand, _):
      operand.isTotal
    case .choose(let test, let first, let second): test.isTotal && first.isTotal && second.isTotal
    case .count(let range): range.isTotal
    case .fold(_, let range, let each): range.isTotal && each.isTotal
    }
  }

  /// A double that is equal, of a double and of a constant; nil of a whole number that may be between two doubles.
  var equalDouble: NumberNode? {
    if isDouble { return self }
    guard case .integer(let number) = kind, let double = Double(exactly: number) else { return nil }
    return NumberNode(kind: .double(double), isDouble: true)
  }

  /// The number from outside that it is, and its slot.
  var repeatedNumber: (number: NumberNode, slot: Int)? {
    switch kind {
    case .repeated(let number, let slot): (number, slot)
    case .promote(let number, _): number.repeatedNumber
    default: nil
    }
  }

  /// Whether it is a stored number as it is.
  var isStored: Bool {
    switch kind {
    case .column: true
    case .repeated(let number, _): number.isStored
    default: false
    }
  }

  /// The closest double.
  var promoted: NumberNode { promoted(isExact: false) }

  /// The same as a double, the closest one or only one that is equal.
  func promoted(isExact: Bool) -> NumberNode {
    equalDouble ?? NumberNode(kind: .promote(self, isExact: isExact), isDouble: true)
  }
}
