import PredicateBinding
import PredicateValues

/// A bound predicate, or a bound value, with everything that running it over elements of one type needs. Immutable, so that many runs share
/// it.
struct QueryPlan: Sendable {
  /// What is asked of an element.
  enum Question: Sendable {
    case condition(BoundPredicate, ConditionNode)
    case value(BoundExpression, ValueNode)
  }

  let question: Question
  /// Reads an element.
  let reader: ValueReader
  /// From one element to the next.
  let stride: Int
  var limits: PredicateLimits
  /// How elements whose types are known only when it runs become views; nil for every other element.
  let views: ViewSource?
  /// Whether the elements are references.
  let areInstances: Bool
  let variableCount: Int
  /// How many conditions on a byte it has.
  let identities: Int
  /// How many questions whether a value is in a collection it has.
  let memberships: Int
  /// How many ranges it walks through.
  let walks: Int
  /// How many paths over values of unknown types it has.
  let siteCount: Int
  /// What copies of elements touch.
  let references: ElementReferences
  /// Whether a run that is used again needs another moment for `now()`.
  let needsMoment: Bool
  /// Where the properties of dates of unknown type are read.
  let timeZone: QueryTimeZone
  /// The condition, where it is decided of one element without a run.
  private let ofRow: ConditionNode?

  /// The plan of a predicate.
  init(_ bound: BoundPredicate, reader: ValueReader, element: any Any.Type, stride: Int, limits: PredicateLimits) {
    let root = Self.root(bound.root, reader, element)
    self.init(
      root, bound.variableCount, reader, element, stride, limits,
      ElementReferences(element, root, readBy: bound.condition), CoreNames(of: bound.condition),
      needsMoment: !CorePart.condition(bound.condition).isPure, timeZone: bound.timeZone
    ) { .condition(bound, $0.node(bound.condition)) }
  }

  /// The plan of a value.
  init(
    _ bound: BoundExpression, reader: ValueReader, element: any Any.Type, stride: Int, limits: PredicateLimits
  ) {
    self.init(
      Self.root(bound.root, reader, element), bound.variableCount, reader, element, stride, limits,
      ElementReferences(element, nil, readBy: CoreCondition(.always(true), range: .none)),
      CoreNames(of: bound.value), needsMoment: !CorePart.value(bound.value).isPure, timeZone: bound.timeZone
    ) { .value(bound, $0.value(bound.value)) }
  }

  /// The plan of a predicate about rows of which a loader gives the members.
  ///
  /// - Parameter members: Gets the members that it reads, as paths of names.
  init(loaded bound: BoundPredicate, limits: PredicateLimits, members: inout [[String]]) {
    self.init(
      .loaded, bound.variableCount, ValueReaders.scalar(QueryValue.self), QueryValue.self, MemoryLayout<Int>.stride,
      limits,
      ElementReferences(QueryValue.self, nil, readBy: bound.condition), CoreNames(of: bound.condition),
      needsMoment: !CorePart.condition(bound.condition).isPure, timeZone: bound.timeZone
    ) { compiler in
      let node = compiler.node(bound.condition)
      members = compiler.members.map(\.path)
      return .condition(bound, node)
    }
  }

  private init(
    _ root: PlanCompiler.VariableKind, _ variableCount: Int, _ reader: ValueReader, _ element: any Any.Type,
    _ stride: Int, _ limits: PredicateLimits, _ references: ElementReferences,
    _ names: CoreNames, needsMoment: Bool, timeZone: QueryTimeZone, _ question: (inout PlanCompiler) -> Question
  ) {
    var compiler = PlanCompiler(root: root, variableCount: variableCount, limits: limits)
    self.question = question(&compiler)
    self.reader = reader
    self.stride = stride
    self.limits = limits
    self.references = references
    self.needsMoment = needsMoment
    self.timeZone = timeZone
    self.variableCount = compiler.variableCount
    areInstances = root.isInstance
    identities = compiler.identities
    memberships = compiler.memberships
    walks = compiler.walks
    siteCount = compiler.siteCount
    ofRow =
      if case .condition(_, let node) = self.question, node.isOfRow(), !compiler.isDynamic { node } else { nil }
    views = if case .view = root { ViewSource(element, reader, names) } else { nil }
  }

  /// Whether the condition holds of the element at an address; nil where a run has to be asked.
  func answer(_ element: UnsafeRawPointer) -> Bool? {
    guard let ofRow else { return nil }
    var rows = RowElement(
      row: areInstances ? element.load(as: UnsafeRawPointer.self) : element, budget: limits.visitedElements)
    return ofRow.holds(of: &rows)
  }

  private static func root(
    _ root: RootType, _ reader: ValueReader, _ element: any Any.Type
  ) -> PlanCompiler.VariableKind {
    switch (root, reader.kind) {
    case (.entity, .toOne(let type)): .object(type.shape)
    case (.value, _): .value(element, reader)
    default: .view
    }
  }

  /// How many rows the columns of a run hold. Dictionaries bring much memory along, which should stay in the second cache.
  var capacity: Int { views == nil ? RowMask.chunkSize : 256 }

  /// Whether asking it cannot fail, apart from visiting more elements than it may.
  var isTotal: Bool {
    if case .condition(_, let node) = question { node.isTotal } else { false }
  }
}
