import PredicateBinding
import PredicateValues

/// One run of a dynamic plan: what it remembers from element to element. Used by one thread.
final class DynamicRun {
  let plan: DynamicPlan
  private let condition: DynamicCondition
  let root: DynamicRoot
  private let budget: Int
  /// What is looked up for many elements together.
  private let early: UnsafeMutablePointer<DynamicEarlyName>
  private let earlyCount: Int
  let evaluator: PlainEvaluator
  /// What the variables stand for.
  let views: UnsafeMutablePointer<DynamicView>
  /// One for each place that needs one.
  let sites: UnsafeMutablePointer<DynamicSite>
  /// The shapes that the sites remember.
  private let shapes: UnsafeMutablePointer<KnownShape>
  /// The variables as the plain evaluator has them, and the visits that are left; values are filled in where it is
  /// asked.
  var frame: PlainEvaluator.Frame
  /// The early names of the element in hand; nil where they were not looked up.
  var found: UnsafeMutablePointer<DynamicView>?
  /// Looks into many elements together; made where there are enough of them.
  private var lookahead: DynamicLookahead?
  /// How many objects were turned to, the one in hand among them.
  private(set) var objectNumber = 0
  /// Whether the frame has the evaluated object already.
  private var hasObject = false

  init(_ plan: DynamicPlan, _ evaluator: PlainEvaluator) {
    self.plan = plan
    self.evaluator = evaluator
    condition = plan.condition
    root = plan.root
    budget = evaluator.limits.visitedElements
    earlyCount = plan.early.count
    early = .allocate(capacity: max(1, earlyCount))
    for (place, name) in plan.early.enumerated() { (early + place).initialize(to: name) }
    let variableCount = max(1, plan.variableCount)
    views = .allocate(capacity: variableCount)
    sites = .allocate(capacity: plan.siteCount)
    views.initialize(repeating: .null(UnsafeRawPointer(sites)), count: variableCount)
    shapes = .allocate(capacity: plan.siteCount * KnownShape.count)
    shapes.initialize(repeating: KnownShape(), count: plan.siteCount * KnownShape.count)
    for site in 0..<plan.siteCount {
      (sites + site).initialize(to: DynamicSite(shapes + site * KnownShape.count))
    }
    frame = PlainEvaluator.Frame(object: .null, variableCount: variableCount, budget: 0)
  }

  deinit {
    views.deinitialize(count: max(1, plan.variableCount))
    views.deallocate()
    early.deinitialize(count: earlyCount)
    early.deallocate()
    lookahead?.deallocate()
    sites.deinitialize(count: plan.siteCount)
    sites.deallocate()
    shapes.deinitialize(count: plan.siteCount * KnownShape.count)
    shapes.deallocate()
  }

  /// Whether the predicate holds of the element at an address.
  @inline(__always)
  func holds(_ element: UnsafeRawPointer) throws(PredicateIssue) -> Bool {
    begin(element)
    return try condition.holds(self)
  }

  /// What the plan's value is of the element at an address.
  func value(_ element: UnsafeRawPointer) throws(PredicateIssue) -> QueryValue {
    begin(element)
    return try plan.value?.view(self).queryValue ?? .null
  }

  /// Turns to an element.
  @inline(__always)
  private func begin(_ element: UnsafeRawPointer) {
    views[0] = root.view(element, sites)
    objectNumber &+= 1
    frame.budget = budget
    hasObject = false
  }

  /// Clears the bits of the elements of which the predicate does not hold.
  func narrow(
    _ elements: UnsafeRawPointer, _ count: Int, _ stride: Int, _ mask: MaskWords
  ) throws(PredicateIssue) {
    defer { found = nil }
    if lookahead == nil && count >= DynamicLookahead.smallest {
      lookahead = DynamicLookahead(root, early, earlyCount, sites)
    }
    var first = 0
    while first < count {
      let size = min(DynamicLookahead.size, count &- first)
      let start = elements + first &* stride
      lookahead?.look(into: start, stride, size, of: count &- first)
      for position in 0..<size {
        found = lookahead?.row(position)
        if try !holds(start + position &* stride) { mask.clear(first &+ position) }
      }
      first &+= size
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
    guard let names = plan.names, view.kind.isSwiftDictionary else {
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
