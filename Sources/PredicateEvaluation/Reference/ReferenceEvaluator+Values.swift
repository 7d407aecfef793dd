import PredicateBinding
import PredicateValues

extension ReferenceEvaluator {
  func value(_ value: CoreValue, _ frame: inout Frame) throws(PredicateIssue) -> QueryValue {
    try frame.take(1)
    switch value.node {
    case .constant(let constant):
      return constant
    case .null:
      return .null
    case .attribute(let row, _), .object(let row):
      return try apply(value, to: object(row, frame))
    case .element(let variable):
      return frame[variable]
    case .property(let operand, _), .negate(let operand), .fold(let operand, _), .cast(let operand, _),
      .dynamicAggregate(_, let operand), .operatorPath(let operand, _):
      return try apply(value, to: try self.value(operand, &frame), in: &frame)
    case .arithmetic(_, let left, let right):
      let a = try self.value(left, &frame)
      return try apply(value, to: a, try self.value(right, &frame), in: &frame)
    case .index(let base, let index):
      let container = try self.value(base, &frame)
      guard case .value(let position) = index else { return try apply(value, to: container) }
      return try apply(value, to: container, try self.value(position, &frame))
    case .call(_, let parts), .list(let parts):
      return try apply(value, to: try values(parts, &frame))
    case .choose(let test, let first, let second):
      return try holds(test, &frame) ? try self.value(first, &frame) : try self.value(second, &frame)
    case .count(let range), .aggregate(_, let range, _), .collect(let range, _):
      guard let place = totalPlace(value, range, frame) else { return try collected(value, &frame) }
      if let known = frame.memo?.totals[place] { return known }
      let total = try collected(value, &frame)
      frame.memo?.totals[place] = total
      return total
    case .failure(let issue):
      throw issue
    }
  }

  private func values(
    _ parts: [CoreValue], _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue] {
    var result: [QueryValue] = []
    result.reserveCapacity(parts.count)
    for part in parts { result.append(try value(part, &frame)) }
    for value in result { try frame.take(for: value) }
    return result
  }

  /// Where a value of all objects of an entity stands that reads nothing of the evaluated object; nil of every other value, and where nothing
  /// is remembered.
  private func totalPlace(_ value: CoreValue, _ range: CoreRange, _ frame: Frame) -> Memo.TotalPlace? {
    guard frame.memo != nil, let first = range.steps.first, case .all = first.source, !value.range.isNone,
      value.facts.variables.isEmpty
    else { return nil }
    return Memo.TotalPlace(variable: first.variable, range: value.range)
  }

  /// The forms that go through the elements of a range.
  private func collected(
    _ value: CoreValue, _ frame: inout Frame
  ) throws(PredicateIssue) -> QueryValue {
    switch value.node {
    case .count(let range):
      var count: Int64 = 0
      let exists = try forEachElement(of: range, &frame) { (_: inout Frame) throws(PredicateIssue) in
        count += 1
        return true
      }
      return exists ? .integer(count) : .null
    case .aggregate(_, let range, let each), .collect(let range, let each):
      guard let elements = try elements(of: range, each, &frame) else { return .null }
      return try apply(value, to: elements)
    default:
      return .null
    }
  }

  /// A value of each element of a range; nil when the range is nil.
  private func elements(
    of range: CoreRange, _ each: CoreValue, _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue]? {
    var result: [QueryValue] = []
    let exists = try forEachElement(of: range, &frame) { (inner: inout Frame) throws(PredicateIssue) in
      result.append(try value(each, &inner))
      return true
    }
    for value in result { try frame.take(for: value) }
    return exists ? result : nil
  }
}
