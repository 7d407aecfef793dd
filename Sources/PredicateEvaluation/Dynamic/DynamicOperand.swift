import PredicateBinding
import PredicateValues

/// A value of a dynamic predicate, made ready for running.
class DynamicOperand: @unchecked Sendable {
  /// The value, for what the run's variables stand for now. It counts until the operand is asked again.
  func view(_ run: DynamicRun) throws(PredicateIssue) -> DynamicView { .null(UnsafeRawPointer(run.sites)) }
}

/// What a variable stands for.
final class DynamicVariable: DynamicOperand, @unchecked Sendable {
  private let variable: Int

  init(_ variable: Int) { self.variable = variable }

  override func view(_ run: DynamicRun) -> DynamicView { run.views[variable] }
}

/// A constant.
final class DynamicConstant: DynamicOperand, @unchecked Sendable {
  private let address: UnsafeMutablePointer<QueryValue>

  init(_ value: QueryValue) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  deinit {
    address.deinitialize(count: 1)
    address.deallocate()
  }

  override func view(_ run: DynamicRun) -> DynamicView { DynamicView(value: address) }
}

/// A key of what a range's variable stands for.
final class DynamicKey: DynamicOperand, @unchecked Sendable {
  private let variable: Int
  private let step: DynamicStep

  init(_ variable: Int, _ step: DynamicStep) {
    self.variable = variable
    self.step = step
  }

  override func view(_ run: DynamicRun) throws(PredicateIssue) -> DynamicView {
    try step.view(of: run.views[variable], run)
  }
}

/// A key on a path from the evaluated object, which may have been looked up already.
final class DynamicObjectKey: DynamicOperand, @unchecked Sendable {
  private let base: DynamicOperand
  private let step: DynamicStep
  /// The place among the names that are looked up before.
  private let place: Int

  init(_ base: DynamicOperand, _ step: DynamicStep, place: Int) {
    self.base = base
    self.step = step
    self.place = place
  }

  override func view(_ run: DynamicRun) throws(PredicateIssue) -> DynamicView {
    if let found = run.found {
      let view = found[place]
      if view.kind != .unknown { return view }
    }
    return try step.view(of: base.view(run), run)
  }
}

/// A key of any other value.
final class DynamicMember: DynamicOperand, @unchecked Sendable {
  private let base: DynamicOperand
  private let step: DynamicStep

  init(_ base: DynamicOperand, _ step: DynamicStep) {
    self.base = base
    self.step = step
  }

  override func view(_ run: DynamicRun) throws(PredicateIssue) -> DynamicView { try step.view(of: base.view(run), run) }
}

/// How many elements a collection has.
final class DynamicCount: DynamicOperand, @unchecked Sendable {
  private let collection: DynamicOperand
  private let site: Int
  private let range: SourceRange

  init(_ collection: DynamicOperand, site: Int, range: SourceRange) {
    self.collection = collection
    self.site = site
    self.range = range
  }

  override func view(_ run: DynamicRun) throws(PredicateIssue) -> DynamicView {
    let view = try collection.view(run)
    let count: Int
    switch view.kind {
    case .null: return view
    case .array, .strings, .anys: count = ArrayMemory.count(view.address) ?? 0
    default:
      guard let elements = try run.evaluator.elements(of: view.queryValue, at: range) else {
        return .null(view.address)
      }
      count = elements.count
    }
    return run.keep(count: count, site)
  }
}

/// How many elements a range has.
final class DynamicRangeCount: DynamicOperand, @unchecked Sendable {
  private let range: DynamicRange
  private let site: Int

  init(_ range: DynamicRange, site: Int) {
    self.range = range
    self.site = site
  }

  override func view(_ run: DynamicRun) throws(PredicateIssue) -> DynamicView {
    guard let count = try range.count(run, stopsAtFirst: false) else { return .null(UnsafeRawPointer(run.sites)) }
    return run.keep(count: count, site)
  }
}

/// Everything else, by the plain evaluator.
final class DynamicPlainValue: DynamicOperand, @unchecked Sendable {
  private let value: CoreValue
  private let variables: [Int]
  private let site: Int

  init(_ value: CoreValue, _ variables: [Int], site: Int) {
    self.value = value
    self.variables = variables
    self.site = site
  }

  override func view(_ run: DynamicRun) throws(PredicateIssue) -> DynamicView {
    run.fill(variables)
    return run.keep(try run.evaluator.value(value, &run.frame), site)
  }
}

extension DynamicRun {
  /// A view of a value that a site keeps.
  @inline(__always)
  func keep(_ value: QueryValue, _ site: Int) -> DynamicView {
    sites[site].value = value
    return DynamicView(value: DynamicSite.value(sites + site))
  }

  /// A view of a count that a site keeps.
  @inline(__always)
  func keep(count: Int, _ site: Int) -> DynamicView {
    sites[site].number = Int64(count)
    return DynamicView(.integer, DynamicSite.number(sites + site))
  }

  /// A view of elements that a site keeps: the one behind the one that the elements themselves may need.
  func keepCollection(_ elements: [QueryValue], _ site: Int) -> DynamicView { keep(.array(elements), site + 1) }
}
