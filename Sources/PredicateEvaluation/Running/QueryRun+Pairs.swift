extension QueryRun {
  /// A comparison of two stored values of each row.
  func narrow(
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
    filter.narrow(pairs, mask, frame.count, frame.undecided)
  }
}
