import PredicateBinding
import PredicateMemory
import PredicateReference

/// A compiled predicate or expression. A predicate is compiled for chunks and for single rows.
struct QueryPlan: Sendable {
  enum Form: Sendable {
    /// A condition, for chunks.
    case condition(BoundPredicate, ConditionNode)
    /// A value. If its order is the order of a number, also the program that calculates this number.
    case value(BoundExpression, (RowProgram, NumberLane)?)
  }

  let form: Form
  let reader: ValueReader
  /// The distance in bytes from one row to the next.
  let stride: Int
  let limits: PredicateLimits
  /// Whether the rows are references to instances.
  let areInstances: Bool
  /// The number of conditions on one byte.
  let byteCount: Int
  /// The members that the loader of loaded rows must supply.
  let members: [[String]]
  /// Whether a run keeps the objects that its addresses point into, because client code may release them.
  let pinsObjects: Bool
  /// Whether each run needs its own date, for `now()`.
  private let needsMoment: Bool
  private let timeZone: QueryTimeZone
  private let context: RunContext
  /// The program for one row, which computes the condition or the value.
  let program: RowProgram

  init(_ bound: BoundPredicate, over rows: PlanRows, limits: PredicateLimits) {
    self.init(.condition(bound.condition), bound.variableCount, bound.timeZone, rows, limits) { compiler in
      let node = compiler.node(bound.condition)
      if case .rows(let program, _) = node { return (.condition(bound, node), program) }
      return (.condition(bound, node), compiler.program(bound.condition))
    }
  }

  init(_ bound: BoundExpression, over rows: PlanRows, limits: PredicateLimits) {
    self.init(.value(bound.value), bound.variableCount, bound.timeZone, rows, limits) { compiler in
      let isOrderedByNumber = [.integer, .double, .date].contains(bound.value.type)
      let number = isOrderedByNumber ? compiler.numberProgram(bound.value) : nil
      return (.value(bound, number), compiler.valueProgram(bound.value))
    }
  }

  private init(
    _ part: CorePart, _ variableCount: Int, _ timeZone: QueryTimeZone, _ rows: PlanRows, _ limits: PredicateLimits,
    _ form: (inout PlanCompiler) -> (Form, RowProgram)
  ) {
    var compiler = PlanCompiler(
      root: rows.kind, variableCount: variableCount, limits: limits, rows.reader.reading)
    (self.form, program) = form(&compiler)
    reader = rows.reader
    stride = rows.stride
    self.limits = limits
    areInstances = rows.kind.isInstance
    byteCount = compiler.byteCount
    members = compiler.members
    pinsObjects = compiler.pinsObjects
    needsMoment = !part.isPure
    self.timeZone = timeZone
    context = RunContext(ReferenceEvaluator(limits: limits).inTimeZone(timeZone))
  }

  func newContext() -> RunContext {
    needsMoment ? RunContext(ReferenceEvaluator(limits: limits).inTimeZone(timeZone)) : context
  }

  /// The address at which a row's program starts. If the row is a reference, it is the address of the instance.
  @inline(__always)
  func start(of row: UnsafeRawPointer) -> UnsafeRawPointer {
    areInstances ? row.load(as: UnsafeRawPointer.self) : row
  }

  /// Whether the predicate holds for one element.
  func matches(_ element: UnsafeRawPointer) throws(PredicateIssue) -> Bool {
    let row = start(of: element)
    if let answer = program.answerOfTests(for: row) { return answer }
    let context = newContext()
    switch program.withMachine(context, { $0.answer(for: row) }) {
    case .yes: return true
    case .no: return false
    case .undecided:
      guard case .condition(let bound, _) = form else { return false }
      return try context.evaluator.evaluate(bound, object: reader.value(at: element, owner: nil))
    }
  }

  /// Calls `body` with the value of each element. The value may point into the element.
  func values(of elements: UnsafeRawPointer, count: Int, _ body: (QueryValue) -> Void) throws(PredicateIssue) {
    guard case .value(let bound, _) = form else { return }
    let context = newContext()
    let done: Result<Void, PredicateIssue> = program.withMachine(context) { machine in
      for position in 0..<count {
        let element = elements + position * stride
        let answer = machine.answer(for: start(of: element), position) { body($0.values[Int(program.result)]) }
        if answer == .yes { continue }
        do throws(PredicateIssue) {
          body(try context.evaluator.value(bound, object: reader.value(at: element, owner: nil)))
        } catch {
          return .failure(error)
        }
      }
      return .success(())
    }
    if case .failure(let issue) = done { throw issue }
  }
}

/// The rows that a plan is made for.
struct PlanRows {
  let kind: PlanCompiler.VariableKind
  let reader: ValueReader
  let stride: Int
}

extension PlanRows {
  /// The rows are supplied by a ``MemberLoader``.
  static var loaded: PlanRows {
    PlanRows(kind: .loaded, reader: ValueReaders.scalar(QueryValue.self), stride: MemoryLayout<Int>.stride)
  }
}

extension QueryPlan: CustomStringConvertible {
  /// The plan for chunks, like EXPLAIN of a database: one condition per line, with its operands indented below it.
  ///
  /// `year > 1990 AND ANY tags == 'noir'` over structs with `var year: Int; var tags: [String]` at the offsets 16 and 24:
  ///
  /// ```
  /// and
  ///   match ColumnMatcher<IntegerColumn<Int>, NumberBounds<Int64>>: row @16
  ///   rows: exists($1 in $0.tags where equal($1?, "noir"))
  /// ```
  ///
  /// `@16` is a distance in bytes. The steps of a path are written between the distances: `row @40 instance @16`. A condition that runs row by row is
  /// printed as a condition of the core.
  var description: String {
    switch form {
    case .condition(_, let node): Self.lines(node).joined(separator: "\n")
    case .value(let bound, let number): "value\(number == nil ? "" : " by numbers"): \(bound.value)"
    }
  }

  private static func lines(_ node: ConditionNode) -> [String] {
    switch node {
    case .always(let value): ["always \(value)"]
    case .and(let parts): ["and"] + indented(parts)
    case .or(let parts): ["or"] + indented(parts)
    case .not(let part): ["not"] + indented([part])
    case .filter(let path, let filter, _): ["match \(filter.matcher): \(path)"]
    case .byte(let place, _, let condition, _): ["once per byte: \(place.path): \(condition)"]
    case .rows(_, let condition): ["rows: \(condition)"]
    }
  }

  private static func indented(_ parts: [ConditionNode]) -> [String] { parts.flatMap(lines).map { "  " + $0 } }
}

extension RowPath: CustomStringConvertible {
  /// The steps of the path, with the distances between them: `row @40 instance @16`.
  var description: String {
    var parts = ["row"]
    for step in steps {
      switch step {
      case .reference(let offset): parts += ["@\(offset)", "instance"]
      case .computed(let offset, _): parts += ["@\(offset)", "client code"]
      case .payload(let offset, _): parts += ["@\(offset)", "optional"]
      case .element(let element): parts.append("element \(element.position.map(String.init) ?? "LAST")")
      }
    }
    return (parts + ["@\(offset)"]).joined(separator: " ")
  }
}
