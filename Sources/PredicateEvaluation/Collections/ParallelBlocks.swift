#if canImport(Dispatch)
  import Dispatch
#endif

/// Splits a row of elements into blocks that are worked on at the same time.
@usableFromInline
enum ParallelBlocks {
  /// A block below this is not worth a thread.
  private static let smallest = 16_384
  private static let blockCount = 64

  /// What `body` makes of each block, in the order of the blocks.
  @usableFromInline
  static func map<Part: Sendable>(_ count: Int, _ body: @Sendable (Range<Int>) -> Part) -> [Part] {
    #if canImport(Dispatch)
      let blocks = min(blockCount, count / smallest)
      if blocks < 2 { return [body(0..<count)] }
      return Array(unsafeUninitializedCapacity: blocks) { parts, initialized in
        let slots = Slots(base: parts.baseAddress)
        DispatchQueue.concurrentPerform(iterations: blocks) { block in
          let part = body(count * block / blocks..<count * (block + 1) / blocks)
          // Each block has a slot of its own.
          slots.base.map { ($0 + block).initialize(to: part) }
        }
        initialized = blocks
      }
    #else
      return [body(0..<count)]
    #endif
  }

  private struct Slots<Part>: @unchecked Sendable {
    let base: UnsafeMutablePointer<Part>?
  }
}
