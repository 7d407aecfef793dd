import PredicateBinding
import PredicateReference
import PredicateValues

extension QueryPlan: CustomStringConvertible {
  /// The plan for chunks, like EXPLAIN of a database: one condition per line, with its operands indented below it.
  ///
  /// `year > 1990 AND ANY tags == 'noir'` over structs with `var year: Int; var tags: [String]` at the offsets 16 and 24:
  ///
  /// ```
  /// and
  ///   match Int in a range: row @16
  ///   rows: exists($1 in $0.tags where equal($1?, "noir"))
  /// ```
  ///
  /// `@16` is a distance in bytes. The steps of a path are written between the distances: `row @40 instance @16`. A condition that runs row by row is
  /// printed as a condition of the core.
  var description: String {
    switch form {
    case .condition(_, let node): Self.lines(node).joined(separator: "\n")
    case .value(let bound, let number): "value\(number == nil ? "" : " by numbers"): \(bound.value)"
    }
  }

  private static func lines(_ node: ConditionNode) -> [String] {
    switch node {
    case .always(let value): ["always \(value)"]
    case .and(let parts): ["and"] + indented(parts)
    case .or(let parts): ["or"] + indented(parts)
    case .not(let part): ["not"] + indented([part])
    case .filter(let path, let filter, _): ["match \(filter.matcher.form): \(path)"]
    case .pair(let filter, let left, let right): ["pair \(filter.form()): \(left.path), \(right.path)"]
    case .byte(let place, _, let condition, _): ["once per byte: \(place.path): \(condition)"]
    case .rows(_, let condition): ["rows: \(condition)"]
    }
  }

  private static func indented(_ parts: [ConditionNode]) -> [String] { parts.flatMap(lines).map { "  " + $0 } }
}

extension RowPath: CustomStringConvertible {
  /// The steps of the path, with the distances between them: `row @40 instance @16`.
  var description: String {
    var parts = ["row"]
    for step in steps {
      switch step {
      case .reference(let offset): parts += ["@\(offset)", "instance"]
      case .optional(let offset, _): parts += ["@\(offset)", "optional"]
      case .computed(let offset, _, let request): parts += ["@\(offset)", "client code for \(request.form)"]
      case .payload(let offset, _): parts += ["@\(offset)", "payload"]
      case .element(let offset, let element):
        parts += ["@\(offset)", "element \(element.position.map(String.init) ?? "LAST")"]
      }
    }
    return (parts + ["@\(offset)"]).joined(separator: " ")
  }
}

extension LoadRequest {
  fileprivate var form: String {
    switch self {
    case .values: "values"
    case .bytes(let bytes, _): "bytes \(bytes.lowerBound)..<\(bytes.upperBound)"
    }
  }
}
