import CPrefetch
import PredicateBinding
import PredicateReference

/// Runs a plan on chunks of rows. It contains the memory for this, and is used by one thread.
@usableFromInline
final class QueryRun {
  let plan: QueryPlan
  private let context: RunContext
  let scratch: Scratch
  private let mask: MaskWords
  /// The mask of the rows that the reference evaluator must decide.
  private let undecided: MaskWords
  private let members: MemberTable?
  /// The results of each condition on one byte: 0 is unknown, 1 is false, 2 is true.
  private var results: [[UInt8]]
  private(set) var rows = Rows(base: UnsafeRawPointer(bitPattern: 16).unsafelyUnwrapped, stride: 0, isList: false)
  private(set) var count = 0
  private var pinned: [AnyObject] = []

  init(_ plan: QueryPlan, capacity: Int = RowMask.chunkSize, evaluator: ReferenceEvaluator? = nil) {
    self.plan = plan
    context = evaluator.map(RunContext.init) ?? plan.newContext()
    scratch = Scratch(capacity: capacity)
    mask = scratch.takeMask()
    undecided = scratch.takeMask()
    members =
      plan.members.isEmpty ? nil : MemberTable(plan.members.count, capacity: capacity, undecided: undecided)
    results = Array(repeating: Array(repeating: 0, count: 256), count: plan.byteCount)
  }

  deinit {
    scratch.give(mask)
    scratch.give(undecided)
  }

  @usableFromInline
  var chunkSize: Int { min(scratch.capacity, RowMask.chunkSize(stride: plan.stride)) }

  /// The mask of the rows that match. It is valid until the next call.
  ///
  /// - Parameters:
  ///   - first: The position of the first row in the collection, for issues.
  ///   - stopsAtFirst: Whether only the first match matters. The reference evaluator then does not decide the rows after it, so their bits may be
  ///     wrong.
  @usableFromInline
  func match(
    _ elements: UnsafeRawPointer, count: Int, at first: Int = 0, stopsAtFirst: Bool = false
  ) throws(PredicateIssue) -> MaskWords {
    guard case .condition(let bound, let node) = plan.form else { return mask }
    begin(elements, count)
    defer { pinned.removeAll(keepingCapacity: true) }
    evaluate(node, mask)
    for word in 0..<RowMask.words(for: count) {
      mask[word] &= ~undecided[word]
      try undecided[word].forEachSetBit { (bit) throws(PredicateIssue) in
        let position = word * 64 + bit
        // The bits of earlier rows are final. If one of them is a match, the rest does not matter.
        if stopsAtFirst, mask[word] & ((1 &<< UInt64(bit)) &- 1) != 0 { return }
        let element = elements + position * plan.stride
        let object = plan.reader.value(at: element, owner: nil)
        do throws(PredicateIssue) {
          if try context.evaluator.evaluate(bound, object: object) { mask.set(position) }
        } catch {
          throw error.ofElement(first + position)
        }
      }
      if stopsAtFirst, mask[word] != 0 { break }
    }
    return mask
  }

  /// The mask of the loaded rows that match, and the mask of the rows that only the reference evaluator can decide.
  func match(_ count: Int, from loader: any MemberLoader) -> (matches: MaskWords, undecided: MaskWords) {
    guard case .condition(_, let node) = plan.form else { return (mask, undecided) }
    begin(rows.base, count)
    members?.begin(loader, count)
    evaluate(node, mask)
    for word in 0..<RowMask.words(for: count) { mask[word] &= ~undecided[word] }
    return (mask, undecided)
  }

  private func begin(_ elements: UnsafeRawPointer, _ count: Int) {
    for word in 0..<RowMask.words(for: count) {
      mask[word] = RowMask.valid(word, count)
      undecided[word] = 0
    }
    self.count = count
    rows = Rows(base: elements, stride: plan.stride, isList: plan.areInstances)
  }

  /// Keeps the objects at the addresses of some rows alive until the chunk ends.
  func pin(_ addresses: UnsafeMutablePointer<UnsafeRawPointer>, _ mask: MaskWords) {
    var objects: [AnyObject] = []
    swap(&objects, &pinned)
    mask.forEachRow(count) { objects.append(Unmanaged.fromOpaque(addresses[$0]).takeUnretainedValue()) }
    pinned = objects
  }
}

