import PredicateBinding
import PredicateValues

extension PlainEvaluator {
  /// Binds the range's variables to each element for which its filter holds, and calls `body`, until that returns false.
  ///
  /// Returns false when the range is nil: when its first step starts from nothing.
  func forEachElement(
    of range: CoreRange, _ frame: inout Frame,
    _ body: (inout Frame) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) -> Bool {
    guard let first = range.steps.first else { return true }
    guard let elements = try elements(of: first.source, &frame) else { return false }
    _ = try visit(elements, step: 0, of: range, &frame, body)
    return true
  }

  /// Returns false when `body` wants no more.
  private func visit(
    _ elements: [QueryValue], step: Int, of range: CoreRange, _ frame: inout Frame,
    _ body: (inout Frame) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) -> Bool {
    for element in elements {
      try frame.visit()
      frame[range.steps[step].variable] = element
      if step + 1 < range.steps.count {
        let inner = try self.elements(of: range.steps[step + 1].source, &frame) ?? []
        guard try visit(inner, step: step + 1, of: range, &frame, body) else { return false }
      } else if try holds(range.filter, &frame) {
        guard try body(&frame) else { return false }
      }
    }
    return true
  }

  /// The elements that a step leads to; nil when it starts from nothing.
  private func elements(
    of source: CoreRange.Step.Source, _ frame: inout Frame
  ) throws(PredicateIssue) -> [QueryValue]? {
    switch source {
    case .relationship(let row, let member, _):
      let object = self.object(row, frame)
      if object.isNull { return nil }
      return try self.elements(of: property(member.name, of: object, range: .none), at: .none)
    case .elements(let value):
      return try self.elements(of: try self.value(value, &frame), at: value.range)
    }
  }

  /// The elements of a collection value: a dictionary's are its values, nil has none to give.
  func elements(of value: QueryValue, at range: SourceRange) throws(PredicateIssue) -> [QueryValue]? {
    switch value {
    case .null: return nil
    case .array(let elements), .set(let elements): return elements
    case .dictionary(let dictionary): return dictionary.values
    default: throw .collectionExpected(value, range: range)
    }
  }
}
