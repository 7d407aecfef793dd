/// The masks and columns of a run, which are reused.
final class Scratch {
  let capacity: Int
  private let words: Int
  private var columns: [UnsafeMutableRawPointer] = []
  private var masks: [MaskWords] = []

  init(capacity: Int) {
    self.capacity = capacity
    words = RowMask.words(for: capacity)
  }

  deinit {
    for column in columns { column.deallocate() }
    for mask in masks { mask.deallocate() }
  }

  /// A column with eight bytes for each row.
  func takeColumn() -> UnsafeMutableRawPointer {
    columns.popLast() ?? .allocate(byteCount: capacity * 8, alignment: 16)
  }

  func give(_ column: UnsafeMutableRawPointer) { columns.append(column) }

  /// A mask in which no bit is set.
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
