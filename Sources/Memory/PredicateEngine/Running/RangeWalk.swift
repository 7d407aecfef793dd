import CPrefetch
import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// One walk through the elements of a range for all rows of a chunk. The elements of each step become the rows of separate chunks, which repeat the
/// rows that they belong to, and the rows of the parent chunk.
///
/// A run keeps the walk of each range for its next chunk.
final class RangeWalk {
  /// Takes a chunk of elements, the bits of those that the filter holds of, and for each element the row of the outermost chunk that it
  /// belongs to.
  typealias Body = (ChunkFrame, MaskWords, UnsafePointer<Int>) throws(PredicateIssue) -> Void

  /// A number that is calculated once for each row of the outermost chunk.
  private struct RepeatedNumber {
    let values: UnsafeMutableRawPointer
    let present: MaskWords
  }

  /// The chunk whose rows have the range.
  let parent: ChunkFrame
  /// The run keeps the walk, so it lives as long as the walk. A checked reference would count references at each step.
  private unowned(unsafe) let run: QueryRun
  /// The run's scratch memory. Reading it from the run for each row would count references.
  private let scratch: Scratch
  private let reading: BindingOptions.Reading
  private let range: RangeNode
  private let levels: [Level]
  /// The rows that need no further element.
  @exclusivity(unchecked) private var settled: MaskWords?
  /// The rows of the outermost chunk that are walked through.
  @exclusivity(unchecked) private var walked: MaskWords?
  /// The hoisted numbers, calculated on first use.
  @exclusivity(unchecked) private var numbers: [RepeatedNumber?]

  init(_ range: RangeNode, _ parent: ChunkFrame, _ run: QueryRun) {
    self.range = range
    self.parent = parent
    self.run = run
    scratch = run.scratch
    reading = run.plan.reader.reading
    var levels: [Level] = []
    for step in range.steps {
      levels.append(Level(step, levels.last?.child ?? parent, isFirst: levels.isEmpty, run))
    }
    self.levels = levels
    numbers = Array(repeating: nil, count: range.numbers)
    levels.last?.child.walk = self
  }

  /// Calls `onNil` with the rows whose range is nil, and `body` with chunks of the elements of the others, in their order.
  ///
  /// - Parameter settled: The rows that need no further element; the body sets their bits. If it is passed, rows that cannot have a match are skipped
  ///   too, and lose their bits.
  func run(
    over rows: MaskWords, settled: MaskWords? = nil, onNil: (Int) -> Void, _ body: Body
  ) throws(PredicateIssue) {
    self.settled = settled
    walked = rows
    defer {
      for level in levels {
        level.clear()
        level.copies?.reset()
      }
      for slot in numbers.indices {
        guard let number = numbers[slot] else { continue }
        scratch.give(number.values)
        scratch.give(number.present)
        numbers[slot] = nil
      }
    }
    if settled != nil { try skipNils(rows) }
    try walk(0, parent, rows, nil, onNil, body)
  }

  /// Clears the bits of the rows with a nil in a needed hoisted number: the filter is false for all of their elements.
  private func skipNils(_ rows: MaskWords) throws(PredicateIssue) {
    for (number, slot) in range.needed {
      let present = try known(number, slot).present
      for word in 0..<RowMask.words(for: parent.count) { rows[word] &= present[word] }
    }
  }

  /// A number of the rows of the outermost chunk, calculated when it is first needed.
  private func known(_ number: NumberNode, _ slot: Int) throws(PredicateIssue) -> RepeatedNumber {
    if let known = numbers[slot] { return known }
    let made = RepeatedNumber(values: scratch.takeColumn(), present: scratch.takeMask())
    if let walked { made.present.update(from: walked, count: RowMask.words(for: parent.count)) }
    numbers[slot] = made
    try run.calculate(number, parent, made.present, made.values)
    return made
  }

