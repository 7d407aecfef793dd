import PredicateValues

/// Memory that a run of a query uses again and again: columns, and masks.
///
/// One thread uses it, and nothing is called while one of its properties is written. That nothing watches them for overlapping access halved the
/// time of a run for one row.
final class Scratch {
  /// How many rows a chunk has at most.
  let capacity: Int
  @exclusivity(unchecked) private var columns: [UnsafeMutableRawPointer] = []
  @exclusivity(unchecked) private var masks: [MaskWords] = []
  @exclusivity(unchecked) private var values: [UnsafeMutablePointer<QueryValue>] = []
  @exclusivity(unchecked) private var views: [ViewColumn] = []
  /// Wider columns, with how many bytes a row takes: so few that a search costs less than a dictionary.
  @exclusivity(unchecked) private var blocks: [(stride: Int, memory: UnsafeMutableRawPointer)] = []
  /// Room for copies of elements, by what makes it.
  @exclusivity(unchecked) private var copies: [ObjectIdentifier: [CopiedElements]] = [:]

  /// How many words a mask has.
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

  /// Eight bytes a row, of whatever content.
  func takeColumn() -> UnsafeMutableRawPointer {
    if let column = columns.popLast() { return column }
    let column = UnsafeMutableRawPointer.allocate(byteCount: capacity * 8, alignment: 16)
    column.initializeMemory(as: UInt64.self, repeating: 0, count: capacity)
    return column
  }

  /// Gives a column back.
  func give(_ column: UnsafeMutableRawPointer) { columns.append(column) }

  /// So many bytes a row, of whatever content. To allocate them for each chunk would cost more than many a condition.
  func takeBlock(stride: Int) -> UnsafeMutableRawPointer {
    if let index = blocks.lastIndex(where: { $0.stride == stride }) { return blocks.remove(at: index).memory }
    return .allocate(byteCount: max(1, capacity * stride), alignment: 16)
  }

  /// Gives so many bytes a row back.
  func give(_ block: UnsafeMutableRawPointer, stride: Int) { blocks.append((stride, block)) }

  /// Room for copies of elements.
  func takeCopies(_ source: CopySource) -> CopiedElements {
    copies[ObjectIdentifier(source)]?.popLast() ?? source.make(capacity)
  }

  /// Gives room for copies back, in which none lie.
  func give(_ elements: CopiedElements, _ source: CopySource) {
    elements.forget()
    copies[ObjectIdentifier(source), default: []].append(elements)
  }

  /// A column of values, all of them nil.
  func takeValues() -> UnsafeMutablePointer<QueryValue> {
    if let column = values.popLast() { return column }
    let column = UnsafeMutablePointer<QueryValue>.allocate(capacity: capacity)
    column.initialize(repeating: .null, count: capacity)
    return column
  }

  /// Gives a column of values back, of which so many were used. They are dropped: they may hold on to what the client has.
  func give(_ column: UnsafeMutablePointer<QueryValue>, count: Int) {
    column.update(repeating: .null, count: count)
    values.append(column)
  }

  /// A column of views, none of them filled.
  func takeViews() -> ViewColumn { views.popLast() ?? ViewColumn(capacity: capacity) }

  /// Gives a column of views back, of which so many rows were used.
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

  /// A copy of a mask.
  func takeMask(copying other: MaskWords) -> MaskWords {
    let mask = masks.popLast() ?? .allocate(capacity: words)
    mask.update(from: other, count: words)
    return mask
  }

  /// Gives a mask back.
  func give(_ mask: MaskWords) { masks.append(mask) }
}
