extension ValueArithmetic {
  /// The elements of a collection or the values of a dictionary; throws kind `type` for anything else.
  static func members(
    _ value: QueryValue, _ operator: BinaryOperator
  ) throws(PredicateIssue) -> [QueryValue] {
    switch value {
    case .array(let elements), .set(let elements): return elements
    case .dictionary(let dictionary): return dictionary.values
    default: throw .collectionExpected(by: `operator`, found: value.typeDescription)
    }
  }

  /// The distinct elements of a union, an intersection or a difference, those of the left side first. Linear.
  static func combine(_ operator: BinaryOperator, _ left: [QueryValue], _ right: [QueryValue]) -> [QueryValue] {
    if `operator` == .union { return (left + right).distinctValues() }
    let others = Set(right.map(ValueKey.init))
    return left.distinctValues().filter { others.contains(ValueKey($0)) == (`operator` == .intersect) }
  }
}
