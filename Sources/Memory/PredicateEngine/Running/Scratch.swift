import PredicateReference
import PredicateValues

/// Memory that a run of a query uses again and again: columns, and masks.
///
/// One thread uses it, and nothing is called while one of its properties is written. That nothing watches them for overlapping access halved the
/// time of a run for one row.
final class Scratch {
  /// The most rows of a chunk.
  let capacity: Int
  @exclusivity(unchecked) private var columns: [UnsafeMutableRawPointer] = []
  @exclusivity(unchecked) private var masks: [MaskWords] = []
  @exclusivity(unchecked) private var values: [UnsafeMutablePointer<QueryValue>] = []
  @exclusivity(unchecked) private var views: [ViewColumn] = []
  /// Wider columns, with the bytes per row: so few that a linear search costs less than a dictionary.
  @exclusivity(unchecked) private var blocks: [(stride: Int, memory: UnsafeMutableRawPointer)] = []
  /// Room for copies of elements, by its source.
  @exclusivity(unchecked) private var copies: [ObjectIdentifier: [CopiedElements]] = [:]

  private let words: Int

  init(capacity: Int) {
    self.capacity = capacity
    words = RowMask.words(for: capacity)
  }

  deinit {
    for column in columns { column.deallocate() }
    for block in blocks { block.memory.deallocate() }
    for mask in masks { mask.deallocate() }
    for column in values {
      column.deinitialize(count: capacity)
      column.deallocate()
    }
  }

  /// Eight bytes per row, with undefined contents.
  func takeColumn() -> UnsafeMutableRawPointer {
    if let column = columns.popLast() { return column }
    let column = UnsafeMutableRawPointer.allocate(byteCount: capacity * 8, alignment: 16)
    column.initializeMemory(as: UInt64.self, repeating: 0, count: capacity)
    return column
  }

  func give(_ column: UnsafeMutableRawPointer) { columns.append(column) }

  /// `stride` bytes per row, with undefined contents. An allocation for each chunk would cost more than many conditions.
  func takeBlock(stride: Int) -> UnsafeMutableRawPointer {
    if let index = blocks.lastIndex(where: { $0.stride == stride }) { return blocks.remove(at: index).memory }
    return .allocate(byteCount: max(1, capacity * stride), alignment: 16)
  }

  func give(_ block: UnsafeMutableRawPointer, stride: Int) { blocks.append((stride, block)) }

  func takeCopies(_ source: CopySource) -> CopiedElements {
    copies[ObjectIdentifier(source)]?.popLast() ?? source.make(capacity)
  }

  /// Takes back room for copies, and drops the copies.
  func give(_ elements: CopiedElements, _ source: CopySource) {
    elements.reset()
    copies[ObjectIdentifier(source), default: []].append(elements)
  }

  /// A column of values, all of them nil.
  func takeValues() -> UnsafeMutablePointer<QueryValue> {
    if let column = values.popLast() { return column }
    let column = UnsafeMutablePointer<QueryValue>.allocate(capacity: capacity)
    column.initialize(repeating: .null, count: capacity)
    return column
  }

  /// Takes back a column of values, and drops the first `count` values: they may retain the client's objects.
  func give(_ column: UnsafeMutablePointer<QueryValue>, count: Int) {
    column.update(repeating: .null, count: count)
    values.append(column)
  }

  /// A column of views, none of them filled.
  func takeViews() -> ViewColumn { views.popLast() ?? ViewColumn(capacity: capacity) }

  /// Takes back a column of views, and clears `count` rows.
  func give(_ column: ViewColumn, count: Int) {
    column.clear(count: count)
    views.append(column)
  }

  /// A mask with no bit set.
  func takeMask() -> MaskWords {
    let mask = masks.popLast() ?? .allocate(capacity: words)
    mask.initialize(repeating: 0, count: words)
    return mask
  }

  func takeMask(copying other: MaskWords) -> MaskWords {
    let mask = masks.popLast() ?? .allocate(capacity: words)
    mask.update(from: other, count: words)
    return mask
  }

  func give(_ mask: MaskWords) { masks.append(mask) }
}

/// The rows of the variables in one chunk.
final class ChunkFrame {
  /// The chunk whose rows the elements belong to.
  struct Parent {
    let frame: ChunkFrame
    /// The row of that chunk that each element belongs to.
    let owners: UnsafeMutablePointer<Int>
  }

  @exclusivity(unchecked) var count = 0
  /// The rows that only the reference can decide. Their bits in the mask do not count.
  let undecided: MaskWords
  /// The walk whose elements the rows are, at its last step.
  unowned var walk: RangeWalk?

  /// The rows of each variable; nil outside of its scope, and for rows of the parent that were not needed yet.
  @exclusivity(unchecked) private var rows: [Rows?]
  /// The chunk that the rows belong to; nil if the rows are the evaluated elements themselves.
  private let parent: Parent?
  /// The variables of the parent whose rows are repeated.
  @exclusivity(unchecked) private var repeated: [Int] = []
  /// The columns of the paths that were looked up in the chunk, by their sites.
  @exclusivity(unchecked) private var columns: [ViewColumn?]
  @exclusivity(unchecked) private var temporaries: [ViewColumn] = []
  /// Chunks whose columns count as long as this one.
  @exclusivity(unchecked) private var adopted: [ChunkFrame] = []

  init(variableCount: Int, siteCount: Int, undecided: MaskWords, parent: Parent? = nil) {
    rows = Array(repeating: nil, count: max(1, variableCount))
    columns = Array(repeating: nil, count: siteCount)
    self.undecided = undecided
    self.parent = parent
  }

  /// Whether the rows are the elements of ranges, so that a row of the parent may occur many times.
  var isOfElements: Bool { parent != nil }

  /// Sets the addresses of the rows of one of the chunk's variables.
  func set(_ variable: Int, _ rows: Rows) { self.rows[variable] = rows }

  /// The rows of a variable, or nil outside of its scope. The rows of a variable of the parent are repeated on first use.
  func rows(of variable: Int, _ scratch: Scratch) -> Rows? {
    if let known = rows[variable] { return known }
    guard let parent, let outer = parent.frame.rows(of: variable, scratch) else { return nil }
    let column = scratch.takeColumn()
    let list = column.assumingMemoryBound(to: UnsafeRawPointer.self)
    for element in 0..<count { list[element] = outer[parent.owners[element]] }
    rows[variable] = .list(column)
    repeated.append(variable)
    return rows[variable]
  }

  func column(_ site: Int, _ scratch: Scratch) -> ViewColumn {
    if let column = columns[site] { return column }
    let column = scratch.takeViews()
    columns[site] = column
    return column
  }

  /// A column that counts as long as the chunk.
  func newColumn(_ scratch: Scratch) -> ViewColumn {
    let column = scratch.takeViews()
    temporaries.append(column)
    return column
  }

  /// Keeps the columns of another chunk as long as those of this one.
  func adopt(_ chunk: ChunkFrame) { adopted.append(chunk) }

  /// Gives the columns of the chunk back.
  func releaseColumns(_ scratch: Scratch) {
    while let variable = repeated.popLast() {
      if let rows = rows[variable] { scratch.give(UnsafeMutableRawPointer(mutating: rows.base)) }
      rows[variable] = nil
    }
    for site in columns.indices {
      if let column = columns[site] { scratch.give(column, count: count) }
      columns[site] = nil
    }
    while let column = temporaries.popLast() { scratch.give(column, count: count) }
    while let chunk = adopted.popLast() { chunk.releaseColumns(scratch) }
  }
}
