import PredicateBinding
import PredicateMemory
import PredicateValues

/// Conditions on chunks: each clears the bits of the rows that do not satisfy it.
extension QueryRun {
  func evaluate(_ node: ConditionNode, _ frame: ChunkFrame, _ mask: MaskWords) throws(PredicateIssue) {
    switch node {
    case .always(true): break
    case .always(false): clear(mask, frame)
    case .and(let parts):
      for part in parts {
        try evaluate(part, frame, mask)
        if mask.isEmpty(frame.count) { return }
      }
    case .or(let parts): try evaluateAny(parts, frame, mask)
    case .not(let part):
      let held = scratch.takeMask(copying: mask)
      defer { scratch.give(held) }
      try evaluate(part, frame, held)
      for word in 0..<RowMask.words(for: frame.count) { mask[word] &= ~held[word] }
    case .filter(let path, let filter, _):
      guard let found = resolve(path, frame, mask) else { return clear(mask, frame) }
      defer { release(found) }
      try visit(filter.walked, of: found.rows, frame, mask)
      filter.select(found.rows, mask, frame.count)
    case .numbers(let comparison, let left, let right): try evaluate(comparison, left, right, frame, mask)
    case .pair(let filter, let left, let right): evaluate(filter, left, right, frame, mask)
    case .expression(let place, let expression): evaluate(place, expression, frame, mask)
    case .byte(let place, let condition, let identity): try evaluateEnum(place, condition, identity, frame, mask)
    case .exists(let range): try evaluateExists(range, frame, mask)
    case .among(let membership): evaluate(membership, frame, mask)
    case .view(let question, let view): try evaluate(question, view, frame, mask)
    case .values(let condition, let values): try evaluate(condition, values, frame, mask)
    }
  }

  func clear(_ mask: MaskWords, _ frame: ChunkFrame) {
    for word in 0..<RowMask.words(for: frame.count) { mask[word] = 0 }
  }

  /// OR: a row that one part holds of is not tested again.
  private func evaluateAny(
    _ parts: [ConditionNode], _ frame: ChunkFrame, _ mask: MaskWords
  ) throws(PredicateIssue) {
    let words = RowMask.words(for: frame.count)
    let rest = scratch.takeMask(copying: mask)
    let attempt = scratch.takeMask()
    defer {
      scratch.give(rest)
      scratch.give(attempt)
    }
    for word in 0..<words { mask[word] = 0 }
    for part in parts {
      attempt.update(from: rest, count: words)
      try evaluate(part, frame, attempt)
      for word in 0..<words {
        mask[word] |= attempt[word]
        rest[word] &= ~attempt[word]
      }
      if rest.isEmpty(frame.count) { return }
    }
  }

  /// MATCHES. A row whose string takes too many steps is left to the reference, which throws.
  private func evaluate(
    _ place: ValuePlace, _ expression: RegularExpression, _ frame: ChunkFrame, _ mask: MaskWords
  ) {
    guard let found = resolve(place.path, frame, mask) else { return clear(mask, frame) }
    mask.forEachRow(frame.count, prefetching: { StringMemory.prefetch(found.rows[$0] + place.offset) }) { position in
      let address = found.rows[position] + place.offset
      let words = StringMemory.words(address)
      if words.1 == 0 { return mask.clear(position) }
      let shape = StringMemory.Shape(words.0, words.1)
      do throws(PredicateIssue) {
        let isMatch =
          if shape.foreignBit == 0 {
            try expression.matches(shape.bytes(address))
          } else {
            try expression.matches(StringMemory.string(address))
          }
        if !isMatch { mask.clear(position) }
      } catch {
        frame.undecided.set(position)
      }
    }
    release(found)
  }
}

extension QueryRun {
  /// A comparison of two stored values of each row.
  func evaluate(
    _ filter: PairFilter, _ left: ValuePlace, _ right: ValuePlace, _ frame: ChunkFrame, _ mask: MaskWords
  ) {
    let leftMask = scratch.takeMask(copying: mask)
    let rightMask = scratch.takeMask(copying: mask)
    defer {
      scratch.give(leftMask)
      scratch.give(rightMask)
    }
    guard let lefts = resolve(left.path, frame, leftMask) else { return clear(mask, frame) }
    defer { release(lefts) }
    guard let rights = resolve(right.path, frame, rightMask) else { return clear(mask, frame) }
    defer { release(rights) }
    let pairs = PairRows(
      left: PairRows.Side(rows: lefts.rows, offset: left.offset, present: leftMask),
      right: PairRows.Side(rows: rights.rows, offset: right.offset, present: rightMask))
    filter.select(pairs, mask, frame.count, frame.undecided)
  }
}

/// Values among the elements of collections.
extension QueryRun {
  func evaluate(_ membership: StoredMembership, _ frame: ChunkFrame, _ mask: MaskWords) {
    guard let values = frame.rows(of: membership.value.path.variable, scratch),
      let rows = frame.rows(of: membership.path.variable, scratch)
    else { return clear(mask, frame) }
    let members = members(of: membership)
    let offset = membership.value.offset
    let prefetches = ArrayMemory.isTrusted && membership.path.isDirect
    let prefetch = { (row: Int) in if prefetches { ArrayMemory.prefetch(rows[row] + membership.offset) } }
    mask.forEachRow(frame.count, prefetching: prefetch) { position in
      let value = membership.value.path.row(from: values[position]).map { $0 + offset }
      guard let owner = membership.path.row(from: rows[position]),
        members.contain(value, owner + membership.offset)
      else { return mask.clear(position) }
    }
  }
}
