import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// One run of a query over elements: its memory, and one moment for `now()`. Used by one thread.
@usableFromInline
final class QueryRun {
  let plan: QueryPlan
  @exclusivity(unchecked) private(set) var evaluator: ReferenceEvaluator
  let scratch: Scratch
  private let mask: MaskWords
  let frame: ChunkFrame
  /// The views of the elements, where their types are known only when it runs.
  private let elementViews: ViewColumn?
  /// The shapes of dictionaries that occurred, for each path over such values.
  private let shapes: UnsafeMutablePointer<KnownShape>
  /// The results for the values of bytes.
  private let answers: [EnumResultCache]
  /// Lookups of values in collections, made on first use.
  @exclusivity(unchecked) private var members: [CollectionMembers?]
  /// The walks of ranges, made on first use.
  @exclusivity(unchecked) private var walks: [RangeWalk?]
  /// Supplies the members of loaded rows.
  @exclusivity(unchecked) private(set) var loader: (any MemberLoader)?
  /// The objects that are retained until the chunk ends; see ``pin(_:)``.
  @exclusivity(unchecked) private var pinned: [AnyObject] = []
  /// The number of elements of ranges that the chunk has visited.
  @exclusivity(unchecked) private var visited = 0

  /// A run whose columns have the plan's capacity, unless they are to be smaller.
  init(_ plan: QueryPlan, capacity: Int? = nil, evaluator: ReferenceEvaluator? = nil) {
    self.plan = plan
    scratch = Scratch(capacity: capacity ?? plan.capacity)
    self.evaluator = (evaluator ?? ReferenceEvaluator(limits: plan.limits)).inTimeZone(plan.timeZone)
    mask = scratch.takeMask()
    frame = ChunkFrame(
      variableCount: plan.counts.variables.count, siteCount: plan.counts.sites.count, undecided: scratch.takeMask())
    elementViews = plan.views.map { [scratch] _ in scratch.takeViews() }
    shapes = .allocate(capacity: plan.counts.sites.count * KnownShape.count)
    shapes.initialize(repeating: KnownShape(), count: plan.counts.sites.count * KnownShape.count)
    answers = (0..<plan.counts.identities.count).map { _ in EnumResultCache() }
    members = Array(repeating: nil, count: plan.counts.memberships.count)
    walks = Array(repeating: nil, count: plan.counts.walks.count)
  }

  deinit {
    shapes.deinitialize(count: plan.counts.sites.count * KnownShape.count)
    shapes.deallocate()
    frame.releaseColumns(scratch)
    scratch.give(mask)
    scratch.give(frame.undecided)
  }

  /// The most elements of a chunk.
  @usableFromInline
  var chunkSize: Int { min(scratch.capacity, RowMask.chunkSize(stride: plan.stride)) }

  /// Begins anew, with another moment for `now()`.
  func refreshMoment() {
    if plan.needsMoment { evaluator = ReferenceEvaluator(limits: plan.limits).inTimeZone(plan.timeZone) }
  }

  /// Runs the query over contiguous elements, at most ``chunkSize`` of them. The returned mask has the bits of the matches; it is valid until the
  /// next call.
  ///
  /// - Parameter stopsAtFirst: Whether only the first match matters: then no element after it fails.
  @usableFromInline
  func match(
    _ elements: UnsafeRawPointer, count: Int, stopsAtFirst: Bool = false
  ) throws(PredicateIssue) -> MaskWords {
    guard case .condition(let node) = plan.answer else { return mask }
    begin(elements, count)
    defer { end() }
    do throws(PredicateIssue) {
      try evaluate(node, frame, mask)
      try decideRest(elements, stopsAtFirst)
    } catch {
      guard visited > plan.limits.visitedElements else { throw error }
      end()
      try matchOneByOne(elements, count, stopsAtFirst)
    }
    return mask
  }

