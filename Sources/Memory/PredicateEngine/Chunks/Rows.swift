import CPrefetch

/// The addresses of the rows for one variable. Each position of the chunk has one row.
///
/// Invariant: at every position whose bit is set in the mask, the address has an initialised value of the plan's type. The value does not change
/// while the chunk is processed.
struct Rows {
  /// The address of the first row of direct rows, or of the list of addresses for other rows.
  let base: UnsafeRawPointer
  /// The distance in bytes from one direct row to the next. For a list it is the size of an address.
  let stride: Int
  /// Whether `base` is a list of addresses.
  let isList: Bool

  /// Rows that are contiguous in memory.
  static func direct(_ base: UnsafeRawPointer, stride: Int) -> Rows {
    Rows(base: base, stride: stride, isList: false)
  }

  /// Rows that are given by a list of addresses. Examples are the instances in an array of class references, and the elements of many arrays.
  static func list(_ addresses: UnsafeRawPointer) -> Rows {
    Rows(base: addresses, stride: MemoryLayout<UnsafeRawPointer>.stride, isList: true)
  }

  /// Prefetches the byte at `offset` of each listed row whose bit is set. Instances can be anywhere in memory, so a loop that tests them would wait
  /// for each of them.
  @inline(never)
  func prefetch(_ offset: Int, _ mask: MaskWords, _ count: Int) {
    if isList { mask.forEachRow(count) { c_prefetch(self[$0] + offset) } }
  }

  /// Prefetches the values that a program reads, for the rows of one word of a mask. Also prefetches values in the instances and arrays that the rows
  /// refer to. The first row of the word is at `first`.
  @inline(never)
  func prefetch(_ reads: [RowRead], of word: UInt64, from first: Int) {
    // The rows are prefetched first, so that they arrive together.
    if isList || stride > Self.followedStride {
      for read in reads { word.forEachSetBit { c_prefetch(self[first &+ $0] + Int(read.offset)) } }
    }
    for read in reads {
      guard let behind = read.behind else { continue }
      word.forEachSetBit { bit in
        if let place = self[first &+ bit].load(fromByteOffset: Int(read.offset), as: UnsafeRawPointer?.self) {
          c_prefetch(place + Int(behind))
        }
      }
    }
  }

  /// The largest distance in bytes between direct rows that the processor prefetches by itself. Prefetching rows of 72 bytes here took up to a tenth
  /// more time. For rows of several hundred bytes it halves the time.
  private static let followedStride = 128

  @inline(__always)
  subscript(position: Int) -> UnsafeRawPointer {
    let slot = base + position &* stride
    return isList ? slot.load(as: UnsafeRawPointer.self) : slot
  }
}

/// A value that a program reads: in the row, or in the instance or array that the row refers to.
struct RowRead: Hashable, Sendable {
  /// The distance from the row to the value, or to the reference.
  let offset: Int32
  /// The distance from the referenced instance or storage to the value; nil for a value in the row.
  var behind: Int32?
}
