import PredicateBinding
import PredicateReference
import PredicateValues

/// A number of each row of a chunk.
struct NumberNode: Sendable {
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
    case magnitude(NumberNode)
    /// The first number if the condition holds, otherwise the second.
    case choose(ConditionNode, NumberNode, NumberNode)
    /// An integer as a double: the closest one, or only one that is equal. Rows without such a double are left to the reference.
    case promote(NumberNode, isExact: Bool)
    /// The result of a function for a double; NaN is nil.
    case map(NumberNode, @Sendable (Double) -> Double)
    case count(RangeNode)
    /// A hoisted number, which is the same for all elements of a row: it is calculated once per row and kept in a slot of the walk.
    case repeated(NumberNode, slot: Int)
    /// A fold over a number of each element of a range.
    case fold(NumberFoldKind, RangeNode, each: NumberNode)
  }

  let kind: Kind
  /// Whether the numbers are doubles; otherwise they are 64-bit integers.
  let isDouble: Bool

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

  /// A double that is equal, for a double and a constant; nil for a whole number that may be between two doubles.
  var equalDouble: NumberNode? {
    if isDouble { return self }
    guard case .integer(let number) = kind, let double = Double(exactly: number) else { return nil }
    return NumberNode(kind: .double(double), isDouble: true)
  }

  /// The hoisted number that it is, and its slot.
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

  var promoted: NumberNode { promoted(isExact: false) }

  /// The number as a double, the closest one or only one that is equal.
  func promoted(isExact: Bool) -> NumberNode {
    equalDouble ?? NumberNode(kind: .promote(self, isExact: isExact), isDouble: true)
  }
}

/// A value of each row of a chunk, in the form that the language's operations take. It is used only if the value has no column of numbers and no
/// matcher.
indirect enum ValueNode: Sendable {
  /// The same value for every row.
  case constant(QueryValue)
  /// A value that is stored at the end of a path; nil if a step of the path is nil.
  case stored(RowPath, ValueLoader)
  /// The object at the end of a path; nil if a step of the path is nil.
  case object(RowPath, ObjectShape)
  case number(NumberNode, NumberBox)
  /// The object that a to-one member of an object refers to.
  case toOne(ValueNode, member: String)
  /// The result of a node of the core for one or two values.
  case operation(CoreValue, ValueNode, ValueNode?)
  /// The result of a node of the core for several values: the arguments of a function, the parts of a list.
  case list(CoreValue, [ValueNode])
  /// The first value if the condition holds, otherwise the second.
  case choose(ConditionNode, ValueNode, ValueNode)
  /// The result of a node of the core for a value of each element of a range; nil if the range is nil.
  case elements(CoreValue, RangeNode, each: ValueNode)
  /// A value whose type is known only when it runs.
  case view(ViewNode)
  case failure

  /// The cost per row, in the unit of ``ConditionNode/cost``.
  var cost: Int {
    switch self {
    case .constant, .failure: 0
    case .view(let view): view.cost + 20
    case .stored(let path, let loader): loader.cost + 4 * path.steps.count
    case .object(let path, _): 40 + 4 * path.steps.count
    case .number(let number, _): number.cost + 10
    case .toOne(let base, _): base.cost + 100
    case .operation(_, let first, let second): first.cost + (second?.cost ?? 0) + 60
    case .list(_, let parts): parts.reduce(100) { $0 + $1.cost }
    case .choose(let test, let first, let second): test.cost + first.cost + second.cost
    case .elements(_, let range, let each): 200 + 2 * (range.filter.cost + each.cost)
    }
  }
}

/// The type of the values that a column of numbers holds.
enum NumberBox: Sendable {
  case integer
  case double
  case boolean
  case date
}

/// A range as the engine runs it: its elements become the rows of separate chunks.
struct RangeNode: Sendable {
  /// For each element found so far, the elements of an array.
  struct Step: Sendable {
    enum Source: Sendable {
      /// Stored arrays. The elements may be references; the rows are then the instances.
      case array(RowPath, ElementPath, areInstances: Bool)
      /// Stored sets at an offset from the row, with the stride of their places. The elements may be references; the rows are then the
      /// instances.
      case set(RowPath, Int, stride: Int, areInstances: Bool)
      /// Stored collections at an offset in bytes from the row, whose elements are copied. They may be references; the rows are then the instances.
      case copies(RowPath, Int, CopySource, areInstances: Bool)
      /// Collections that are values. The rows are their elements as values. A relationship is looked up in dictionaries, too.
      case values(ValueNode, isRelationship: Bool)
      /// Collections of unknown types. The rows are views of their elements.
      case views(ViewNode, at: SourceRange)
    }

    let variable: Int
    let source: Source
  }

  let steps: [Step]
  let filter: ConditionNode
  /// Whether visiting the elements cannot fail.
  let isTotal: Bool
  /// The number of hoisted numbers that the filter and the value of each element read.
  let numbers: Int
  /// Those of them without which the filter holds of no element, and their slots.
  let needed: [(number: NumberNode, slot: Int)]
  /// The number of the run's walk for the range.
  let identity: Int
}
