import PredicateBinding
import PredicateValues

/// Replaces `now()` by the date of the statement, and computes values of it and constants: `lentOn < now() - 30 * 86400` compares with one date, so that an
/// index on the column can be used.
///
/// A part that fails stays as it is, and fails for the row that reaches it, as in memory. Calls with texts stay, too: only a running statement counts their
/// cost.
struct CurrentDate: CoreRewriter {
  /// The current date, one for the whole statement.
  private let context = FunctionContext()

  mutating func rewrite(_ value: CoreValue) -> CoreValue {
    if case .call(let function, _) = value.node, function.givesCurrentDate {
      return .constant(.date(context.now), range: value.range)
    }
    let mapped = value.mapParts(&self)
    let result = Result { () throws(PredicateIssue) in try computed(mapped) }
    // A comparison cannot have nil as its constant side.
    guard case .success(let found?) = result, !found.withoutNaN.isNull else { return mapped }
    return .constant(found, range: value.range)
  }

  /// The value of a calculation with constants; nil for every other value.
  private func computed(_ value: CoreValue) throws(PredicateIssue) -> QueryValue? {
    switch value.node {
    case .arithmetic(let op, let left, let right):
      guard let a = left.constantValue, let b = right.constantValue else { return nil }
      return try ValueArithmetic.apply(op, a, b)
    case .negate(let operand): return try operand.constantValue.map(ValueArithmetic.negate)
    case .cast(let operand, let target):
      return try operand.constantValue.map { value throws(PredicateIssue) in try ValueCast.cast(value, to: target) }
    case .call(let function, let arguments):
      let constants = arguments.compactMap(\.constantValue)
      guard function.isPure, !function.isAdded, !arguments.isEmpty, constants.count == arguments.count,
        DateProperty.isFunction(function) || constants.allSatisfy(\.isDateOrNumber)
      else { return nil }
      return try function.call(constants, context)
    default: return nil
    }
  }
}

extension FunctionDefinition {
  /// Whether this is `now()` of the language, and not an application's function with this name.
  fileprivate var givesCurrentDate: Bool { !isAdded && name.hasSameScalars(as: "now") }
}

extension QueryValue {
  /// Whether a calculation with the value takes constant time.
  fileprivate var isDateOrNumber: Bool {
    switch self {
    case .date, .integer, .double, .decimal, .boolean: true
    default: false
    }
  }
}
