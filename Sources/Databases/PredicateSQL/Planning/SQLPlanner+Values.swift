import PredicateBinding
import PredicateValues

/// Values.
///
/// Each type has one form in SQL whatever the column's storage: booleans are 0 and 1, dates seconds since 2001, UUIDs 16 bytes,
/// objects their integer key, or the box of a key that is something else.
extension SQLPlanner {
  /// A value: in its type's form where it has one, else as a box.
  package mutating func value(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    if isNative(value) { return try native(value) }
    let box = try boxed(value)
    switch value.type {
    case .boolean, .date, .data, .uuid, .url: return Self.unboxed(box)
    case .object(let entity) where !entity.isEmpty: return .function(.key, [box], mayBeNull: true)
    // The box of an integer is the integer. What is chosen from several values may be a boolean, whose box is no number.
    case .integer: return value.isComputedNumber ? box : Self.unboxed(box)
    // The box of a number or a text is the number or the text. A double among others may be a decimal number, which only a box holds.
    case .double, .string, .decimal, .any, .object, .collection, .dictionary: return box
    }
  }

  /// The value of a box, in the one form of its type.
  private static func unboxed(_ box: SQLExpression) -> SQLExpression {
    if case .function(.box, let arguments) = box.node, let value = arguments.last { return value }
    return .function(.unbox, [box], mayBeNull: box.mayBeNull)
  }

  /// A value in the form of its type.
  package mutating func native(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .constant(let constant): return try Self.parameter(constant, range: value.range)
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
    case .aggregate(let op, let range, let element): return try aggregate(op, range, element)
    case .choose(let condition, let first, let second):
      return .choose(try self.condition(condition), try self.value(first), otherwise: try self.value(second))
    case .property(let operand, let name): return try property(name, of: operand, value)
    case .call(let definition, let arguments): return try call(definition, arguments, of: value, isBoxed: false)
    case .cast(let operand, let target): return try cast(operand, to: target, isBoxed: false)
    case .index(let base, let index): return try element(of: base, at: index)
    case .collect, .list, .dynamicAggregate, .operatorPath: return try boxed(value)
    case .failure(let issue): throw issue
    }
  }

  /// A constant that has a form in SQL as a parameter.
  package static func parameter(_ constant: QueryValue, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    switch constant {
    case .object(let object) where object.reference == nil: throw .foreignObject(range: range)
    // Only where the double is the very number: a rounded one would compare otherwise.
    case .decimal(let decimal) where !hasExactForm(decimal):
      throw .unsupportedInSQL("The decimal number \(decimal), which no double holds exactly,", range: range)
    case .array, .set, .dictionary: throw .unsupportedInSQL("A collection as a value", range: range)
    default: return .parameter(constant)
    }
  }

  /// A decimal number that a double or an integer is exactly is bound as such, so that an index serves.
  package static func hasExactForm(_ decimal: QueryDecimal) -> Bool {
    decimal.wholeValue != nil || NumberOrder.compare(decimal, decimal.nearestDouble) == .equal
  }

  /// What the variable of a range stands for.
  package mutating func element(_ number: Int, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    guard let variable = variables[number] else { throw .notInModel("$\(number)", range: range) }
    if variable.entity != nil { return try identity(of: .variable(number), range: range) }
    return variable.element?.expression ?? .null
  }

  private mutating func arithmetic(
    _ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue, range: SourceRange
  ) throws(PredicateIssue) -> SQLExpression {
    let a = try value(left)
    let b = try value(right)
    let isInteger = left.type != .double && right.type != .double
    // A column of doubles may store whole numbers as integers, and SQL computes with two integers as such.
    let mayBeIntegers = left.mayBeInteger && right.mayBeInteger
    let isReal = left.isSurelyReal || right.isSurelyReal
    switch op {
    case .add where left.type == .string:
      return SQLExpression(.binary(.concatenate, a, b), mayBeNull: a.mayBeNull || b.mayBeNull)
    case .add, .subtract:
      guard left.type == .date || right.type == .date else { fallthrough }
      // A column of dates may store them as whole numbers.
      return .arithmetic(Self.operator(op), isReal ? a : .cast(a, .double), b, isInteger: false)
    case .multiply, .divide:
      // Even a trusted column of doubles may store integers, and SQL divides two integers as such.
      let isLoose = op == .divide || !isTrusted(left) || !isTrusted(right)
      let first = isLoose && !mayBeIntegers && !isReal ? .cast(a, .double) : a
      return .arithmetic(Self.operator(op), first, b, isInteger: isInteger)
    case .power: return .function(.power, [a, b], mayBeNull: true)
    case .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      return .function(.bits, [.integer(Int(op.rawValue)), a, b], mayBeNull: true)
    case .union, .intersect, .minus: return .null
    }
  }
}

extension SQLPlanner {
  private static func `operator`(_ op: BinaryOperator) -> SQLBinaryOperator {
    switch op {
    case .subtract: .subtract
    case .multiply: .multiply
    case .divide: .divide
    default: .add
    }
  }

  /// Whether a value of doubles is none of a column that nothing proves to hold doubles.
  private func isTrusted(_ value: CoreValue) -> Bool {
    switch value.node {
    case .attribute(let row, let member):
      guard value.type == .double, let attribute = try? entity(of: row).attribute(named: member.name) else {
        return true
      }
      return attribute.isTrusted
    case .negate(let operand): return isTrusted(operand)
    default: return true
    }
  }
}

extension CoreValue {
  /// Whether arithmetic makes the value, so that it is a number or nil and never a boolean.
  fileprivate var isComputedNumber: Bool {
    switch node {
    case .arithmetic, .negate: true
    default: false
    }
  }
}