extension QueryRun {
  /// Clears the bits of the rows that do not satisfy a condition, and of the rows that become undecided.
  private func evaluate(_ node: ConditionNode, _ mask: MaskWords) {
    let words = RowMask.words(for: count)
    switch node {
    case .always(let value): if !value { mask.update(repeating: 0, count: words) }
    case .and(let parts):
      for part in parts {
        evaluate(part, mask)
        if mask.isEmpty(count) { return }
      }
    case .or(let parts): evaluateAny(parts, mask)
    case .not(let part):
      let held = scratch.takeMask(copying: mask)
      defer { scratch.give(held) }
      evaluate(part, held)
      for word in 0..<words { mask[word] &= ~held[word] & ~undecided[word] }
    case .filter(let path, let filter, _):
      let found = resolve(path, mask)
      filter.select(found.rows, mask, count)
      release(found)
    case .byte(let place, let program, _, let identity): evaluate(program, place, identity, mask)
    case .rows(let program, _): evaluate(program, mask)
    }
  }

  private func evaluateAny(_ parts: [ConditionNode], _ mask: MaskWords) {
    let words = RowMask.words(for: count)
    let rest = scratch.takeMask(copying: mask)
    let attempt = scratch.takeMask()
    defer {
      scratch.give(rest)
      scratch.give(attempt)
    }
    mask.update(repeating: 0, count: words)
    for part in parts {
      attempt.update(from: rest, count: words)
      evaluate(part, attempt)
      for word in 0..<words {
        mask[word] |= attempt[word]
        rest[word] &= ~attempt[word] & ~undecided[word]
      }
      if rest.isEmpty(count) { return }
    }
  }

  private func evaluate(_ program: RowProgram, _ mask: MaskWords) {
    members?.want(mask)
    let rows = rows
    rows.prefetch(0, mask, count)
    program.withMachine(context, members: members) { machine in
      for word in 0..<RowMask.words(for: count) where mask[word] != 0 {
        prefetch(program, rows, mask, word)
        mask[word] = mask[word].keeping { bit in
          let position = word &* 64 &+ bit
          return holds(&machine, rows[position], at: position)
        }
      }
    }
  }

  /// Prefetches the memory that a program reads for 64 rows. It is not inlined, so that the loop over the rows stays small.
  @inline(never)
  private func prefetch(_ program: RowProgram, _ rows: Rows, _ mask: MaskWords, _ word: Int) {
    for prefetch in program.prefetches {
      let references = prefetch.offsets.count
      for count in 1...references {
        mask[word].forEachSetBit {
          // The fields of an instance, and the count of an array, begin after 16 bytes.
          if let memory = prefetch.memory(of: rows[word &* 64 &+ $0], after: count) { c_prefetch(memory + 16) }
        }
      }
      guard let first = prefetch.firstInstance else { continue }
      mask[word].forEachSetBit {
        guard let storage = prefetch.memory(of: rows[word &* 64 &+ $0], after: references) else { return }
        prefetch.prefetchInstances(in: storage, from: first)
      }
    }
  }

  @inline(__always)
  private func holds(_ machine: inout RowMachine, _ row: UnsafeRawPointer, at position: Int) -> Bool {
    switch machine.answer(for: row, position) {
    case .yes: return true
    case .no: return false
    case .undecided:
      undecided.set(position)
      return false
    }
  }

  /// Evaluates a condition on one byte of each row. A row whose path to the byte ends at a nil does not have the byte.
  private func evaluate(_ program: RowProgram, _ place: ValuePlace, _ identity: Int, _ mask: MaskWords) {
    let present = scratch.takeMask(copying: mask)
    defer { scratch.give(present) }
    let found = resolve(place.path, present)
    defer { release(found) }
    program.withMachine(context) { machine in
      for word in 0..<RowMask.words(for: count) where mask[word] != 0 {
        mask[word] = mask[word].keeping { bit in
          let position = word &* 64 &+ bit
          if !present.has(position) { return holds(&machine, rows[position], at: position) }
          let byte = Int(found.rows[position].load(fromByteOffset: place.offset, as: UInt8.self))
          if results[identity][byte] == 0 {
            let isHeld = holds(&machine, rows[position], at: position)
            if undecided.has(position) { return false }
            results[identity][byte] = isHeld ? 2 : 1
          }
          return results[identity][byte] == 2
        }
      }
    }
  }
}