  /// Runs the query for rows whose members a loader supplies. The masks are valid until the next call: that of the matches, and that of the rows that
  /// only the reference can decide.
  ///
  /// - Parameter rows: The numbers of the rows, from 0.
  func match(
    _ rows: UnsafePointer<Int>, count: Int, from loader: any MemberLoader
  ) -> (matches: MaskWords, undecided: MaskWords) {
    guard case .condition(let node) = plan.answer else { return (mask, frame.undecided) }
    begin(rows, count)
    self.loader = loader
    defer {
      self.loader = nil
      end()
    }
    do throws(PredicateIssue) {
      try evaluate(node, frame, mask)
    } catch {
      // The reference finds the row that it is about.
      for word in 0..<RowMask.words(for: count) { frame.undecided[word] = RowMask.valid(word, count) }
    }
    for word in 0..<RowMask.words(for: count) { mask[word] &= ~frame.undecided[word] }
    return (mask, frame.undecided)
  }

  /// Calls `body` with the value of each of the contiguous elements, at most ``chunkSize`` of them.
  func values(
    of elements: UnsafeRawPointer, count: Int, _ body: (QueryValue) -> Void
  ) throws(PredicateIssue) {
    guard case .value(let bound) = plan.question, case .value(let node) = plan.answer else { return }
    begin(elements, count)
    var owners: [OwnedValue] = []
    let column = scratch.takeValues()
    defer {
      scratch.give(column, count: count)
      withExtendedLifetime(owners) {}
      end()
    }
    do throws(PredicateIssue) {
      try fill(column, node, frame, mask, &owners)
    } catch {
      guard visited > plan.limits.visitedElements else { throw error }
      for position in 0..<count { frame.undecided.set(position) }
    }
    for position in 0..<count {
      if frame.undecided.has(position) {
        let object = object(elements + position * plan.stride)
        body(try evaluator.value(bound, object: object))
      } else {
        body(column[position])
      }
    }
  }

  /// Calculates a number of the plan for contiguous elements, at most ``chunkSize`` of them. Returns the mask of those that have one, which is valid
  /// until the next call; nil if only the reference can calculate one of them.
  func numbers(
    _ node: NumberNode, of elements: UnsafeRawPointer, count: Int, _ destination: UnsafeMutableRawPointer
  ) throws(PredicateIssue) -> MaskWords? {
    begin(elements, count)
    defer { end() }
    try calculate(node, frame, mask, destination)
    return frame.undecided.isEmpty(count) ? mask : nil
  }

  private func begin(_ elements: UnsafeRawPointer, _ count: Int) {
    for word in 0..<RowMask.words(for: count) {
      mask[word] = RowMask.valid(word, count)
      frame.undecided[word] = 0
    }
    frame.count = count
    if let views = plan.views, let column = elementViews {
      views.fill(column, elements, stride: plan.stride, count: count)
      frame.set(0, .direct(column.views, stride: MemoryLayout<DynamicValue>.stride))
    } else {
      frame.set(0, plan.areInstances ? .list(elements) : .direct(elements, stride: plan.stride))
    }
    visited = 0
  }

  /// Releases the memory and objects that the chunk used.
  private func end() {
    if !pinned.isEmpty { pinned.removeAll(keepingCapacity: true) }
    for member in members { member?.reset() }
    frame.releaseColumns(scratch)
    elementViews?.clear(count: frame.count)
  }

  /// Retains an object until the chunk ends, if client code runs while addresses in the object are in use: a computed property may release it.
  func pin(_ object: @autoclosure () -> AnyObject?) {
    if plan.pinsObjects, let object = object() { pinned.append(object) }
  }

  /// The shapes of dictionaries that occurred in the lookup of a path.
  func shapes(of site: Int) -> UnsafeMutablePointer<KnownShape> { shapes + site * KnownShape.count }

  /// Counts visited elements of ranges. Throws if a chunk visits more of them than one object may; ``match(_:count:)`` then tests one object after
  /// the other.
  func visit(_ elements: Int) throws(PredicateIssue) {
    visited += elements
    if visited > plan.limits.visitedElements { throw .tooManyElements }
  }

  /// Counts the elements of the arrays that a loop visits for each row. Rows of the outermost chunk visit each array once, which needs no limit.
  func visit(_ walked: ElementPath?, of rows: Rows, _ frame: ChunkFrame, _ mask: MaskWords) throws(PredicateIssue) {
    guard let walked, frame.isOfElements else { return }
    var elements = 0
    mask.forEachRow(frame.count) { elements += walked.count(of: rows[$0]) ?? 0 }
    try visit(elements)
  }

