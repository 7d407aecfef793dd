import PredicateBinding
import PredicateValues

/// Questions about the ranges of a chunk's rows.
extension QueryRun {
  /// Whether the range of each row has an element.
  func narrowToExisting(_ range: BatchRange, _ frame: BatchFrame, _ mask: MaskWords) throws(PredicateIssue) {
    let found = scratch.takeMask()
    defer { scratch.give(found) }
    try RangeWalk(range, frame, self, settled: found).run(over: mask, onNil: { _ in }) { elements, matches, rows in
      matches.forEachRow(elements.count) { found.set(rows[$0]) }
    }
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= found[word] }
  }

  /// How many elements the range of each row has; the bits of nil ranges are cleared.
  func count(
    _ range: BatchRange, _ frame: BatchFrame, _ mask: MaskWords, _ counts: UnsafeMutablePointer<Int64>
  ) throws(PredicateIssue) {
    for position in 0..<frame.count { counts[position] = 0 }
    let rows = scratch.takeMask(copying: mask)
    defer { scratch.give(rows) }
    try RangeWalk(range, frame, self).run(over: rows, onNil: { mask.clear($0) }) { elements, matches, rows in
      matches.forEachRow(elements.count) { counts[rows[$0]] += 1 }
    }
  }
}
