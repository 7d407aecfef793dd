import CPrefetch
import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Columns of views. A row that fails becomes undecided, and the reference throws the issue.
extension QueryRun {
  /// The values that may be read of objects in the elements.
  var reading: BindingOptions.Reading { plan.reader.reading }

  /// The views of the rows whose bit is set. They count until the frame forgets its columns.
  func views(
    _ node: ViewNode, _ frame: ChunkFrame, _ mask: MaskWords
  ) throws(PredicateIssue) -> UnsafePointer<DynamicValue> {
    switch node {
    case .variable(let variable): return views(of: variable, frame)
    case .stored(let path, let offset, let kind):
      let column = frame.newColumn(scratch)
      let present = scratch.takeMask(copying: mask)
      defer { scratch.give(present) }
      guard let found = resolve(path, frame, present) else { return UnsafePointer(column.views) }
      present.forEachRow(frame.count) { position in
        let place = found.rows[position] + offset
        if kind == .anyDictionaries, !DynamicValue.areInPlace {
          return column.keep(place.assumingMemoryBound(to: [[String: Any]].self).pointee, at: position)
        }
        if InPlaceReads.areOn { pin(ArrayMemory.storage(place)) }
        // Only the address of an optional dictionary or array can be 0. Without in-place reads the path ends at the optional's payload.
        column.views[position] =
          InPlaceReads.areOn && place.load(as: UInt.self) == 0 ? .nothing : DynamicValue(kind, place)
      }
      column.owners += found.owners
      release(found)
      return UnsafePointer(column.views)
    case .member(let member, let site):
      return try views(of: site, frame, mask) { column, missing in load(member, site, column, frame, missing) }
    case .key(let base, let key, let site, let value):
      return try views(of: site, frame, mask) { (column, missing) throws(PredicateIssue) in
        let bases = try views(base, frame, missing)
        lookUp(key, bases, value, shapes(of: site), column, frame, missing)
      }
    case .count(let collection, let value):
      let collections = try views(collection, frame, mask)
      let column = frame.newColumn(scratch)
      mask.forEachRow(frame.count) { position in
        let view = collections[position]
        if view.isArray {
          column.keep(.integer(Int64(view.elementCount)), at: position)
        } else {
          keep(position, column, frame, mask) { () throws(PredicateIssue) in
            try evaluator.apply(value, to: view.queryValue(reading))
          }
        }
      }
      return UnsafePointer(column.views)
    case .made(let value):
      let column = frame.newColumn(scratch)
      let values = column.newValues()
      try fill(values, value, frame, mask, &column.owners)
      mask.forEachRow(frame.count) { column.views[$0] = DynamicValue(value: values + $0) }
      return UnsafePointer(column.views)
    }
  }

  /// The column of a site. `fill` fills the rows that are missing.
  @inline(__always)
  private func views(
    of site: Int, _ frame: ChunkFrame, _ mask: MaskWords,
    _ fill: (ViewColumn, MaskWords) throws(PredicateIssue) -> Void
  ) throws(PredicateIssue) -> UnsafePointer<DynamicValue> {
    let column = frame.column(site, scratch)
    let missing = scratch.takeMask(copying: mask)
    defer { scratch.give(missing) }
    let words = RowMask.words(for: frame.count)
    for word in 0..<words { missing[word] &= ~column.filled[word] }
    if !missing.isEmpty(frame.count) {
      for word in 0..<words { column.filled[word] |= missing[word] }
      try fill(column, missing)
    }
    // A row that failed, now or earlier, has no view.
    for word in 0..<words { mask[word] &= ~frame.undecided[word] }
    return UnsafePointer(column.views)
  }

  /// Loads a member of rows. The elements of ranges read the column of the rows that they belong to.
  private func load(_ member: Int, _ site: Int, _ column: ViewColumn, _ frame: ChunkFrame, _ mask: MaskWords) {
    guard frame.isOfElements else {
      loader?.load(
        member, into: MemberColumn(column: column, rows: mask, count: frame.count, undecided: frame.undecided))
      return
    }
    guard let rows = frame.rows(of: 0, scratch) else { return }
    let whole = self.frame.column(site, scratch)
    let missing = scratch.takeMask()
    defer { scratch.give(missing) }
    mask.forEachRow(frame.count) { position in
      let row = rows[position].load(as: Int.self)
      if !whole.filled.has(row) { missing.set(row) }
    }
    if !missing.isEmpty(self.frame.count) {
      missing.forEachRow(self.frame.count) { whole.filled.set($0) }
      load(member, site, whole, self.frame, missing)
    }
    mask.forEachRow(frame.count) { position in
      let row = rows[position].load(as: Int.self)
      if self.frame.undecided.has(row) {
        frame.undecided.set(position)
      } else {
        column.views[position] = whole.views[row]
      }
    }
  }

