import PredicateBinding
import PredicateValues

/// One run of a query over elements: what it needs of memory, and one moment for `now()`. Used by one thread.
@usableFromInline
final class QueryRun {
  let plan: QueryPlan
  let evaluator: PlainEvaluator
  let scratch = Scratch()
  private let mask: MaskWords
  private let frame: BatchFrame
  /// For each condition on a byte what it says of each value: 0 not asked yet, 1 false, 2 true.
  private var answers: [[UInt8]]
  /// What looks for values in collections, as far as it was asked.
  private var members: [CollectionMembers?]
  /// How many elements of ranges the chunk has looked at.
  private var visited = 0
  /// The run over dynamic values.
  private let dynamic: DynamicRun?

  init(_ plan: QueryPlan) {
    self.plan = plan
    evaluator = PlainEvaluator(limits: plan.limits)
    mask = scratch.takeMask()
    frame = BatchFrame(variableCount: plan.bound.variableCount, undecided: scratch.takeMask(), isOfElements: false)
    answers = Array(repeating: [], count: plan.identities)
    members = Array(repeating: nil, count: plan.memberships)
    dynamic = plan.dynamic.map { [evaluator] in DynamicRun($0, evaluator) }
  }

  deinit {
    scratch.give(mask)
    scratch.give(frame.undecided)
  }

  /// Asks the query of elements that lie behind one another, at most ``RowMask/chunkSize`` of them. The mask that comes back has the
  /// bits of the matches; it counts until the next call.
  @usableFromInline
  func match(_ elements: UnsafeRawPointer, count: Int) throws(PredicateIssue) -> MaskWords {
    for word in 0..<RowMask.words(for: count) { mask[word] = RowMask.valid(word, count) }
    guard let node = plan.node else {
      try narrowDynamically(elements, count)
      return mask
    }
    frame.count = count
    frame.rows[0] = plan.areInstances ? .list(elements) : .direct(elements, stride: plan.stride)
    for word in 0..<RowMask.words { frame.undecided[word] = 0 }
    for member in members { member?.forget() }
    visited = 0
    do throws(PredicateIssue) {
      try narrow(node, frame, mask)
      try decideRest()
    } catch {
      guard visited > plan.limits.visitedElements else { throw error }
      try matchOneByOne(elements, count)
    }
    return mask
  }

  /// Notes that elements of ranges are looked at. Throws where a chunk looks at more of them than one object may; ``match(_:count:)`` then
  /// asks about one object after the other.
  func visit(_ elements: Int) throws(PredicateIssue) {
    visited += elements
    if visited > plan.limits.visitedElements { throw .tooManyElements }
  }

  /// Notes the elements of the arrays that a loop walks through for each row. Of the objects themselves each is walked through once, which
  /// needs no limit.
  func visit(_ walked: ElementPath?, of rows: Rows, _ frame: BatchFrame, _ mask: MaskWords) throws(PredicateIssue) {
    guard let walked, frame.isOfElements else { return }
    var elements = 0
    mask.forEachRow(frame.count) { elements += walked.count(of: rows[$0]) ?? 0 }
    try visit(elements)
  }

  /// Each row as a chunk of its own; one that visits too much even so is left to the plain evaluator, which stops at the first match.
  private func matchOneByOne(_ elements: UnsafeRawPointer, _ count: Int) throws(PredicateIssue) {
    if count == 1 {
      let object = plan.reader.value(at: elements, owner: nil)
      mask[0] = try evaluator.evaluate(plan.bound, object: object) ? 1 : 0
      return
    }
    var matches = [UInt64](repeating: 0, count: RowMask.words(for: count))
    for position in 0..<count where try match(elements + position * plan.stride, count: 1)[0] != 0 {
      matches[position >> 6] |= 1 << UInt64(position & 63)
    }
    mask.update(from: matches, count: matches.count)
  }

  private func narrowDynamically(_ elements: UnsafeRawPointer, _ count: Int) throws(PredicateIssue) {
    if let dynamic { return try dynamic.narrow(elements, count, plan.stride, mask) }
    for position in 0..<count {
      let object = plan.reader.value(at: elements + position * plan.stride, owner: nil)
      if try !evaluator.evaluate(plan.bound, object: object) { mask.clear(position) }
    }
  }

  /// Asks the plain evaluator of the rows that are not decided.
  private func decideRest() throws(PredicateIssue) {
    for word in 0..<RowMask.words(for: frame.count) {
      var bits = frame.undecided[word]
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        bits &= bits &- 1
        var values = plainFrame(frame, position)
        if try evaluator.holds(plan.bound.condition, &values) { mask.set(position) } else { mask.clear(position) }
      }
    }
  }

  /// What the variables stand for in one row, as the plain evaluator has it.
  func plainFrame(_ frame: BatchFrame, _ position: Int) -> PlainEvaluator.Frame {
    var values = PlainEvaluator.Frame(
      object: .null, variableCount: plan.bound.variableCount, budget: plan.limits.visitedElements)
    for (variable, rows) in frame.rows.enumerated() {
      guard let row = rows?[position], let kind = plan.variables[variable] else { continue }
      values[variable] = value(of: kind, at: row)
    }
    return values
  }

  /// What a variable of a kind stands for.
  func value(of kind: BatchCompiler.VariableKind, at row: UnsafeRawPointer) -> QueryValue {
    switch kind {
    case .object(let shape): .object(ReflectedObject(address: row, shape: shape, owner: nil))
    case .value(_, let reader): reader.value(at: row, owner: nil)
    }
  }

  /// What looks for values in a collection.
  func members(of membership: BatchMembership) -> CollectionMembers {
    if let known = members[membership.identity] { return known }
    let made = membership.members()
    members[membership.identity] = made
    return made
  }

  /// A condition on a byte: asked once for each value of the byte.
  func narrowByByte(
    _ place: ValuePlace, _ condition: CoreCondition, _ identity: Int, _ frame: BatchFrame, _ mask: MaskWords
  ) throws(PredicateIssue) {
    guard let found = resolve(place.path, frame, mask) else { return }
    defer { release(found) }
    if answers[identity].isEmpty { answers[identity] = Array(repeating: 0, count: 256) }
    for word in 0..<RowMask.words(for: frame.count) {
      var bits = mask[word]
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        bits &= bits &- 1
        let byte = Int(found.rows[position].load(fromByteOffset: place.offset, as: UInt8.self))
        if answers[identity][byte] == 0 {
          var values = plainFrame(frame, position)
          answers[identity][byte] = try evaluator.holds(condition, &values) ? 2 : 1
        }
        if answers[identity][byte] == 1 { mask.clear(position) }
      }
    }
  }
}
