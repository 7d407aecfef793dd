import PredicateValues

/// A variable of a stored rule, encoded as `{"name": "user", "value": "\"Ada\""}`. The value is a constant of the language.
struct StoredVariable: Codable {
  let name: String
  let value: QueryValue
  /// Whether the value is a list of the two bounds of a range.
  let isRange: Bool

  private enum Key: String, CodingKey, CaseIterable {
    case name, value
    case isRange = "range"
  }

}

extension StoredVariable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(knowingOnly: Key.self)
    name = try container.decode(String.self, forKey: .name)
    let expression = try container.decode(QueryExpression.self, forKey: .value)
    // Calls are not evaluated, because their steps would not be counted.
    guard let constant = expression.constant else {
      throw container.fault(.value, "expected a constant, found \(expression.canonicalFormat)")
    }
    value = constant
    isRange = try container.decodeIfPresent(Bool.self, forKey: .isRange) ?? false
    if isRange, case .array(let bounds) = value, bounds.count == 2 { return }
    if isRange {
      throw container.fault(.value, "expected a list of two values, the bounds of a range")
    }
  }

  func encode(to encoder: any Encoder) throws {
    guard value.isConstant, let argument = QueryArgument(value) else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: encoder.codingPath,
          debugDescription:
            "$\(name) cannot be stored, because its value is an object in memory that another process cannot read"))
    }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    try container.encode(argument.expression(), forKey: .value)
    if isRange { try container.encode(true, forKey: .isRange) }
  }
}

extension QueryValue {
  /// Whether another process can read the value, because it contains neither an object with properties nor an instance of a class.
  fileprivate var isConstant: Bool {
    switch self {
    case .object: false
    case .reference(let reference): !reference.isOfInstance
    case .array(let elements), .set(let elements): elements.allSatisfy(\.isConstant)
    case .dictionary(let dictionary): dictionary.values.allSatisfy(\.isConstant)
    default: true
    }
  }
}

extension QueryExpression {
  /// The value of an expression that is a constant, as ``QueryArgument`` writes it: a literal, a list, a set, a dictionary. Nil for an expression
  /// that must be evaluated.
  fileprivate var constant: QueryValue? {
    switch node {
    case .literal(let literal): QueryValue(literal)
    case .aggregate(let elements): Self.constants(elements).map { .array($0) }
    case .cast(let operand, let type): operand.constant(castTo: type)
    default: nil
    }
  }

  private func constant(castTo type: QueryExpression) -> QueryValue? {
    guard case .literal(.string(let name)) = type.node, case .aggregate(let elements) = node,
      let values = Self.constants(elements)
    else { return nil }
    if name.hasSameScalars(as: CastTarget.set.name) { return .set(values.distinctValues()) }
    guard name.hasSameScalars(as: CastTarget.dictionary.name), values.count.isMultiple(of: 2) else { return nil }
    var pairs: [(String, QueryValue)] = []
    for position in stride(from: 0, to: values.count, by: 2) {
      guard case .string(let key) = values[position] else { return nil }
      pairs.append((key, values[position + 1]))
    }
    return .dictionary(QueryDictionary(pairs))
  }

  private static func constants(_ expressions: [QueryExpression]) -> [QueryValue]? {
    let values = expressions.compactMap(\.constant)
    return values.count == expressions.count ? values : nil
  }
}
