import PredicateValues

/// Comparisons of a text that encodes a value of Swift as JSON, such as a stored `[String]`. `tags CONTAINS 'a'` would find the element "banana", which
/// the same condition on an array does not. So the other side must be a text of JSON, `tags CONTAINS '"a"'`.
extension Binder {
  /// Throws if one side of a comparison is an encoded value, and the other side is not allowed beside it. Nil and texts of JSON are allowed.
  func checkEncodedValues(_ left: CoreValue, _ right: CoreValue, _ range: SourceRange) throws(PredicateIssue) {
    for (value, other) in [(left, right), (right, left)] {
      guard let name = Self.encodedName(of: value), !other.isNull, Self.encodedName(of: other) == nil else { continue }
      let constants: [QueryValue?] =
        switch other.constantValue {
        case .array(let elements), .set(let elements): elements
        case let constant: [constant]
        }
      if let wrong = constants.first(where: { !Self.isJSON($0) }) { throw .encodedValue(name, wrong, range: range) }
    }
  }

  /// Throws if ANY, ALL or NONE tests an encoded value.
  func checkNotEncoded(_ operand: Operand, _ constant: QueryExpression, range: SourceRange) throws(PredicateIssue) {
    guard case .value(let value) = operand, let name = Self.encodedName(of: value) else { return }
    var element: QueryValue?
    if case .literal(let literal) = constant.node { element = QueryValue(literal) }
    throw .encodedValue(name, element, range: range)
  }

  private static func encodedName(of value: CoreValue) -> String? {
    if case .attribute(_, let member) = value.node, member.isEncoded { member.name } else { nil }
  }

  /// Whether a constant can be a part of a text of JSON: it contains quotes or brackets, or it begins or ends with a comma.
  private static func isJSON(_ constant: QueryValue?) -> Bool {
    guard case .string(let text)? = constant else { return constant?.isNull == true }
    return text.hasPrefix(",") || text.hasSuffix(",") || text.contains { "\"[]{}".contains($0) }
  }
}

extension PredicateIssue {
  fileprivate static func encodedValue(_ name: String, _ element: QueryValue?, range: SourceRange) -> PredicateIssue {
    var hint = #"compare a text of JSON: \#(name) CONTAINS '"a"' finds the element "a""#
    if case .string(let text)? = element {
      let quoted = QueryExpression.literal(.string("\"\(text)\"")).canonicalFormat
      hint = "write \(name) CONTAINS \(text.contains { "'\\".contains($0) } ? quoted : "'\"\(text)\"'") for an element"
    }
    return .error(
      .familiesDiffer, range, "“\(name)” is stored as text that contains JSON, so a condition cannot read its elements",
      hint: hint,
      kind: .type)
  }
}
