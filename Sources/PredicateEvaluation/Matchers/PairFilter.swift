/// A matcher of two stored values of each row, with its loop, compiled for it.
struct PairFilter: Sendable {
  /// Clears the bits of the rows that do not pass; sets the bit of a row that is left to the reference in the last mask.
  let narrow: @Sendable (PairRows, MaskWords, Int, _ undecided: MaskWords) -> Void

  init(_ matcher: some PairMatcher) {
    narrow = { pairs, mask, count, undecided in
      for word in 0..<RowMask.words(for: count) {
        var held: UInt64 = 0
        @inline(__always)
        func note(_ bit: Int, _ isHeld: Bool?) {
          if isHeld == nil { undecided.set(word &* 64 &+ bit) }
          held |= (isHeld ?? false ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit)
        }
        let both = mask[word] & pairs.left.present[word] & pairs.right.present[word]
        both.forEachSetBit { bit in
          let position = word &* 64 &+ bit
          note(bit, matcher.holds(pairs.left.place(position), pairs.right.place(position)))
        }
        (mask[word] & ~both).forEachSetBit { bit in
          let position = word &* 64 &+ bit
          note(bit, matcher.holds(pairs.left[position], pairs.right[position]))
        }
        mask[word] = held
      }
    }
  }
}

/// Where the two values of each row of a chunk lie.
struct PairRows {
  /// One of the two.
  struct Side {
    let rows: Rows
    let offset: Int
    /// The rows that have the value.
    let present: MaskWords

    /// Where the value of a row lies; nil where no path leads to it.
    @inline(__always)
    subscript(position: Int) -> UnsafeRawPointer? { present.has(position) ? place(position) : nil }

    /// Where the value of a row lies, where a path leads to it.
    @inline(__always)
    func place(_ position: Int) -> UnsafeRawPointer { rows[position] + offset }
  }

  let left: Side
  let right: Side
}
