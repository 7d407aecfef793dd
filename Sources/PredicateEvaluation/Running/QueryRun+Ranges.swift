import PredicateBinding
import PredicateValues

/// Questions about the ranges of a chunk's rows.
extension QueryRun {
  /// Whether the range of each row has an element.
  func narrowToExisting(_ range: RangeNode, _ frame: ChunkFrame, _ mask: MaskWords) throws(PredicateIssue) {
    let found = scratch.takeMask()
    defer { scratch.give(found) }
    try RangeWalk(range, frame, self, settled: found).run(over: mask, onNil: { _ in }) { elements, matches, rows in
      matches.forEachRow(elements.count) { found.set(rows[$0]) }
    }
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= found[word] }
  }

  /// How many elements the range of each row has; the bits of nil ranges are cleared.
  func count(
    _ range: RangeNode, _ frame: ChunkFrame, _ mask: MaskWords, _ counts: UnsafeMutablePointer<Int64>
  ) throws(PredicateIssue) {
    for position in 0..<frame.count { counts[position] = 0 }
    let rows = scratch.takeMask(copying: mask)
    defer { scratch.give(rows) }
    try RangeWalk(range, frame, self).run(over: rows, onNil: { mask.clear($0) }) { elements, matches, rows in
      matches.forEachRow(elements.count) { counts[rows[$0]] += 1 }
    }
  }

  /// What an operator finds out about a number of each element of the range of each row; the bits of nils are cleared.
  func fold<Number: ColumnNumber>(
    _ op: CollectionOperator, _ range: RangeNode, _ each: NumberNode, of _: Number.Type, _ frame: ChunkFrame,
    _ mask: MaskWords, _ destination: UnsafeMutableRawPointer
  ) throws(PredicateIssue) {
    let column = scratch.takeColumn()
    let counted = scratch.takeColumn()
    let found = scratch.takeMask()
    let rows = scratch.takeMask(copying: mask)
    defer {
      scratch.give(column)
      scratch.give(counted)
      scratch.give(found)
      scratch.give(rows)
    }
    let results = column.assumingMemoryBound(to: Number.self)
    let counts = counted.assumingMemoryBound(to: Int.self)
    for position in 0..<frame.count {
      results[position] = .zero
      counts[position] = 0
    }
    try RangeWalk(range, frame, self).run(over: rows, onNil: { mask.clear($0) }) {
      (elements, matches, rows) throws(PredicateIssue) in
      let present = scratch.takeMask(copying: matches)
      let values = scratch.takeColumn()
      defer {
        scratch.give(present)
        scratch.give(values)
      }
      matches.forEachRow(elements.count) { counts[rows[$0]] += 1 }
      try calculate(each, elements, present, values)
      let numbers = values.assumingMemoryBound(to: Number.self)
      present.forEachRow(elements.count) { position in
        let row = rows[position]
        let number = numbers[position]
        switch op {
        case .min: if !found.has(row) || number < results[row] { results[row] = number }
        case .max: if !found.has(row) || number > results[row] { results[row] = number }
        default:
          if let sum = results[row].adding(number) { results[row] = sum } else { frame.undecided.set(row) }
        }
        found.set(row)
      }
    }
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= ~frame.undecided[word] }
    let means = destination.assumingMemoryBound(to: Double.self)
    let numbers = destination.assumingMemoryBound(to: Number.self)
    mask.forEachRow(frame.count) { position in
      if op == .avg {
        let mean = counts[position] == 0 ? 0 : results[position].nearestDouble / Double(counts[position])
        if let mean = mean.withoutNaN { means[position] = mean } else { mask.clear(position) }
      } else if op == .sum || found.has(position), let result = results[position].withoutNaN {
        numbers[position] = result
      } else {
        mask.clear(position)
      }
    }
  }
}
