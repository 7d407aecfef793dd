import PredicateBinding
import PredicateValues

/// Ranges: the elements become the rows of chunks of their own, in which the rows from outside are repeated.
extension QueryRun {
  /// Whether the range of each row has an element.
  func narrowToExisting(_ range: BatchRange, _ frame: BatchFrame, _ mask: MaskWords) throws(PredicateIssue) {
    let found = scratch.takeMask()
    defer { scratch.give(found) }
    let walk = RangeWalk(range, frame, scratch, plan.bound.variableCount)
    try walk.run(self, over: mask, onNil: { _ in }) { found.set($0) }
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= found[word] }
  }

  /// How many elements the range of each row has; the bits of nil ranges are cleared.
  func count(
    _ range: BatchRange, _ frame: BatchFrame, _ mask: MaskWords, _ counts: UnsafeMutablePointer<Int64>
  ) throws(PredicateIssue) {
    for position in 0..<frame.count { counts[position] = 0 }
    let rows = scratch.takeMask(copying: mask)
    defer { scratch.give(rows) }
    let walk = RangeWalk(range, frame, scratch, plan.bound.variableCount)
    try walk.run(self, over: rows, onNil: { mask.clear($0) }) { counts[$0] += 1 }
  }
}

/// One walk through the elements of a range for all rows of a chunk.
private final class RangeWalk {
  private let range: BatchRange
  private let parent: BatchFrame
  private let scratch: Scratch
  private let child: BatchFrame
  /// For each step, then for each variable from outside, the addresses of its rows.
  private var columns: [UnsafeMutablePointer<UnsafeRawPointer>] = []
  /// The row of the chunk that each element belongs to.
  private let owners: UnsafeMutablePointer<Int>
  /// The element that each step stands at.
  private var current: [UnsafeRawPointer?]
  private let mask: MaskWords

  init(_ range: BatchRange, _ parent: BatchFrame, _ scratch: Scratch, _ variableCount: Int) {
    self.range = range
    self.parent = parent
    self.scratch = scratch
    child = BatchFrame(variableCount: variableCount, undecided: scratch.takeMask(), isOfElements: true)
    owners = scratch.takeColumn().assumingMemoryBound(to: Int.self)
    mask = scratch.takeMask()
    current = Array(repeating: nil, count: range.steps.count)
    for variable in range.steps.map(\.variable) + range.outer {
      let column = scratch.takeColumn()
      columns.append(column.assumingMemoryBound(to: UnsafeRawPointer.self))
      child.rows[variable] = .list(column)
    }
  }

  deinit {
    for column in columns { scratch.give(UnsafeMutableRawPointer(column)) }
    scratch.give(UnsafeMutableRawPointer(owners))
    scratch.give(mask)
    scratch.give(child.undecided)
  }

  /// Calls `onElement` with the row of each element that the filter holds of, `onNil` with the rows whose range is nil.
  func run(
    _ run: QueryRun, over rows: MaskWords, onNil: (Int) -> Void, onElement: (Int) -> Void
  ) throws(PredicateIssue) {
    for word in 0..<RowMask.words(for: parent.count) {
      var bits = rows[word]
      while bits != 0 {
        let position = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        if try !descend(0, position, run, onElement) { onNil(position) }
      }
    }
    try flush(run, onElement)
  }

  /// Goes through the elements of a step; false where there is no array.
  private func descend(
    _ depth: Int, _ position: Int, _ run: QueryRun, _ onElement: (Int) -> Void
  ) throws(PredicateIssue) -> Bool {
    let step = range.steps[depth]
    guard let start = start(of: step, depth, position), let owner = step.path.row(from: start),
      let storage = owner.load(fromByteOffset: step.elements.offset, as: UnsafeRawPointer?.self)
    else { return false }
    let first = storage + step.elements.firstOffset
    for index in 0..<storage.load(fromByteOffset: 16, as: Int.self) {
      let element = first + index &* step.elements.stride
      current[depth] = step.areInstances ? element.load(as: UnsafeRawPointer.self) : element
      if depth + 1 < range.steps.count {
        _ = try descend(depth + 1, position, run, onElement)
      } else {
        try append(position, run, onElement)
      }
    }
    return true
  }

  /// The row that a step starts from: the element of a step before it, or a row from outside.
  private func start(of step: BatchRange.Step, _ depth: Int, _ position: Int) -> UnsafeRawPointer? {
    for earlier in 0..<depth where range.steps[earlier].variable == step.path.variable { return current[earlier] }
    return parent.rows[step.path.variable]?[position]
  }

  private func append(_ position: Int, _ run: QueryRun, _ onElement: (Int) -> Void) throws(PredicateIssue) {
    var column = 0
    for element in current {
      guard let element else { return }
      columns[column][child.count] = element
      column += 1
    }
    for variable in range.outer {
      guard let row = parent.rows[variable]?[position] else { return }
      columns[column][child.count] = row
      column += 1
    }
    owners[child.count] = position
    child.count += 1
    if child.count == RowMask.chunkSize { try flush(run, onElement) }
  }

  /// Asks the filter of the elements that were gathered.
  private func flush(_ run: QueryRun, _ onElement: (Int) -> Void) throws(PredicateIssue) {
    for word in 0..<RowMask.words(for: child.count) {
      mask[word] = RowMask.valid(word, child.count)
      child.undecided[word] = 0
    }
    try run.visit(child.count)
    try run.narrow(range.filter, child, mask)
    mask.forEachRow(child.count) { onElement(owners[$0]) }
    child.undecided.forEachRow(child.count) { parent.undecided.set(owners[$0]) }
    child.count = 0
  }
}
