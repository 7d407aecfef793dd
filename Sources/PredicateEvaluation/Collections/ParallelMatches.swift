import PredicateValues

/// The bits of the matches of many elements, found on all cores: a bit an element.
///
/// Unchecked: each thread writes the words of its own blocks, and nobody writes when all are done.
@usableFromInline
final class ParallelMatches: @unchecked Sendable {
  @usableFromInline let blocks: ParallelBlocks
  /// The bits, whole words for each block.
  @usableFromInline let words: MaskWords
  /// How many matches stand before each block, and behind the last one all of them.
  @usableFromInline private(set) var offsets: [Int] = []
  private let counts: UnsafeMutablePointer<Int>
  private let issues: Locked<[Int: PredicateIssue]>

  private init(_ blocks: ParallelBlocks, keepsBits: Bool) {
    self.blocks = blocks
    words = .allocate(capacity: keepsBits ? max(1, RowMask.words(for: blocks.count)) : 1)
    counts = .allocate(capacity: max(1, blocks.blockCount))
    counts.initialize(repeating: 0, count: max(1, blocks.blockCount))
    issues = Locked([:])
  }

  deinit {
    words.deallocate()
    counts.deallocate()
  }

  /// How many matches there are.
  @usableFromInline var total: Int { offsets.last ?? 0 }

  /// Asks a query of elements that lie behind one another. The issue is that of the first element that has one.
  static func find(
    _ plan: QueryPlan, _ elements: UnsafeRawPointer, _ count: Int, keepsBits: Bool
  ) throws(PredicateIssue) -> ParallelMatches {
    let found = ParallelMatches(ParallelBlocks(count), keepsBits: keepsBits)
    let rows = SharedRows(base: elements)
    let runs = RunPool(plan)
    found.blocks.forEach { block in
      let run = runs.take()
      found.ask(run, block, rows.base, keepsBits)
      runs.give(run)
    }
    let first = found.issues.withLock { issues in issues.min { $0.key < $1.key }?.value }
    if let first { throw first }
    found.offsets = [0]
    for block in 0..<found.blocks.blockCount { found.offsets.append(found.total + found.counts[block]) }
    return found
  }

  /// Asks about a block.
  private func ask(_ run: QueryRun, _ block: Int, _ elements: UnsafeRawPointer, _ keepsBits: Bool) {
    let range = blocks[block]
    let size = run.chunkSize
    var matches = 0
    var position = range.lowerBound
    do throws(PredicateIssue) {
      while position < range.upperBound {
        let count = min(size, range.upperBound - position)
        let mask = try run.match(elements + position * run.plan.stride, count: count)
        matches += mask.matches(count)
        if keepsBits { (words + position / 64).update(from: mask, count: RowMask.words(for: count)) }
        position += count
      }
    } catch {
      issues.withLock { $0[block] = error }
    }
    counts[block] = matches
  }

  /// Where the rows lie. Unchecked: threads only read them, and a query over elements that are not `Sendable` runs on one.
  private struct SharedRows: @unchecked Sendable {
    let base: UnsafeRawPointer
  }
}
