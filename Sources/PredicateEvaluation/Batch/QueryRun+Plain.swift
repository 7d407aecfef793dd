import PredicateBinding
import PredicateValues

/// What the batch engine lacks: the plain evaluator, row by row, over values that were read for the whole chunk before.
extension QueryRun {
  func narrowPlainly(_ plain: PlainCondition, _ frame: BatchFrame, _ mask: MaskWords) throws(PredicateIssue) {
    let count = frame.count
    let limit = plan.limits.visitedElements
    let beyond = scratch.takeMask()
    let column = UnsafeMutablePointer<QueryValue>.allocate(capacity: max(1, count * plain.slots.count))
    column.initialize(repeating: .null, count: count * plain.slots.count)
    defer {
      scratch.give(beyond)
      column.deinitialize(count: count * plain.slots.count)
      column.deallocate()
    }
    let owners = read(plain.slots, frame, mask, into: column, beyond)
    // One frame for all rows: nothing in it outlives the chunk.
    var values = PlainEvaluator.Frame(
      object: .null, variableCount: plain.firstSlot + plain.slots.count, budget: limit)
    for word in 0..<RowMask.words(for: count) {
      var bits = mask[word]
      while bits != 0 {
        let position = word * 64 + bits.trailingZeroBitCount
        bits &= bits &- 1
        if beyond.has(position) {
          var whole = plainFrame(frame, position)
          if try !evaluator.holds(plain.bound, &whole) { mask.clear(position) }
          continue
        }
        for slot in plain.slots.indices {
          let value = column + (slot &* count &+ position)
          values[plain.firstSlot + slot] = value.move()
          value.initialize(to: .null)
        }
        if !plain.variables.isEmpty { fill(&values, plain.variables, frame, position) }
        values.budget = limit
        if try !evaluator.holds(plain.condition, &values) { mask.clear(position) }
      }
    }
    withExtendedLifetime(owners) {}
  }

  /// Reads the slots of a chunk: a column for each.
  private func read(
    _ slots: [ValueSlot], _ frame: BatchFrame, _ mask: MaskWords, into column: UnsafeMutablePointer<QueryValue>,
    _ beyond: MaskWords
  ) -> [OwnedValue] {
    var owners: [OwnedValue] = []
    for (index, slot) in slots.enumerated() {
      let present = scratch.takeMask(copying: mask)
      defer { scratch.give(present) }
      guard let found = resolve(slot.path, frame, present) else {
        for word in 0..<RowMask.words(for: frame.count) { beyond[word] |= mask[word] }
        continue
      }
      slot.read(
        found.rows, present, frame.count, into: column + index * frame.count, limit: plan.limits.visitedElements,
        beyond: beyond)
      owners += found.owners
      release(found)
    }
    return owners
  }

  private func fill(
    _ values: inout PlainEvaluator.Frame, _ variables: [(number: Int, kind: BatchCompiler.VariableKind)],
    _ frame: BatchFrame, _ position: Int
  ) {
    for (variable, kind) in variables {
      guard let row = frame.rows[variable]?[position] else { continue }
      values[variable] = value(of: kind, at: row)
    }
  }
}