  /// Gives each element of the last step the number of the row of the outermost chunk that it belongs to; clears the bits of nils.
  func `repeat`(
    _ number: NumberNode, _ slot: Int, _ mask: MaskWords, _ destination: UnsafeMutableRawPointer
  ) throws(PredicateIssue) {
    guard let level = levels.last else { return }
    let known = try known(number, slot)
    let values = known.values.assumingMemoryBound(to: UInt64.self)
    let repeated = destination.assumingMemoryBound(to: UInt64.self)
    let count = level.child.count
    for word in 0..<RowMask.words(for: count) where mask[word] != 0 {
      let first = word &* 64
      mask[word] &= RowMask.word(min(64, count &- first)) { bit in
        let root = level.roots[first &+ bit]
        repeated[first &+ bit] = values[root]
        return known.present.has(root)
      }
    }
  }

  /// Goes through the elements of a step for the rows of the chunk before.
  private func walk(
    _ depth: Int, _ before: ChunkFrame, _ rows: MaskWords, _ roots: UnsafePointer<Int>?, _ onNil: (Int) -> Void,
    _ body: Body
  ) throws(PredicateIssue) {
    let level = levels[depth]
    level.clear()
    switch range.steps[depth].source {
    case .array(let path, let elements, let areInstances):
      try walkPlaces(path, elements.offset, areInstances, depth, before, rows, roots, onNil, body) {
        elements.places(of: $0)
      }
    case .set(let path, let offset, let stride, let areInstances):
      try walkPlaces(path, offset, areInstances, depth, before, rows, roots, onNil, body) {
        SetMemory.Places($0 + offset, stride: stride)
      }
    case .copies(let path, let offset, _, _):
      let present = scratch.takeMask(copying: rows)
      defer { scratch.give(present) }
      guard let copies = level.copies, let found = ends(of: path, before, rows, present, onNil) else { return }
      let collections = scratch.takeColumn().assumingMemoryBound(to: UnsafeRawPointer.self)
      let positions = scratch.takeColumn().assumingMemoryBound(to: Int.self)
      let counts = scratch.takeColumn().assumingMemoryBound(to: Int.self)
      defer {
        scratch.give(UnsafeMutableRawPointer(collections))
        scratch.give(positions)
        scratch.give(counts)
        run.release(found)
      }
      var listed = 0
      present.forEachRow(before.count) { position in
        collections[listed] = found.rows[position] + offset
        positions[listed] = position
        listed &+= 1
      }
      var done = 0
      var resumes = false
      while done < listed {
        let used = level.child.count
        let finished = copies.copy(
          collections + done, listed &- done, resumes, used, scratch.capacity &- used, counts)
        assignOwners(counts, positions + done, min(finished &+ 1, listed &- done), roots, level, before, onNil)
        done &+= finished
        resumes = done < listed
        if !resumes { break }
        // The chunk was full.
        try flush(depth, before, body)
        if let settled, settled.has(roots?[positions[done]] ?? positions[done]) {
          done &+= 1
          resumes = false
        }
      }
      try flush(depth, before, body)
    case .values(let node, let isRelationship):
      let present = scratch.takeMask(copying: rows)
      let column = scratch.takeValues()
      var owners: [OwnedValue] = []
      defer {
        scratch.give(present)
        scratch.give(column, count: before.count)
        withExtendedLifetime(owners) {}
      }
      try run.fill(column, node, before, present, &owners)
      try present.forEachSetBit(before.count) { (position) throws(PredicateIssue) in
        let elements: [QueryValue]
        switch column[position] {
        case .null: return onNil(position)
        case .array(let found), .set(let found): elements = found
        case .dictionary(let found) where isRelationship: elements = found.values
        default: return before.undecided.set(position)
        }
        // The column keeps the elements in place until the last of them is flushed.
        try elements.withUnsafeBufferPointer { (buffer) throws(PredicateIssue) in
          guard let first = buffer.baseAddress else { return }
          var places = ElementPath.Places(
            first: UnsafeRawPointer(first), stride: MemoryLayout<QueryValue>.stride, count: elements.count)
          try append(&places, false, position, roots?[position] ?? position, level, depth, before, body)
        }
      }
      try flush(depth, before, body)
    case .views(let node, let place):
      let present = scratch.takeMask(copying: rows)
      defer { scratch.give(present) }
      let views = try run.views(node, before, present)
      try present.forEachSetBit(before.count) { (position) throws(PredicateIssue) in
        try append(views[position], at: place, position, roots?[position] ?? position, depth, before, onNil, body)
      }
      try flush(depth, before, body)
    }
  }

