import PredicateBinding
import PredicateValues

/// The elements of one step or of several behind one another, for which a condition holds.
final class DynamicRange: Sendable {
  /// What stands for an element.
  private let variable: Int
  private let source: DynamicOperand
  private let site: Int
  private let place: SourceRange
  /// The step behind this one.
  private let inner: DynamicRange?
  private let isLast: Bool
  /// What is asked of the elements of the last step, where not all of them count.
  private let filter: DynamicCondition
  private let isFiltered: Bool

  init(
    _ variable: Int, _ source: DynamicOperand, site: Int, place: SourceRange, inner: DynamicRange?,
    filter: DynamicCondition?
  ) {
    self.variable = variable
    self.source = source
    self.site = site
    self.place = place
    self.inner = inner
    isLast = inner == nil
    isFiltered = filter != nil
    self.filter = filter ?? DynamicAlways(true)
  }

  /// How many elements there are, or 1 where only the first one matters; nil of a nil.
  func count(_ run: DynamicRun, stopsAtFirst: Bool) throws(PredicateIssue) -> Int? {
    guard let elements = try elements(run) else { return nil }
    var count = 0
    _ = try visit(elements, run, &count, stopsAtFirst)
    return count
  }

  /// Returns false when enough was found.
  private func visit(
    _ elements: DynamicElements, _ run: DynamicRun, _ count: inout Int, _ stopsAtFirst: Bool
  ) throws(PredicateIssue) -> Bool {
    let place = run.views + variable
    let kept = run.sites + site
    for position in 0..<elements.count {
      try run.frame.visit()
      place.pointee = elements[position, kept]
      if isLast {
        if isFiltered, try !filter.holds(run) { continue }
        count &+= 1
        if stopsAtFirst { return false }
      } else {
        guard try descend(run, &count, stopsAtFirst) else { return false }
      }
    }
    return true
  }

  /// Goes through what the next step leads to from here. Returns false when enough was found.
  @inline(never)
  private func descend(
    _ run: DynamicRun, _ count: inout Int, _ stopsAtFirst: Bool
  ) throws(PredicateIssue) -> Bool {
    guard let inner, let elements = try inner.elements(run) else { return true }
    return try inner.visit(elements, run, &count, stopsAtFirst)
  }

  /// The elements that the step leads to; nil of a nil.
  @inline(__always)
  private func elements(_ run: DynamicRun) throws(PredicateIssue) -> DynamicElements? {
    let view = try source.view(run)
    switch view.kind {
    case .array, .strings, .anys: return DynamicElements(view)
    case .null: return nil
    default: return try collected(view, run)
    }
  }

  /// The elements of a set.
  @inline(never)
  private func collected(_ view: DynamicView, _ run: DynamicRun) throws(PredicateIssue) -> DynamicElements? {
    guard let elements = try run.evaluator.rangeElements(of: view.queryValue, at: place) else { return nil }
    return DynamicElements(run.keepCollection(elements, site))
  }
}