  /// Each row as a separate chunk. A row that still visits too many elements is left to the reference, which stops at the first match.
  private func matchOneByOne(
    _ elements: UnsafeRawPointer, _ count: Int, _ stopsAtFirst: Bool
  ) throws(PredicateIssue) {
    if count == 1 {
      mask[0] = try isHeldByReference(elements) ? 1 : 0
      return
    }
    var matches = [UInt64](repeating: 0, count: RowMask.words(for: count))
    for position in 0..<count where try match(elements + position * plan.stride, count: 1)[0] != 0 {
      matches[position >> 6] |= 1 << UInt64(position & 63)
      if stopsAtFirst { break }
    }
    mask.update(from: matches, count: matches.count)
  }

  /// Decides the undecided rows with the reference.
  private func decideRest(_ elements: UnsafeRawPointer, _ stopsAtFirst: Bool) throws(PredicateIssue) {
    for word in 0..<RowMask.words(for: frame.count) {
      var bits = frame.undecided[word]
      mask[word] &= ~bits
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        bits &= bits &- 1
        if stopsAtFirst, mask[word] & ((1 &<< UInt64(position & 63)) &- 1) != 0 { return clear(after: word) }
        if try isHeldByReference(elements + position * plan.stride) { mask.set(position) }
      }
      if stopsAtFirst, mask[word] != 0 { return clear(after: word) }
    }
  }

  /// The reference's answer for an element.
  private func isHeldByReference(_ element: UnsafeRawPointer) throws(PredicateIssue) -> Bool {
    guard case .predicate(let bound) = plan.question else { return false }
    return try evaluator.evaluate(bound, object: object(element))
  }

  private func object(_ element: UnsafeRawPointer) -> QueryValue {
    plan.views?.value(element) ?? plan.reader.value(at: element, owner: nil)
  }

  /// Clears the bits of the words after `word`.
  private func clear(after word: Int) {
    for other in word + 1..<max(word + 1, RowMask.words(for: frame.count)) { mask[other] = 0 }
  }

  /// The walk through a range of the rows of a chunk.
  func walk(_ range: RangeNode, _ frame: ChunkFrame) -> RangeWalk {
    if let known = walks[range.identity], known.parent === frame { return known }
    let made = RangeWalk(range, frame, self)
    walks[range.identity] = made
    return made
  }

  /// The lookup of values in a collection.
  func members(of membership: StoredMembership) -> CollectionMembers {
    if let known = members[membership.identity] { return known }
    let made = membership.members()
    members[membership.identity] = made
    return made
  }

  /// A condition on a byte: decided once for each value of the byte.
  func evaluateEnum(
    _ place: ValuePlace, _ condition: ConditionNode, _ identity: Int, _ frame: ChunkFrame, _ mask: MaskWords
  ) throws(PredicateIssue) {
    // The condition itself decides a row without the value.
    let present = scratch.takeMask(copying: mask)
    defer { scratch.give(present) }
    guard let found = resolve(place.path, frame, present) else { return }
    defer { release(found) }
    let answers = self.answers[identity]
    for word in 0..<RowMask.words(for: frame.count) {
      var bits = present[word]
      var held: UInt64 = 0
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        let position = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let byte = Int(found.rows[position].load(fromByteOffset: place.offset, as: UInt8.self))
        if answers.conditions[byte] == 0 {
          try decide(position, byte, condition, answers, frame)
        }
        if answers.conditions[byte] == 2 { held |= bit }
      }
      present[word] = mask[word] & ~present[word]
      mask[word] = held
    }
    if !present.isEmpty(frame.count) {
      try evaluate(condition, frame, present)
      for word in 0..<RowMask.words(for: frame.count) { mask[word] |= present[word] }
    }
  }

  @inline(never)
  private func decide(
    _ position: Int, _ byte: Int, _ condition: ConditionNode, _ answers: EnumResultCache, _ frame: ChunkFrame
  ) throws(PredicateIssue) {
    let alone = scratch.takeMask()
    defer { scratch.give(alone) }
    alone.set(position)
    try evaluate(condition, frame, alone)
    if !frame.undecided.has(position) { answers.conditions[byte] = alone.has(position) ? 2 : 1 }
  }

  /// The raw values that are known of a type that takes one byte.
  func rawValues(_ identity: Int) -> EnumResultCache { answers[identity] }
}
