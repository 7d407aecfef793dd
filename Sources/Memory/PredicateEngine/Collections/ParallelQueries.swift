import PredicateValues

#if canImport(Dispatch)
  import Dispatch
#endif

extension BoundQuery where Element: Sendable {
  /// The same query, which runs on all cores at once if the elements are contiguous in memory.
  ///
  /// `filter`, `filterIndices` and `count(where:)` give the same answers in the same order. Worth it from some ten thousand elements.
  public var parallel: BoundQuery {
    var query = self
    query.isParallel = true
    return query
  }
}

extension BoundQuery {
  /// Rows and answers that several threads work on, each with a part of them: only a query over `Sendable` elements becomes parallel.
  @usableFromInline
  struct Shared<Value>: @unchecked Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  /// The matches of a buffer, found on all cores.
  @usableFromInline
  func matches(of buffer: UnsafeBufferPointer<Element>, keepsBits: Bool) throws(PredicateIssue) -> ParallelMatches {
    let nothing = UnsafeRawPointer(bitPattern: MemoryLayout<Element>.alignment).unsafelyUnwrapped
    let base = buffer.baseAddress.map { UnsafeRawPointer($0) } ?? nothing
    return try ParallelMatches.find(plan, base, buffer.count, keepsBits: keepsBits)
  }

  @inlinable
  func filterInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<[Element], PredicateIssue> {
    Result { () throws(PredicateIssue) in
      let found = try matches(of: buffer, keepsBits: true)
      return Array(unsafeUninitializedCapacity: found.total) { result, count in
        let shared = Shared((elements: buffer.baseAddress, result: result.baseAddress))
        found.blocks.forEach { block in
          guard let elements = shared.value.elements, var next = shared.value.result else { return }
          let range = found.blocks[block]
          next += found.offsets[block]
          forEachRun(of: elements + range.lowerBound, found.words + range.lowerBound / 64, range.count) { run in
            guard let first = run.baseAddress else { return }
            next.initialize(from: first, count: run.count)
            next += run.count
          }
        }
        count = found.total
      }
    }
  }

  @usableFromInline
  func positionsInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<[Int], PredicateIssue> {
    Result { () throws(PredicateIssue) in
      let found = try matches(of: buffer, keepsBits: true)
      return Array(unsafeUninitializedCapacity: found.total) { result, count in
        let shared = Shared(result.baseAddress)
        found.blocks.forEach { block in
          guard var next = shared.value else { return }
          let range = found.blocks[block]
          next += found.offsets[block]
          (found.words + range.lowerBound / 64).forEachSetBit(range.count) { position in
            next.initialize(to: range.lowerBound &+ position)
            next += 1
          }
        }
        count = found.total
      }
    }
  }

  func countInParallel(_ buffer: UnsafeBufferPointer<Element>) -> Result<Int, PredicateIssue> {
    Result { () throws(PredicateIssue) in try matches(of: buffer, keepsBits: false).total }
  }
}

/// A row of elements in blocks that are worked on at the same time.
@usableFromInline
struct ParallelBlocks: Sendable {
  /// A block below this is not worth a thread.
  private static let smallest = 8192
  private static let most = 64

  @usableFromInline let count: Int
  /// The number of elements per block: whole words of a mask.
  @usableFromInline let size: Int

  /// The blocks of `count` elements.
  @usableFromInline
  init(_ count: Int) {
    self.count = count
    size = (max(Self.smallest, count / Self.most) + 63) & ~63
  }

  @usableFromInline var blockCount: Int { (count + size - 1) / size }

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

/// The bits of the matches of many elements, found on all cores: one bit per element.
///
/// Unchecked: each thread writes only the words of its blocks. After the last block all threads only read.
@usableFromInline
final class ParallelMatches: @unchecked Sendable {
  @usableFromInline let blocks: ParallelBlocks
  /// The bits, whole words for each block.
  @usableFromInline let words: MaskWords
  /// The number of matches before each block, and at the end the number of all matches.
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

  @usableFromInline var total: Int { offsets.last ?? 0 }

  /// Runs a query over contiguous elements. Throws the issue of the first element that has one.
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

  /// The address of the rows. Unchecked: threads only read them, and a query over elements that are not `Sendable` runs on one thread.
  private struct SharedRows: @unchecked Sendable {
    let base: UnsafeRawPointer
  }
}
