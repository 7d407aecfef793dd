extension QueryRun {
  /// A comparison of two stored values of each row.
  func narrow(
    _ comparison: PairComparison, _ left: ValuePlace, _ right: ValuePlace, _ frame: ChunkFrame, _ mask: MaskWords
  ) {
    narrowPairs(left, right, frame, mask) { comparison.holds($0, $1) }
  }

  /// Clears the bits of the rows for whose two places a comparison does not hold. It gets nil for a place to which no path leads; rows for
  /// which it gives nil become undecided.
  @inline(__always)
  func narrowPairs(
    _ left: ValuePlace, _ right: ValuePlace, _ frame: ChunkFrame, _ mask: MaskWords,
    _ holds: (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool?
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
    for word in 0..<RowMask.words(for: frame.count) {
      var held: UInt64 = 0
      var bits = mask[word]
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        let position = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let a = leftMask[word] & bit == 0 ? nil : lefts.rows[position] + left.offset
        let b = rightMask[word] & bit == 0 ? nil : rights.rows[position] + right.offset
        switch holds(a, b) {
        case true?: held |= bit
        case false?: break
        case nil: frame.undecided.set(position)
        }
      }
      mask[word] = held
    }
  }
}