  /// Goes through the elements of stored collections that are read in place.
  ///
  /// - Parameters:
  ///   - offset: From a row to its collection, which is prefetched.
  ///   - places: The addresses of the elements of a row's collection; nil for a nil.
  @inline(__always)
  private func walkPlaces<Places: IteratorProtocol<UnsafeRawPointer>>(
    _ path: RowPath, _ offset: Int, _ areInstances: Bool, _ depth: Int, _ before: ChunkFrame, _ rows: MaskWords,
    _ roots: UnsafePointer<Int>?, _ onNil: (Int) -> Void, _ body: Body, _ places: (UnsafeRawPointer) -> Places?
  ) throws(PredicateIssue) {
    let present = scratch.takeMask(copying: rows)
    defer { scratch.give(present) }
    guard let found = ends(of: path, before, rows, present, onNil) else { return }
    defer { run.release(found) }
    let level = levels[depth]
    // A list: whether the row some places ahead is walked through cannot be predicted.
    let positions = scratch.takeColumn()
    defer { scratch.give(positions) }
    let listed = present.list(before.count, positions.assumingMemoryBound(to: Int.self))
    // Listed rows can be anywhere in memory: a row is prefetched before the storage that it refers to.
    let farAhead = found.rows.isList ? 16 : listed.count
    for index in listed.indices {
      if index &+ farAhead < listed.count { c_prefetch(found.rows[listed[index &+ farAhead]] + offset) }
      if index &+ 8 < listed.count { ArrayMemory.prefetch(found.rows[listed[index &+ 8]] + offset) }
      let position = listed[index]
      run.pin(ArrayMemory.storage(found.rows[position] + offset))
      guard var elements = places(found.rows[position]) else {
        onNil(position)
        continue
      }
      try append(&elements, areInstances, position, roots?[position] ?? position, level, depth, before, body)
    }
    try flush(depth, before, body)
  }

  /// The rows at the end of a path; `onNil` takes the rows with a nil step. To be released after use.
  private func ends(
    of path: RowPath, _ before: ChunkFrame, _ rows: MaskWords, _ present: MaskWords, _ onNil: (Int) -> Void
  ) -> ResolvedRows? {
    guard let found = run.resolve(path, before, present) else { return nil }
    if !path.isDirect { rows.forEachRow(before.count) { if !present.has($0) { onNil($0) } } }
    return found
  }

  /// Adds the elements of a row's collection of unknown type to the chunk.
  private func append(
    _ collection: DynamicValue, at place: SourceRange, _ position: Int, _ root: Int, _ depth: Int,
    _ before: ChunkFrame, _ onNil: (Int) -> Void, _ body: Body
  ) throws(PredicateIssue) {
    guard let column = levels[depth].views else { return }
    if collection.kind == .null { return onNil(position) }
    if collection.isArray {
      return try appendViews(collection.elementCount, position, root, depth, before, body) { element, row in
        if let view = collection.element(element) {
          column.views[row] = view
        } else {
          column.keep(collection.copiedElement(element, reading), at: row)
        }
      }
    }
    let found: [QueryValue]?
    do throws(PredicateIssue) {
      found = try run.evaluator.rangeElements(of: collection.queryValue(reading), at: place)
    } catch {
      before.undecided.set(position)
      return
    }
    guard let found else { return onNil(position) }
    try appendViews(found.count, position, root, depth, before, body) { element, row in
      column.keep(found[element], at: row)
    }
  }

