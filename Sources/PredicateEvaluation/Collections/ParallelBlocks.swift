#if canImport(Dispatch)
  import Dispatch
#endif

/// A row of elements in blocks that are worked on at the same time.
@usableFromInline
struct ParallelBlocks: Sendable {
  /// A block below this is not worth a thread.
  private static let smallest = 8192
  private static let most = 64

  /// How many elements there are.
  @usableFromInline let count: Int
  /// How many of them a block has: whole words of a mask.
  @usableFromInline let size: Int

  /// The blocks of so many elements.
  @usableFromInline
  init(_ count: Int) {
    self.count = count
    size = (max(Self.smallest, count / Self.most) + 63) & ~63
  }

  /// How many blocks there are.
  @usableFromInline var blockCount: Int { (count + size - 1) / size }

  /// The elements of a block.
  @usableFromInline
  subscript(block: Int) -> Range<Int> { block * size..<min(count, (block + 1) * size) }

  /// Calls `body` for each block, on as many threads as there are cores.
  @usableFromInline
  func forEach(_ body: @Sendable (Int) -> Void) {
    #if canImport(Dispatch)
      if blockCount > 1 { return DispatchQueue.concurrentPerform(iterations: blockCount, execute: body) }
    #endif
    for block in 0..<blockCount { body(block) }
  }
}
