import CPrefetch

/// Where the rows of one variable lie, one a position of the chunk.
///
/// Invariant: at every position whose bit is set in the mask that goes with the rows, there lies an initialised value of the type that
/// the plan was made for, and it stays there unchanged while the chunk is worked on.
struct Rows {
  /// Of direct rows the first one; else the list of their addresses.
  let base: UnsafeRawPointer
  /// From one direct row to the next; of a list the size of an address.
  let stride: Int
  /// Whether `base` is a list of addresses.
  let isList: Bool

  /// Rows behind one another.
  static func direct(_ base: UnsafeRawPointer, stride: Int) -> Rows {
    Rows(base: base, stride: stride, isList: false)
  }

  /// Rows by their addresses: instances of a class in an array of them, elements of many arrays.
  static func list(_ addresses: UnsafeRawPointer) -> Rows {
    Rows(base: addresses, stride: MemoryLayout<UnsafeRawPointer>.stride, isList: true)
  }

  /// Prefetches what lies so many bytes from each listed row whose bit is set. Instances lie anywhere: a loop that tests them would wait for each.
  @inline(never)
  func prefetch(_ offset: Int, _ mask: MaskWords, _ count: Int) {
    if isList { mask.forEachRow(count) { c_prefetch(self[$0] + offset) } }
  }

  /// The row at a position.
  @inline(__always)
  subscript(position: Int) -> UnsafeRawPointer {
    let slot = base + position &* stride
    return isList ? slot.load(as: UnsafeRawPointer.self) : slot
  }
}
