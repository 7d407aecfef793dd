import PredicateBinding
import PredicateValues

/// The elements of one step or of several behind one another, for which a condition holds.
final class DynamicRange: Sendable {
  /// One step.
  struct Step: Sendable {
    let variable: Int
    let source: DynamicOperand
    let site: Int
    let range: SourceRange
  }

  private let steps: [Step]
  /// Nil where every element counts.
  private let filter: DynamicCondition?

  init(_ steps: [Step], filter: DynamicCondition?) {
    self.steps = steps
    self.filter = filter
  }

  /// How many elements there are, or 1 where only the first one matters; nil of a nil.
  func count(_ run: DynamicRun, stopsAtFirst: Bool) throws(PredicateIssue) -> Int? {
    guard let step = steps.first else { return 0 }
    guard let elements = try elements(of: step, run) else { return nil }
    var count = 0
    _ = try visit(elements, 0, run, &count, stopsAtFirst)
    return count
  }

  /// Returns false when enough was found.
  private func visit(
    _ elements: DynamicElements, _ depth: Int, _ run: DynamicRun, _ count: inout Int, _ stopsAtFirst: Bool
  ) throws(PredicateIssue) -> Bool {
    let variable = steps[depth].variable
    let isLast = depth + 1 == steps.count
    let place = run.views + variable
    return try elements.forEach(run.sites + steps[depth].site) { (element: DynamicView) throws(PredicateIssue) -> Bool in
      try run.frame.visit()
      place.pointee = element
      if !isLast {
        guard let inner = try self.elements(of: steps[depth + 1], run) else { return true }
        return try visit(inner, depth + 1, run, &count, stopsAtFirst)
      }
      if let filter, try !filter.holds(run) { return true }
      count += 1
      return !stopsAtFirst
    }
  }

  /// The elements that a step leads to; nil of a nil.
  @inline(__always)
  private func elements(of step: Step, _ run: DynamicRun) throws(PredicateIssue) -> DynamicElements? {
    let view = try step.source.view(run)
    switch view.kind {
    case .array, .strings, .anys: return DynamicElements(view)
    case .null: return nil
    default: return try collected(view, step, run)
    }
  }

  /// The elements of a set or of a dictionary.
  @inline(never)
  private func collected(
    _ view: DynamicView, _ step: Step, _ run: DynamicRun
  ) throws(PredicateIssue) -> DynamicElements? {
    guard let elements = try run.evaluator.elements(of: view.queryValue, at: step.range) else { return nil }
    return DynamicElements(run.keep(.array(elements), step.site))
  }
}
