import PredicateBinding
import PredicateValues

/// One walk through the elements of a range for all rows of a chunk: the elements of each step become the rows of chunks of their own, in
/// which the rows that they belong to, and the rows from outside, are repeated.
final class RangeWalk {
  /// Takes a chunk of elements, the bits of those that the filter holds of, and for each element the row of the outermost chunk that it
  /// belongs to.
  typealias Body = (BatchFrame, MaskWords, UnsafePointer<Int>) throws(PredicateIssue) -> Void

  private let run: QueryRun
  private let range: BatchRange
  private let parent: BatchFrame
  private let levels: [Level]
  /// The rows of which no further element is wanted.
  private let settled: MaskWords?

  /// The chunk of the elements of one step.
  private final class Level {
    let child: BatchFrame
    /// The row of the chunk before that each element belongs to.
    let owners: UnsafeMutablePointer<Int>
    /// The row of the outermost chunk that each element belongs to.
    let roots: UnsafeMutablePointer<Int>
    let mask: MaskWords
    /// The addresses of the elements.
    let elements: UnsafeMutablePointer<UnsafeRawPointer>
    /// The variables from outside and of the steps before, and the addresses of their rows.
    let outer: [(variable: Int, rows: UnsafeMutablePointer<UnsafeRawPointer>)]
    private let scratch: Scratch

    init(_ variable: Int, outer: [Int], _ run: QueryRun) {
      scratch = run.scratch
      child = BatchFrame(
        variableCount: run.plan.bound.variableCount, undecided: scratch.takeMask(), isOfElements: true)
      owners = scratch.takeColumn().assumingMemoryBound(to: Int.self)
      roots = scratch.takeColumn().assumingMemoryBound(to: Int.self)
      mask = scratch.takeMask()
      elements = scratch.takeColumn().assumingMemoryBound(to: UnsafeRawPointer.self)
      child.rows[variable] = .list(elements)
      var repeated: [(Int, UnsafeMutablePointer<UnsafeRawPointer>)] = []
      for variable in outer {
        let rows = scratch.takeColumn().assumingMemoryBound(to: UnsafeRawPointer.self)
        repeated.append((variable, rows))
        child.rows[variable] = .list(rows)
      }
      self.outer = repeated
    }

    deinit {
      for column in outer { scratch.give(UnsafeMutableRawPointer(column.rows)) }
      scratch.give(UnsafeMutableRawPointer(elements))
      scratch.give(UnsafeMutableRawPointer(owners))
      scratch.give(UnsafeMutableRawPointer(roots))
      scratch.give(mask)
      scratch.give(child.undecided)
    }
  }

  /// - Parameter settled: The rows of which no further element is wanted; the body sets their bits.
  init(_ range: BatchRange, _ parent: BatchFrame, _ run: QueryRun, settled: MaskWords? = nil) {
    self.range = range
    self.parent = parent
    self.run = run
    self.settled = settled
    var outer = range.outer.filter { parent.rows[$0] != nil }
    var levels: [Level] = []
    for step in range.steps {
      levels.append(Level(step.variable, outer: outer, run))
      outer.append(step.variable)
    }
    self.levels = levels
  }

  /// Calls `onNil` with the rows whose range is nil, and `body` with chunks of the elements of the others, in their order.
  func run(over rows: MaskWords, onNil: (Int) -> Void, _ body: Body) throws(PredicateIssue) {
    try walk(0, parent, rows, nil, onNil, body)
  }

  /// Goes through the elements of a step for the rows of the chunk before.
  private func walk(
    _ depth: Int, _ before: BatchFrame, _ rows: MaskWords, _ roots: UnsafePointer<Int>?, _ onNil: (Int) -> Void,
    _ body: Body
  ) throws(PredicateIssue) {
    let level = levels[depth]
    level.child.count = 0
    switch range.steps[depth].source {
    case .array(let path, let elements, let areInstances):
      guard let start = before.rows[path.variable] else { return }
      for word in 0..<RowMask.words(for: before.count) {
        var bits = rows[word]
        while bits != 0 {
          let position = word &* 64 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          guard let owner = path.row(from: start[position]), let count = elements.count(of: owner) else {
            onNil(position)
            continue
          }
          let root = roots?[position] ?? position
          guard count > 0, var element = elements.element(0, of: owner) else { continue }
          for _ in 0..<count {
            let row = areInstances ? element.load(as: UnsafeRawPointer.self) : element
            try append(row, position, root, depth, before, body)
            if level.child.count == 0, settled?.has(root) ?? false { break }
            element += elements.stride
          }
        }
      }
      try flush(depth, before, body)
    case .values(let node, let isRelationship):
      let present = run.scratch.takeMask(copying: rows)
      let column = run.scratch.takeValues()
      var owners: [OwnedValue] = []
      defer {
        run.scratch.give(present)
        run.scratch.give(column, count: before.count)
        withExtendedLifetime(owners) {}
      }
      try run.fill(column, node, before, present, &owners)
      for word in 0..<RowMask.words(for: before.count) {
        var bits = present[word]
        while bits != 0 {
          let position = word &* 64 &+ bits.trailingZeroBitCount
          bits &= bits &- 1
          let elements: [QueryValue]
          switch column[position] {
          case .null:
            onNil(position)
            continue
          case .array(let found), .set(let found): elements = found
          case .dictionary(let found) where isRelationship: elements = found.values
          default:
            before.undecided.set(position)
            continue
          }
          let root = roots?[position] ?? position
          // The column keeps the elements where they are until the last of them is flushed.
          try elements.withUnsafeBufferPointer { (buffer) throws(PredicateIssue) in
            guard var element = buffer.baseAddress else { return }
            for _ in 0..<buffer.count {
              try append(UnsafeRawPointer(element), position, root, depth, before, body)
              if level.child.count == 0, settled?.has(root) ?? false { break }
              element += 1
            }
          }
        }
      }
      try flush(depth, before, body)
    }
  }

  private func append(
    _ element: UnsafeRawPointer, _ position: Int, _ root: Int, _ depth: Int, _ before: BatchFrame, _ body: Body
  ) throws(PredicateIssue) {
    let level = levels[depth]
    let count = level.child.count
    level.elements[count] = element
    level.owners[count] = position
    level.roots[count] = root
    for (variable, rows) in level.outer {
      if let row = before.rows[variable]?[position] { rows[count] = row }
    }
    level.child.count = count &+ 1
    if level.child.count == RowMask.chunkSize { try flush(depth, before, body) }
  }

  /// Goes on with the elements that were gathered: to the next step, or to the filter.
  private func flush(_ depth: Int, _ before: BatchFrame, _ body: Body) throws(PredicateIssue) {
    let level = levels[depth]
    let child = level.child
    if child.count == 0 { return }
    let words = RowMask.words(for: child.count)
    for word in 0..<words {
      level.mask[word] = RowMask.valid(word, child.count)
      child.undecided[word] = 0
    }
    try run.visit(child.count)
    if depth + 1 < levels.count {
      try walk(depth + 1, child, level.mask, level.roots, { _ in }, body)
    } else {
      try run.narrow(range.filter, child, level.mask)
      for word in 0..<words { level.mask[word] &= ~child.undecided[word] }
      try body(child, level.mask, level.roots)
    }
    child.undecided.forEachRow(child.count) { before.undecided.set(level.owners[$0]) }
    child.count = 0
  }
}
