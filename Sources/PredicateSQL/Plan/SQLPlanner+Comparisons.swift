import PredicateBinding
import PredicateValues

/// Comparisons of two values, with the short forms that what is known of NULL allows.
extension SQLPlanner {
  mutating func compare(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    if left.constantValue != nil, right.constantValue == nil { return try compare(comparison.reversed, right, left) }
    if let condition = try countComparison(comparison, left, right) { return condition }
    if let condition = try foldedEquality(comparison, left, right) { return condition }
    let (a, b) = try sides(comparison, left, right)
    switch comparison {
    case .equal: return .compare(.equal, a, b)
    // Where one side cannot be NULL the two are alike, and every database has an index for `=`.
    case .same: return .compare(a.mayBeNull && b.mayBeNull ? .same : .equal, a, b)
    case .less: return .compare(.less, a, b)
    case .lessOrEqual: return .compare(.lessOrEqual, a, b)
    case .greater: return .compare(.greater, a, b)
    case .greaterOrEqual: return .compare(.greaterOrEqual, a, b)
    }
  }

  mutating func negation(
    of comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression {
    if left.constantValue != nil, right.constantValue == nil {
      return try negation(of: comparison.reversed, right, left)
    }
    if let condition = try countComparison(comparison, left, right) { return condition.negated }
    if let condition = try foldedEquality(comparison, left, right) { return condition.negated }
    let (a, b) = try sides(comparison, left, right)
    let neitherIsNull = !a.mayBeNull && !b.mayBeNull
    switch comparison {
    case .equal:
      if neitherIsNull { return .compare(.notEqual, a, b) }
      if a.mayBeNull && b.mayBeNull { return SQLExpression.compare(.equal, a, b).negated }
      return .compare(.different, a, b)
    case .same: return .compare(neitherIsNull ? .notEqual : .different, a, b)
    case .less: return neitherIsNull ? .compare(.greaterOrEqual, a, b) : SQLExpression.compare(.less, a, b).negated
    case .lessOrEqual:
      return neitherIsNull ? .compare(.greater, a, b) : SQLExpression.compare(.lessOrEqual, a, b).negated
    case .greater: return neitherIsNull ? .compare(.lessOrEqual, a, b) : SQLExpression.compare(.greater, a, b).negated
    case .greaterOrEqual:
      return neitherIsNull ? .compare(.less, a, b) : SQLExpression.compare(.greaterOrEqual, a, b).negated
    }
  }

  private mutating func sides(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> (SQLExpression, SQLExpression) {
    switch comparison {
    case .equal, .same: break
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      if !dialect.ordersStringsByScalars, left.type.family == .string || left.type.family == .url {
        throw .unsupportedInSQL("An order of strings in a database that is not in UTF-8", range: left.range)
      }
    }
    return (try value(left), try value(right))
  }

  /// `name ==[c] "x"`: asked of the bytes, without making the folded string.
  private mutating func foldedEquality(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) throws(PredicateIssue) -> SQLExpression? {
    guard comparison == .equal || comparison == .same, case .fold(let subject, let options) = left.node,
      case .string? = right.constantValue
    else { return nil }
    return .strict(.equals, [try value(subject), try value(right), .integer(Int(options.rawValue))])
  }
}

extension CoreComparison {
  /// The same comparison with its sides exchanged.
  fileprivate var reversed: CoreComparison {
    switch self {
    case .equal: .equal
    case .same: .same
    case .less: .greater
    case .lessOrEqual: .greaterOrEqual
    case .greater: .less
    case .greaterOrEqual: .lessOrEqual
    }
  }
}
