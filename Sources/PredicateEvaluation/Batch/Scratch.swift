/// Memory that a run of a query uses again and again: columns of 2,048 words, and masks.
final class Scratch {
  private var columns: [UnsafeMutableRawPointer] = []
  private var masks: [MaskWords] = []

  deinit {
    for column in columns { column.deallocate() }
    for mask in masks { mask.deallocate() }
  }

  /// Eight bytes a row, of whatever content.
  func takeColumn() -> UnsafeMutableRawPointer {
    columns.popLast() ?? .allocate(byteCount: RowMask.chunkSize * 8, alignment: 16)
  }

  /// Gives a column back.
  func give(_ column: UnsafeMutableRawPointer) { columns.append(column) }

  /// A mask with no bit set.
  func takeMask() -> MaskWords {
    let mask = masks.popLast() ?? .allocate(capacity: RowMask.words)
    mask.initialize(repeating: 0, count: RowMask.words)
    return mask
  }

  /// A copy of a mask.
  func takeMask(copying other: MaskWords) -> MaskWords {
    let mask = masks.popLast() ?? .allocate(capacity: RowMask.words)
    mask.update(from: other, count: RowMask.words)
    return mask
  }

  /// Gives a mask back.
  func give(_ mask: MaskWords) { masks.append(mask) }
}
