import PredicateBinding
import PredicateValues

/// Replaces `now()` by the date of the statement, and computes calculations of it with constants. `lentOn < now() - 30 * 86400` then compares with a
/// constant date, so that an index of the column can be used.
///
/// A part that fails is not replaced, so it fails for the row that evaluates it, as in memory. Calls with texts are not computed either, because only
/// a running statement counts their cost.
struct CurrentDate: CoreRewriter {
  /// The context whose current date applies to the whole statement.
  private let context = FunctionContext()

  mutating func rewrite(_ value: CoreValue) -> CoreValue {
    if case .call(let function, _) = value.node, function.givesCurrentDate {
      return .constant(.date(context.now), range: value.range)
    }
    let mapped = value.mapParts(&self)
    let result = Result { () throws(PredicateIssue) in try computed(mapped) }
    // A result of nil is not replaced, because a comparison cannot have nil as its constant side.
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