  /// The values of a variable. The rows of such variables are views.
  private func views(of variable: Int, _ frame: ChunkFrame) -> UnsafePointer<DynamicValue> {
    let rows = frame.rows(of: variable, scratch)
    if let rows, !rows.isList { return rows.base.assumingMemoryBound(to: DynamicValue.self) }
    let column = frame.newColumn(scratch)
    for position in 0..<frame.count {
      column.views[position] = rows.map { $0[position].load(as: DynamicValue.self) } ?? .nothing
    }
    return UnsafePointer(column.views)
  }

  /// Stores the result of `body` for a row; nil and undecided if it throws.
  @inline(__always)
  private func keep(
    _ position: Int, _ column: ViewColumn, _ frame: ChunkFrame, _ mask: MaskWords,
    _ body: () throws(PredicateIssue) -> QueryValue
  ) {
    do throws(PredicateIssue) {
      column.keep(try body(), at: position)
    } catch {
      column.views[position] = .nothing
      leaveUndecided(position, frame, mask)
    }
  }

  // MARK: Names

  /// Looks a name up in the values of many rows, step by step. Waiting for memory dominates the time: while a step is taken for some rows, the memory
  /// that the next step needs of the others is prefetched.
  ///
  /// A value that must be made is made once for consecutive rows with the same base. The elements of a range have such a base outside of the range.
  ///
  /// - Parameter depth: The nesting depth of arrays.
  private func lookUp(
    _ key: DictionaryKey, _ bases: UnsafePointer<DynamicValue>, _ value: CoreValue,
    _ shapes: UnsafeMutablePointer<KnownShape>, _ column: ViewColumn, _ frame: ChunkFrame, _ mask: MaskWords,
    _ depth: Int = 0
  ) {
    let arrays = scratch.takeMask()
    defer { scratch.give(arrays) }
    let views = column.views
    let hash = DynamicValue.areInPlace ? key.hash : nil
    let words = RowMask.words(for: frame.count)
    /// The last row that a value was made for.
    var made: Int?
    /// The property by the shapes of the objects.
    var properties = RecentEntries<UnsafeMutableRawPointer, ObjectProperty?>()
    for word in 0..<words {
      if DynamicValue.areInPlace, word &+ 1 < words {
        Self.forEach(mask[word &+ 1], word &+ 1) { bases[$0].prefetch() }
      }
      var inSwift: UInt64 = 0
      var found: UInt64 = 0
      var others: UInt64 = 0
      // Where the key of a Swift dictionary should be, or the value of a shape.
      Self.forEach(mask[word], word) { position in
        let base = bases[position]
        let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: position)
        switch base.kind {
        case .null: views[position] = .nothing
        case .dictionary:
          guard let place = KnownShape.value(of: key.name, in: base.address, shapes) else {
            views[position] = .nothing
            return
          }
          c_prefetch(place)
          views[position] = DynamicValue(.value, place)
          found |= bit
        case let kind where kind.isSwiftDictionary && hash != nil:
          let place = DictionaryMemory.Storage(base.address).address(hash.unsafelyUnwrapped)
          c_prefetch(place)
          views[position] = DynamicValue(.unknown, place)
          inSwift |= bit
        default: others |= bit
        }
      }
      // In Swift dictionaries: the place of the value.
      Self.forEach(inSwift, word) { position in
        let base = bases[position]
        let storage = DictionaryMemory.Storage(base.address)
        let place = storage.place(of: key.words, from: views[position].address) { key.matcher.passes($0) }
        guard let place else {
          views[position] = .nothing
          return
        }
        let size = base.kind.valueStride
        let address = storage.values + place &* size
        c_prefetch(address)
        c_prefetch(address + (size &- 1))
        views[position] = DynamicValue(.value, address)
        found |= 1 &<< UInt64(truncatingIfNeeded: position)
      }
      // The kind of each value, and its memory.
      Self.forEach(found, word) { position in
        let kind = bases[position].kind
        let address = views[position].address
        let view = DynamicValue(in: kind, at: address)
        if view.kind != .unknown {
          view.prefetch()
          views[position] = view
        } else if let made, bases[made].address == bases[position].address {
          views[position] = views[made]
        } else {
          column.keep(DynamicValue.copied(in: kind, at: address, reading), at: position)
          made = position
        }
      }
      // The bases that are not dictionaries in place.
      Self.forEach(others, word) { position in
        let base = bases[position]
        if base.isArray && depth < Self.nestedArrays { return arrays.set(position) }
        if let made, bases[made].address == base.address, !frame.undecided.has(made) {
          views[position] = views[made]
          return
        }
        if base.kind == .object {
          let place = base.objectPlace
          let property = properties.value(of: place.shapeID) { ObjectProperty(key.name, of: place.shape) }
          if let property { return property.fill(column, at: position, of: place.address) }
        }
        made = position
        if base.kind.isSwiftDictionary {
          views[position] = .nothing
          if let found = base.publicValue(of: key.name) { column.keep(any: found, at: position, reading) }
        } else {
          keep(position, column, frame, mask) { () throws(PredicateIssue) in
            try evaluator.apply(value, to: base.queryValue(reading))
          }
        }
      }
    }
    if !arrays.isEmpty(frame.count) { map(key, bases, arrays, value, shapes, column, frame, mask, depth) }
  }

  /// The deepest nesting of arrays whose values for a name have views. Values in deeper arrays are copied.
  private static let nestedArrays = 4

  /// Looks a name up in the elements of the arrays of some rows. The elements are the rows of separate chunks. An array that an element has under the
  /// name is replaced by its elements.
  private func map(
    _ key: DictionaryKey, _ arrays: UnsafePointer<DynamicValue>, _ rows: MaskWords, _ value: CoreValue,
    _ shapes: UnsafeMutablePointer<KnownShape>, _ column: ViewColumn, _ frame: ChunkFrame, _ mask: MaskWords,
    _ depth: Int
  ) {
    let undecided = scratch.takeMask()
    let present = scratch.takeMask()
    let owners = scratch.takeColumn().assumingMemoryBound(to: Int.self)
    let counts = scratch.takeColumn().assumingMemoryBound(to: Int.self)
    defer {
      scratch.give(undecided)
      scratch.give(present)
      scratch.give(owners)
      scratch.give(counts)
    }
    func newChunk() -> (ChunkFrame, ViewColumn) {
      let chunk = ChunkFrame(variableCount: 0, siteCount: 0, undecided: undecided)
      frame.adopt(chunk)
      return (chunk, chunk.newColumn(scratch))
    }
    let capacity = scratch.capacity
    var found: [DynamicValue] = []
    found.reserveCapacity(capacity)
    var (chunk, elements) = newChunk()
    /// A property of the chunk would be checked for exclusive access at each element.
    var used = 0
    func flush() {
      chunk.count = used
      for word in 0..<RowMask.words(for: chunk.count) {
        present[word] = RowMask.valid(word, chunk.count)
        undecided[word] = 0
      }
      let values = chunk.newColumn(scratch)
      lookUp(key, elements.views, value, shapes, values, chunk, present, depth + 1)
      for element in 0..<used {
        let row = owners[element]
        if undecided.has(element) || counts[row] > plan.limits.visitedElements { frame.undecided.set(row) }
        if frame.undecided.has(row) { continue }
        let before = found.count
        column.append(values.views[element], to: &found, reading)
        counts[row] += found.count - before
      }
    }
    /// The row before, and whether a row has the same array.
    var last = -1
    func isRepeated(_ position: Int) -> Bool { last >= 0 && arrays[last].address == arrays[position].address }
    rows.forEachRow(frame.count) { position in
      if isRepeated(position) { return }
      last = position
      counts[position] = 0
      let array = arrays[position]
      for index in 0..<array.elementCount {
        if used == capacity {
          flush()
          (chunk, elements) = newChunk()
          used = 0
        }
        if let view = array.element(index) {
          elements.views[used] = view
        } else {
          elements.keep(array.copiedElement(index, reading), at: used)
        }
        owners[used] = position
        used &+= 1
      }
    }
    flush()
    var next = 0
    last = -1
    rows.forEachRow(frame.count) { position in
      if isRepeated(position) {
        column.views[position] = column.views[last]
        if frame.undecided.has(last) { frame.undecided.set(position) }
      } else {
        last = position
        column.set(found[next..<next + counts[position]], at: position)
        next += counts[position]
      }
      if frame.undecided.has(position) { mask.clear(position) }
    }
  }

  @inline(__always)
  private static func forEach(_ bits: UInt64, _ word: Int, _ body: (Int) -> Void) {
    bits.forEachSetBit { body(word &* 64 &+ $0) }
  }

  // MARK: Questions
}
