import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// A bound predicate, or a bound value, with everything that running it over elements of one type needs. Immutable, so that many runs share
/// it.
struct QueryPlan: Sendable {
  /// The condition or value that is evaluated for an element.
  enum Question: Sendable {
    case predicate(BoundPredicate)
    case value(BoundExpression)
  }

  /// The node that answers the question. It is stored separately, so that a run that decides all elements copies nothing of the question.
  enum Answer: Sendable {
    case condition(ConditionNode)
    case value(ValueNode)
  }

  let question: Question
  let answer: Answer
  let reader: ValueReader
  /// From one element to the next.
  let stride: Int
  var limits: PredicateLimits
  /// How elements whose types are known only when it runs become views; nil for every other element.
  let views: ViewSource?
  let areInstances: Bool
  /// The counts of the numbered parts; a run has a slot for each part.
  let counts: PlanCounts
  /// The members of loaded rows that it reads, as paths of names.
  let members: [[String]]
  /// The memory that copies of elements touch.
  let references: ElementReferences
  /// Whether a run retains the objects that it reads in place, because it also calls client code, which may release them.
  let pinsObjects: Bool
  /// Whether a run that is used again needs another moment for `now()`.
  let needsMoment: Bool
  /// Where the properties of dates of unknown type are read.
  let timeZone: QueryTimeZone
  /// Decides the condition on one element without a run, or nil.
  let rowProgram: RowProgram?

  init(_ bound: BoundPredicate, over rows: PlanRows, limits: PredicateLimits) {
    self.init(.predicate(bound), .condition(bound.condition), bound.variableCount, bound.timeZone, rows, limits) {
      .condition($0.node(bound.condition))
    }
  }

  init(_ bound: BoundExpression, over rows: PlanRows, limits: PredicateLimits) {
    self.init(.value(bound), .value(bound.value), bound.variableCount, bound.timeZone, rows, limits) {
      .value($0.value(bound.value))
    }
  }

  private init(
    _ question: Question, _ part: CorePart, _ variableCount: Int, _ timeZone: QueryTimeZone, _ rows: PlanRows,
    _ limits: PredicateLimits, _ answer: (inout PlanCompiler) -> Answer
  ) {
    var compiler = PlanCompiler(root: rows.kind, variableCount: variableCount, limits: limits)
    self.question = question
    self.answer = answer(&compiler)
    reader = rows.reader
    stride = rows.stride
    self.limits = limits
    references =
      if case .object(let shape) = rows.kind, !shape.isClass { ElementReferences.of(shape).besides(part) } else {
        ElementReferences(rows.type)
      }
    // Without in-place reads a run reads only copies and the caller's own structs.
    pinsObjects = InPlaceReads.areOn && compiler.runsClientCode
    needsMoment = !part.isPure
    self.timeZone = timeZone
    areInstances = rows.kind.isInstance
    counts = compiler.counts
    members = compiler.members.map(\.path)
    rowProgram =
      if case .condition(let node) = self.answer, !compiler.isDynamic { node.rowProgram() } else { nil }
    views = if case .view = rows.kind { ViewSource(rows.type, reader, CoreNames(of: part)) } else { nil }
  }

  /// Whether the condition holds of the element at an address; nil if a run is needed.
  func answer(_ element: UnsafeRawPointer) -> Bool? {
    guard let rowProgram else { return nil }
    var row = RowCursor(
      areInstances ? element.load(as: UnsafeRawPointer.self) : element, budget: limits.visitedElements)
    return rowProgram(&row)
  }

  /// The number of rows in the columns of a run. Dictionaries use much memory, which should stay in the second-level cache.
  var capacity: Int { views == nil ? RowMask.chunkSize : 256 }

  /// Whether running the plan cannot fail, except by visiting too many elements.
  var isTotal: Bool {
    if case .condition(let node) = answer { node.isTotal } else { false }
  }
}

/// The rows of a plan: elements of a collection, or rows whose members a loader supplies.
struct PlanRows {
  let kind: PlanCompiler.VariableKind
  let reader: ValueReader
  let type: any Any.Type
  let stride: Int

  private init<Row>(_ kind: PlanCompiler.VariableKind, _ reader: ValueReader, _ type: Row.Type) {
    self.kind = kind
    self.reader = reader
    self.type = type
    stride = MemoryLayout<Row>.stride
  }

  /// Elements that were bound as a root, with their reader.
  init<Element>(of type: Element.Type, _ root: RootType, _ reader: ValueReader) {
    switch (root, reader.kind) {
    case (.entity, .toOne(let object)): self.init(.object(object.shape), reader, type)
    case (.value, _): self.init(.value(type, reader), reader, type)
    default: self.init(.view, reader, type)
    }
  }

  /// Rows whose members a loader supplies. Their memory holds their numbers.
  static var loaded: PlanRows { PlanRows(.loaded, ValueReaders.scalar(QueryValue.self), Int.self) }
}