  /// Adds `count` elements to the chunk, whose views `setView` sets. Processes the chunk each time it is full.
  private func appendViews(
    _ count: Int, _ position: Int, _ root: Int, _ depth: Int, _ before: ChunkFrame, _ body: Body,
    _ setView: (_ element: Int, _ row: Int) -> Void
  ) throws(PredicateIssue) {
    var next = 0
    while next < count {
      let used = levels[depth].child.count
      let added = min(count &- next, scratch.capacity &- used)
      for row in 0..<added { setView(next &+ row, used &+ row) }
      next &+= added
      guard try assignOwners(added, position, root, levels[depth], depth, before, body) else { return }
    }
  }

  /// Notes the owner of the elements that were added to the chunk, and processes the chunk when it is full. Returns false if the row needs no further
  /// element.
  @inline(__always)
  private func assignOwners(
    _ added: Int, _ position: Int, _ root: Int, _ level: Level, _ depth: Int, _ before: ChunkFrame, _ body: Body
  ) throws(PredicateIssue) -> Bool {
    let used = level.child.count
    for element in used..<used &+ added { level.owners[element] = position }
    if level.roots != level.owners { for element in used..<used &+ added { level.roots[element] = root } }
    level.child.count = used &+ added
    if level.child.count < scratch.capacity { return true }
    try flush(depth, before, body)
    return !(settled?.has(root) ?? false)
  }

  /// Notes the owners of the elements that were copied to the end of the chunk: several rows, with a number of elements each.
  private func assignOwners(
    _ counts: UnsafePointer<Int>, _ positions: UnsafePointer<Int>, _ count: Int, _ roots: UnsafePointer<Int>?,
    _ level: Level, _ before: ChunkFrame, _ onNil: (Int) -> Void
  ) {
    var next = level.child.count
    for index in 0..<count {
      let position = positions[index]
      let end = next &+ counts[index]
      if counts[index] < 0 {
        if counts[index] == CopiedElements.isNil { onNil(position) } else { before.undecided.set(position) }
        continue
      }
      let root = roots?[position] ?? position
      while next < end {
        level.owners[next] = position
        level.roots[next] = root
        next &+= 1
      }
    }
    level.child.count = next
  }

  /// Adds the elements of a row's collection to the chunk, and processes the chunk each time it is full.
  ///
  /// - Parameter areInstances: Whether the elements are references; the rows are then the instances.
  @inline(__always)
  private func append<Places: IteratorProtocol<UnsafeRawPointer>>(
    _ places: inout Places, _ areInstances: Bool, _ position: Int, _ root: Int, _ level: Level, _ depth: Int,
    _ before: ChunkFrame, _ body: Body
  ) throws(PredicateIssue) {
    let capacity = scratch.capacity
    while true {
      let used = level.child.count
      var end = used
      while end < capacity, let place = places.next() {
        level.elements[end] = areInstances ? place.load(as: UnsafeRawPointer.self) : place
        end &+= 1
      }
      guard end > used, try assignOwners(end &- used, position, root, level, depth, before, body) else { return }
    }
  }

  /// Goes on with the elements that were gathered: to the next step, or to the filter.
  private func flush(_ depth: Int, _ before: ChunkFrame, _ body: Body) throws(PredicateIssue) {
    let level = levels[depth]
    let child = level.child
    if child.count == 0 { return }
    let words = RowMask.words(for: child.count)
    for word in 0..<words {
      level.mask[word] = RowMask.valid(word, child.count)
      child.undecided[word] = 0
    }
    try run.visit(child.count)
    if depth + 1 < levels.count {
      try walk(depth + 1, child, level.mask, level.roots, { _ in }, body)
    } else {
      try run.evaluate(range.filter, child, level.mask)
      for word in 0..<words { level.mask[word] &= ~child.undecided[word] }
      try body(child, level.mask, level.roots)
    }
    child.undecided.forEachRow(child.count) { before.undecided.set(level.owners[$0]) }
    level.clear()
  }
}
