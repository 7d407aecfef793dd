import PredicateBinding
import PredicateValues

/// Numbers: columns, constants, arithmetic, counts.
extension BatchCompiler {
  /// The form of a number; nil for what the batch engine does not calculate.
  mutating func number(_ value: CoreValue) -> NumberNode? {
    switch value.node {
    case .constant(.integer(let number)): return NumberNode(kind: .integer(number), isDouble: false)
    case .constant(.boolean(let truth)): return NumberNode(kind: .integer(truth ? 1 : 0), isDouble: false)
    case .constant(.double(let number)), .constant(.date(let number)):
      return NumberNode(kind: .double(number), isDouble: true)
    case .attribute, .element, .index:
      guard let place = place(of: value) else { return nil }
      return NumberTypes.visit(place.type, ColumnMaker(place: place))
    case .property(let base, let name) where name.hasSameScalars(as: StringProperty.length.rawValue):
      return length(base)
    case .call(let function, let arguments) where function.isLength && arguments.count == 1:
      return length(arguments[0])
    case .arithmetic(let op, let left, let right):
      return arithmetic(op, left, right)
    case .negate(let operand):
      guard let operand = number(operand) else { return nil }
      return NumberNode(kind: .negate(operand), isDouble: operand.isDouble)
    case .count(let range):
      return self.range(range).map { NumberNode(kind: .count($0), isDouble: false) }
    default:
      return nil
    }
  }

  /// How many UTF-16 units a string has.
  private func length(_ value: CoreValue) -> NumberNode? {
    guard let place = textPlace(value) else { return nil }
    return NumberNode(kind: .column(place.path, NumberLoader(lengthsAt: place.offset)), isDouble: false)
  }

  private mutating func arithmetic(_ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue) -> NumberNode? {
    switch op {
    case .add, .subtract, .multiply, .divide: break
    default: return nil
    }
    guard let a = number(left), let b = number(right) else { return nil }
    let isDouble = a.isDouble || b.isDouble
    return NumberNode(
      kind: isDouble ? .arithmetic(op, a.promoted, b.promoted) : .arithmetic(op, a, b), isDouble: isDouble)
  }
}

extension FunctionDefinition {
  /// Whether this is the language's own function of a string's length.
  fileprivate var isLength: Bool { !isAdded && name.hasSameScalars(as: "length:") }
}

/// Makes the loader of a column.
private struct ColumnMaker: NumberTypeVisitor {
  let place: ValuePlace

  func visit<Column: NumberColumn>(_: Column.Type) -> NumberNode {
    NumberNode(
      kind: .column(place.path, NumberLoader(Column.self, offset: place.offset)),
      isDouble: Column.Number.self == Double.self)
  }
}
