import PredicateBinding
import PredicateValues

/// Values of the core as SQL.
///
/// Each type has one representation in SQL, whatever the column's storage. An object is its integer key, or the columns of another key as one value.
extension SQLPlanner {
  /// A value in the SQL representation of its type. If the type has none, the value carries its own type.
  package mutating func value(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    isNative(value) ? try native(value) : try exact(.typeless(value), range: value.range)
  }

  /// A value in the SQL representation of its type. Throws if there is none.
  package mutating func native(_ value: CoreValue) throws(PredicateIssue) -> SQLExpression {
    switch value.node {
    case .constant(let constant): return try parameter(constant, range: value.range)
    case .null: return .null
    case .attribute(let row, let member):
      if let window = try window(row, member, range: value.range) { return window }
      return try attribute(row, member, range: value.range)
    case .object(let row): return try identity(of: row, range: value.range)
    case .element(let number): return try element(number, range: value.range)
    case .arithmetic(let op, let left, let right):
      let lowering = lowering
      if let own = try lowering.arithmetic(value, in: &self) { return own }
      return try arithmetic(op, left, right, value)
    case .negate(let operand):
      let lowering = lowering
      if let own = try lowering.arithmetic(value, in: &self) { return own }
      let operand = try self.value(operand)
      return SQLExpression(.negate(operand), mayBeNull: operand.mayBeNull)
    case .fold(let operand, let options):
      return try exact(.fold(try self.value(operand), options), range: value.range)
    case .count(let range): return try count(range)
    case .aggregate(let op, let range, let element): return try aggregate(op, range, element)
    case .choose(let condition, let first, let second):
      return .choose(try self.condition(condition), try self.value(first), otherwise: try self.value(second))
    case .property(let operand, let name):
      if case .object(let entityName) = operand.type, let entity = model.entity(named: entityName) {
        return try property(name, ofObject: operand, entity, value)
      }
      return try exact(.value(value), range: value.range)
    case .index(let base, let index): return try element(of: base, at: index, value)
    case .call(let function, let arguments)
    where function.name == "coalesce:" && arguments.count > 1
      && arguments.allSatisfy { $0.type == value.type || $0.isNull }:
      let values = try arguments.map { argument throws(PredicateIssue) in try self.value(argument) }
      return SQLExpression(
        .function(.coalesce, values), type: lowering.type(of: value.type), mayBeNull: values.allSatisfy(\.mayBeNull),
        hasOwnCollation: values.contains(where: \.hasOwnCollation))
    case .call, .cast: return try exact(.value(value), range: value.range)
    case .collect, .list, .dynamicAggregate, .operatorPath: return try exact(.typeless(value), range: value.range)
    case .failure(let issue): throw issue
    }
  }

  /// A constant as a parameter. Throws if its type has no SQL representation.
  package func parameter(_ constant: QueryValue, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    switch constant {
    case .object(let object) where object.reference == nil: throw .foreignObject(range: range)
    // A decimal is bound as a double only if the two are equal, because a rounded number would compare differently.
    case .decimal(let decimal) where !lowering.hasExactForm(decimal):
      throw .unsupportedInSQL("The decimal number \(decimal), which no double holds exactly,", range: range)
    case .array, .set, .dictionary: throw .unsupportedInSQL("A collection as a value", range: range)
    default: return .parameter(constant)
    }
  }

  /// The value of a range's variable.
  package mutating func element(_ number: Int, range: SourceRange) throws(PredicateIssue) -> SQLExpression {
    guard let variable = variables[number] else { throw .notInModel("$\(number)", range: range) }
    if variable.entity != nil { return try identity(of: .variable(number), range: range) }
    return variable.element?.expression ?? .null
  }

  private mutating func arithmetic(
    _ op: BinaryOperator, _ left: CoreValue, _ right: CoreValue, _ whole: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    switch op {
    case .power, .bitwiseAnd, .bitwiseOr, .bitwiseXor, .shiftLeft, .shiftRight:
      return try exact(.value(whole), range: whole.range)
    case .union, .intersect, .minus: return .null
    case .add, .subtract, .multiply, .divide: break
    }
    let a = try value(left)
    let b = try value(right)
    let isInteger = left.type != .double && right.type != .double
    // The operands may be integers at run time: a column of doubles may store whole numbers as integers, and SQL then computes with integers.
    let mayBeIntegers = left.mayBeInteger && right.mayBeInteger
    let isReal = left.isSurelyReal || right.isSurelyReal
    switch op {
    case .add where left.type == .string:
      return SQLExpression(.binary(.concatenate, a, b), mayBeNull: a.mayBeNull || b.mayBeNull)
    case .add, .subtract:
      guard left.type == .date || right.type == .date else { fallthrough }
      // The date is cast, because a column of dates may store them as whole numbers.
      return .arithmetic(Self.operator(op), isReal ? a : .cast(a, .double), b, isInteger: false)
    default:
      // Division is cast even for trusted columns: a trusted column of doubles may store integers, and SQL divides two integers as integers.
      let isLoose = op == .divide || !isTrusted(left) || !isTrusted(right)
      let first = isLoose && !mayBeIntegers && !isReal ? .cast(a, .double) : a
      return .arithmetic(Self.operator(op), first, b, isInteger: isInteger)
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

  /// Whether a value of doubles is proven to be a double. Only a column can lack the proof.
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
