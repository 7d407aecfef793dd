import PredicateBinding
import PredicateValues

/// One run of a dynamic plan: what it remembers from element to element. Used by one thread.
final class DynamicRun {
  let plan: DynamicPlan
  let evaluator: PlainEvaluator
  /// What the variables stand for.
  let views: UnsafeMutablePointer<DynamicView>
  /// One for each place that needs one.
  let sites: UnsafeMutablePointer<DynamicSite>
  /// The variables as the plain evaluator has them, and the visits that are left; values are filled in where it is asked.
  var frame: PlainEvaluator.Frame
  /// Whether the frame has the evaluated object already.
  private var hasObject = false

  init(_ plan: DynamicPlan, _ evaluator: PlainEvaluator) {
    self.plan = plan
    self.evaluator = evaluator
    let variableCount = max(1, plan.variableCount)
    views = .allocate(capacity: variableCount)
    sites = .allocate(capacity: plan.siteCount)
    views.initialize(repeating: .null(UnsafeRawPointer(sites)), count: variableCount)
    sites.initialize(repeating: DynamicSite(), count: plan.siteCount)
    frame = PlainEvaluator.Frame(object: .null, variableCount: variableCount, budget: 0)
  }

  deinit {
    views.deinitialize(count: max(1, plan.variableCount))
    views.deallocate()
    sites.deinitialize(count: plan.siteCount)
    sites.deallocate()
  }

  /// Whether the predicate holds of the element at an address.
  @inline(__always)
  func holds(_ element: UnsafeRawPointer) throws(PredicateIssue) -> Bool {
    views[0] = plan.root.view(element, sites)
    frame.budget = evaluator.limits.visitedElements
    hasObject = false
    return try plan.condition.holds(self)
  }

  /// Clears the bits of the elements of which the predicate does not hold.
  func narrow(
    _ elements: UnsafeRawPointer, _ count: Int, _ stride: Int, _ mask: MaskWords
  ) throws(PredicateIssue) {
    for position in 0..<count {
      if try !holds(elements + position &* stride) { mask.clear(position) }
    }
  }

  /// Fills the plain evaluator's frame with what some variables stand for.
  func fill(_ variables: [Int]) {
    for variable in variables {
      if variable > 0 {
        frame[variable] = views[variable].queryValue
      } else if !hasObject {
        hasObject = true
        frame[0] = object
      }
    }
  }

  /// The evaluated object. Of a Swift dictionary only the names that the predicate mentions are converted.
  private var object: QueryValue {
    let view = views[0]
    guard let names = plan.names, view.kind == .anyDictionary || view.kind == .valueDictionary else {
      return view.queryValue
    }
    var pairs: [(String, QueryValue)] = []
    for name in names {
      let found = name.lookUp(in: view, sites + plan.objectSite)
      if found.kind != .null { pairs.append((name.name, found.queryValue)) }
    }
    return .dictionary(QueryDictionary(pairs))
  }
}
