import PredicateBinding
import PredicateValues

/// One run of a dynamic plan: what it remembers from element to element. Used by one thread.
final class DynamicRun {
  let plan: DynamicPlan
  private let condition: DynamicCondition
  let root: DynamicRoot
  private let budget: Int
  /// What is looked up for many elements together, and how many names that are.
  let early: UnsafeMutablePointer<DynamicEarlyName>
  let earlyCount: Int
  let evaluator: PlainEvaluator
  /// What the variables stand for.
  let views: UnsafeMutablePointer<DynamicView>
  /// One for each place that needs one.
  let sites: UnsafeMutablePointer<DynamicSite>
  /// The variables as the plain evaluator has them, and the visits that are left; values are filled in where it is
  /// asked.
  var frame: PlainEvaluator.Frame
  /// The early names of the element in hand; nil where they were not looked up.
  var found: UnsafeMutablePointer<DynamicView>?
  /// The same for all elements of a block; made where there are enough of them.
  private var block: UnsafeMutablePointer<DynamicView>?
  /// What touching memory adds up to: it means nothing, but without it nothing would be touched.
  var touched: UInt64 = 0
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
    sites.initialize(repeating: DynamicSite(), count: plan.siteCount)
    frame = PlainEvaluator.Frame(object: .null, variableCount: variableCount, budget: 0)
  }

  deinit {
    views.deinitialize(count: max(1, plan.variableCount))
    views.deallocate()
    early.deinitialize(count: earlyCount)
    early.deallocate()
    block?.deallocate()
    sites.deinitialize(count: plan.siteCount)
    sites.deallocate()
  }

  /// Whether the predicate holds of the element at an address.
  @inline(__always)
  func holds(_ element: UnsafeRawPointer) throws(PredicateIssue) -> Bool {
    begin(element)
    return try condition.holds(self)
  }

  /// Turns to an element.
  @inline(__always)
  private func begin(_ element: UnsafeRawPointer) {
    views[0] = root.view(element, sites)
    frame.budget = budget
    hasObject = false
  }

  /// How many elements are looked into together.
  static let blockSize = 16

  /// Clears the bits of the elements of which the predicate does not hold.
  func narrow(
    _ elements: UnsafeRawPointer, _ count: Int, _ stride: Int, _ mask: MaskWords
  ) throws(PredicateIssue) {
    defer { found = nil }
    if block == nil && earlyCount > 0 && count >= Self.blockSize {
      block = .allocate(capacity: Self.blockSize * DynamicEarlyName.limit)
    }
    var first = 0
    while first < count {
      let size = min(Self.blockSize, count &- first)
      let start = elements + first &* stride
      let early = size == Self.blockSize ? block.flatMap { lookEarly(start, stride, $0) } : nil
      for position in 0..<size {
        found = early.map { $0 + position &* DynamicEarlyName.limit }
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
