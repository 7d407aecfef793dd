import PredicateBinding
import PredicateValues

/// Questions about the ranges of a chunk's rows.
extension QueryRun {
  /// Whether the range of each row has an element.
  func evaluateExists(_ range: RangeNode, _ frame: ChunkFrame, _ mask: MaskWords) throws(PredicateIssue) {
    let found = scratch.takeMask()
    let rows = scratch.takeMask(copying: mask)
    defer {
      scratch.give(found)
      scratch.give(rows)
    }
    try walk(range, frame).run(over: rows, settled: found, onNil: { _ in }) { elements, matches, rows in
      matches.forEachRow(elements.count) { found.set(rows[$0]) }
    }
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= found[word] }
  }

  /// The number of elements of the range of each row; the bits of nil ranges are cleared.
  func count(
    _ range: RangeNode, _ frame: ChunkFrame, _ mask: MaskWords, _ counts: UnsafeMutablePointer<Int64>
  ) throws(PredicateIssue) {
    for position in 0..<frame.count { counts[position] = 0 }
    let rows = scratch.takeMask(copying: mask)
    defer { scratch.give(rows) }
    try walk(range, frame).run(over: rows, onNil: { mask.clear($0) }) { elements, matches, rows in
      matches.forEachRow(elements.count) { counts[rows[$0]] += 1 }
    }
  }

  /// A fold over a number of each element of the range of each row; the bits of nils are cleared.
  func fold<Number: ColumnNumber>(
    _ kind: NumberFoldKind, _ range: RangeNode, _ each: NumberNode, of _: Number.Type, _ frame: ChunkFrame,
    _ mask: MaskWords, _ destination: UnsafeMutableRawPointer
  ) throws(PredicateIssue) {
    let block = scratch.takeBlock(stride: MemoryLayout<NumberFold<Number>>.stride)
    let folds = block.bindMemory(to: NumberFold<Number>.self, capacity: frame.count)
    folds.initialize(repeating: NumberFold(), count: frame.count)
    let rows = scratch.takeMask(copying: mask)
    defer {
      scratch.give(block, stride: MemoryLayout<NumberFold<Number>>.stride)
      scratch.give(rows)
    }
    try walk(range, frame).run(over: rows, onNil: { mask.clear($0) }) {
      (elements, matches, rows) throws(PredicateIssue) in
      let present = scratch.takeMask(copying: matches)
      let values = scratch.takeColumn()
      defer {
        scratch.give(present)
        scratch.give(values)
      }
      try calculate(each, elements, present, values)
      let numbers = values.assumingMemoryBound(to: Number.self)
      switch kind {
      case .sum: Self.fold(present, elements.count, rows, folds) { $0.add(numbers[$1]) }
      case .mean:
        Self.fold(matches, elements.count, rows, folds) { fold, _ in fold.countElement() }
        Self.fold(present, elements.count, rows, folds) { $0.add(numbers[$1]) }
      case .least: Self.fold(present, elements.count, rows, folds) { $0.takeLeast(numbers[$1]) }
      case .greatest: Self.fold(present, elements.count, rows, folds) { $0.takeGreatest(numbers[$1]) }
      }
    }
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= ~frame.undecided[word] }
    let means = destination.assumingMemoryBound(to: Double.self)
    let numbers = destination.assumingMemoryBound(to: Number.self)
    mask.forEachRow(frame.count) { position in
      let fold = folds[position]
      if fold.hasOverflowed {
        leaveUndecided(position, frame, mask)
      } else if kind == .mean, let mean = fold.mean {
        means[position] = mean
      } else if kind != .mean, let result = kind == .sum ? fold.sum : fold.extreme {
        numbers[position] = result
      } else {
        mask.clear(position)
      }
    }
  }

  /// Takes elements into the folds of their rows. The elements of a row are neighbours, so that its fold stays in registers from one to the next.
  @inline(__always)
  private static func fold<Number: ColumnNumber>(
    _ mask: MaskWords, _ count: Int, _ rows: UnsafePointer<Int>, _ folds: UnsafeMutablePointer<NumberFold<Number>>,
    _ take: (inout NumberFold<Number>, Int) -> Void
  ) {
    var row = -1
    var fold = NumberFold<Number>()
    mask.forEachRow(count) { element in
      if rows[element] != row {
        if row >= 0 { folds[row] = fold }
        row = rows[element]
        fold = folds[row]
      }
      take(&fold, element)
    }
    if row >= 0 { folds[row] = fold }
  }
}
