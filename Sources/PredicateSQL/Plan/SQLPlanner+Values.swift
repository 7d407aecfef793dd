import PredicateBinding
import PredicateValues

/// Values.
///
/// Each type has one form in SQL whatever the column's storage: booleans are 0 and 1, dates seconds since 2001, UUIDs 16 bytes,
/// objects their integer key.
extension SQLPlanner {
  mutating func value(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .constant(let constant): return .parameter(try Self.bound(constant, range: value.range))
    case .null: return .null
    case .attribute(let row, let member): return try attribute(row, member, range: value.range)
    case .object(let row): return try identity(of: row, range: value.range)
    case .element(let number): return try element(number, range: value.range)
    case .arithmetic(let op, let left, let right): return try arithmetic(op, left, right, range: value.range)
    case .negate(let operand):
      let operand = try self.value(operand)
      return SQLExpression(.negate(operand), mayBeNull: operand.mayBeNull)
    case .fold(let operand, let options):
      return .strict(.fold, [try self.value(operand), .integer(Int(options.rawValue))])
    case .count(let range): return try count(range)
    case .aggregate(let op, let range, let element): return try aggregate(op, range, element, of: value)
    case .choose(let condition, let first, let second):
      return .choose(try self.condition(condition), try self.value(first), otherwise: try self.value(second))
    case .property, .call, .cast: return try computed(value)
    case .collect: throw .unsupportedInSQL("A to-many path as a value", range: value.range)
    case .list: throw .unsupportedInSQL("A collection as a value", range: value.range)
    case .index: throw .unsupportedInSQL("An index into a collection", range: value.range)
    case .dynamicAggregate(let op, _):
      throw .unsupportedInSQL("@\(op.rawValue) of a value whose type is not declared", range: value.range)
    case .failure(let issue): throw issue
    }
  }

  /// A constant as it is bound.
  static func bound(_ constant: QueryValue, range: SourceRange) throws(PredicateIssue) -> QueryValue {
    switch constant {
    case .null, .integer, .double, .string, .data: return constant
    case .boolean(let value): return .integer(value ? 1 : 0)
    case .date(let seconds): return .double(seconds)
    case .url(let text): return .string(text)
    case .uuid(let value): return .data(value.bytes)
    case .reference(let reference): return .integer(reference.key)
    case .object(let object):
      guard let reference = object.reference else {
        throw .unsupportedInSQL("An object that is not in the database", range: range)
      }
      return .integer(reference.key)
    case .decimal(let decimal):
      if let whole = decimal.wholeValue { return .integer(whole) }
      // Only where the double is the very number: a rounded one would compare otherwise.
      let double = decimal.nearestDouble
      if NumberOrder.compare(decimal, double) == .equal { return .double(double) }
      throw .unsupportedInSQL("The decimal number \(decimal), which no double holds exactly,", range: range)
    case .array, .set, .dictionary:
      throw .unsupportedInSQL("A collection as a value", range: range)
    }
  }

  /// The value that the variable of a range over constants stands for.
  private func element(_ number: Int, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    guard let variable = variables[number], variable.entity == nil, let source = variable.source else {
      throw .unsupportedInSQL("An element of a collection whose type is not declared", range: range)
    }
    return .column(dialect.valuesColumn, of: source, mayBeNull: true)
  }

  private mutating func arithmetic(
    _ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    for side in [left, right] where side.type == .decimal || side.type == .any && !side.isNull {
      throw .unsupportedInSQL("Arithmetic with \(side.type.description)", range: side.range)
    }
    let a = try value(left)
    let b = try value(right)
    let isInteger = left.type != .double && right.type != .double
    switch op {
    case .add: return .arithmetic(.add, a, b, isInteger: isInteger)
    case .subtract: return .arithmetic(.subtract, a, b, isInteger: isInteger)
    case .multiply: return .arithmetic(.multiply, a, b, isInteger: isInteger)
    // A column of doubles may store whole numbers as integers, and two integers divide as integers.
    case .divide:
      let mayDivideAsIntegers = left.mayBeInteger && right.mayBeInteger
      let dividend = mayDivideAsIntegers || left.isSurelyReal || right.isSurelyReal ? a : .cast(a, .real)
      return .arithmetic(.divide, dividend, b, isInteger: isInteger)
    case .power: return .function(.power, [a, b], mayBeNull: true)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      return .function(.bits, [.integer(Int(op.rawValue)), a, b], mayBeNull: true)
    case .union, .intersect, .minus: throw .unsupportedInSQL("An operator on sets", range: range)
    }
  }
}

extension CoreValue {
  /// Whether the value can be an integer when it runs, whatever its type: TERNARY of an integer and a double is one of the two, and
  /// two integers divide as integers.
  fileprivate var mayBeInteger: Bool {
    guard type == .double else { return true }
    switch node {
    case .choose(_, let first, let second): return first.mayBeInteger || second.mayBeInteger
    case .negate(let operand): return operand.mayBeInteger
    case .arithmetic(let op, let left, let right): return op != .power && left.mayBeInteger && right.mayBeInteger
    case .aggregate(let op, _, let each): return op != .avg && each.mayBeInteger
    default: return false
    }
  }

  /// Whether the value is stored as a floating-point number, whatever a column does.
  fileprivate var isSurelyReal: Bool {
    if case .double? = constantValue { return true }
    return false
  }
}

extension QueryUUID {
  /// The 16 bytes.
  fileprivate var bytes: [UInt8] {
    [high, low].flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * $0)) } }
  }
}
