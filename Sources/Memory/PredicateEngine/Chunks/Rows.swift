import CPrefetch

/// The addresses of the rows of one variable, one row per position of the chunk.
///
/// Invariant: at every position whose bit is set in the mask of these rows, the address has an initialised value of the plan's type. The value does
/// not change while the chunk is processed.
struct Rows {
  /// The first of direct rows, or the list of the addresses of the others.
  let base: UnsafeRawPointer
  /// From one direct row to the next; of a list the size of an address.
  let stride: Int
  /// Whether `base` is a list of addresses.
  let isList: Bool

  /// Rows that are contiguous in memory.
  static func direct(_ base: UnsafeRawPointer, stride: Int) -> Rows {
    Rows(base: base, stride: stride, isList: false)
  }

  /// Rows by their addresses: instances of a class in an array of them, elements of many arrays.
  static func list(_ addresses: UnsafeRawPointer) -> Rows {
    Rows(base: addresses, stride: MemoryLayout<UnsafeRawPointer>.stride, isList: true)
  }

  /// Prefetches the byte at `offset` of each listed row whose bit is set. Instances can be anywhere in memory: a loop that tests them would wait for
  /// each.
  @inline(never)
  func prefetch(_ offset: Int, _ mask: MaskWords, _ count: Int) {
    if isList { mask.forEachRow(count) { c_prefetch(self[$0] + offset) } }
  }

  /// Prefetches places of the rows of a word of a mask, whose first row is at `first`, and of what the rows refer to.
  @inline(never)
  func prefetch(_ reads: [RowRead], of word: UInt64, from first: Int) {
    // First the rows, which then arrive at the same time.
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

  /// The largest distance in bytes between direct rows that the processor prefetches by itself. With rows of 72 bytes, prefetching them here took up to a tenth more time;
  /// with rows of several hundred bytes it takes half of the time.
  private static let followedStride = 128

  @inline(__always)
  subscript(position: Int) -> UnsafeRawPointer {
    let slot = base + position &* stride
    return isList ? slot.load(as: UnsafeRawPointer.self) : slot
  }
}

/// A place that a program reads: of the row, or of the instance or array that the row refers to.
struct RowRead: Hashable, Sendable {
  /// The distance from the row to a value, or to a reference.
  let offset: Int32
  /// The distance from what the reference leads to; nil for a value of the row.
  var behind: Int32?
}
