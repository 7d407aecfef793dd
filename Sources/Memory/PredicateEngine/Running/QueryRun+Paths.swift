import PredicateMemory
import PredicateReference

/// Rows at the end of a path.
struct ResolvedRows {
  let rows: Rows
  /// The column with the addresses, if the rows are a list.
  let column: UnsafeMutableRawPointer?
  /// Computed values on the path whose memory contains the rows.
  var owners: [OwnedValue] = []
  /// The memory of computed values on the path that need no destruction, and the stride of their type.
  var blocks: [(memory: UnsafeMutableRawPointer, stride: Int)] = []
}

/// Following paths, many rows at a time.
extension QueryRun {
  /// The rows at the end of a path; the bits of rows without one are cleared. To be released after use; nil outside of the variable's scope.
  func resolve(_ path: RowPath, _ frame: ChunkFrame, _ mask: MaskWords) -> ResolvedRows? {
    guard let rows = frame.rows(of: path.variable, scratch) else { return nil }
    if path.isDirect {
      if !frame.isOfElements { rows.prefetch(path.offset, mask, frame.count) }
      return ResolvedRows(rows: rows, column: nil)
    }
    let column = scratch.takeColumn()
    let list = column.assumingMemoryBound(to: UnsafeRawPointer.self)
    var found = ResolvedRows(rows: .list(column), column: column)
    var start = rows
    for step in path.steps {
      switch step {
      case .reference(let offset):
        followReferences(at: offset, start, frame.count, mask, list)
      case .optional(let offset, let isNil):
        followOptionals(at: offset, isNil, start, frame.count, mask, list)
      case .element(let elements, let index):
        followElements(elements, index, start, frame.count, mask, list)
      case .computed(let offset, let gather, let request):
        self.gather(gather, request, at: offset, start, frame.count, mask, list, &found)
      case .payload(let offset, let payload):
        if let copies = payload.payloads(at: offset, of: start, frame.count, mask, list) { found.owners.append(copies) }
      }
      start = found.rows
    }
    return found
  }

  /// Releases the memory of resolved rows, which are invalid afterwards.
  @inline(never)
  func release(_ rows: ResolvedRows) {
    if let column = rows.column { scratch.give(column) }
    for block in rows.blocks { scratch.give(block.memory, stride: block.stride) }
    withExtendedLifetime(rows.owners) {}
  }

  /// Follows a reference of each row to its instance. Clears the bits of nils.
  private func followReferences(
    at offset: Int, _ rows: Rows, _ count: Int, _ mask: MaskWords, _ list: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let addresses = UnsafeMutableRawPointer(list).assumingMemoryBound(to: UInt.self)
    mask.keep(count) { position in
      let address = rows[position].load(fromByteOffset: offset, as: UInt.self)
      addresses[position] = address
      return address != 0
    }
    guard plan.pinsObjects else { return }
    // The addresses just written are retained: a later step has its rows in the same list, so `rows` are the instances themselves by now.
    mask.forEachRow(count) { position in pin(Unmanaged.fromOpaque(list[position]).takeUnretainedValue()) }
  }

  private func followOptionals(
    at offset: Int, _ matcher: NilMatcher, _ rows: Rows, _ count: Int, _ mask: MaskWords,
    _ list: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    if case .pattern(let pattern) = matcher {
      return mask.keep(count) { position in
        list[position] = rows[position] + offset
        return !pattern.isNil(list[position])
      }
    }
    mask.keep(count) { position in
      list[position] = rows[position] + offset
      return !matcher.isNil(list[position])
    }
  }

  /// One step to elements of arrays, whose storage is fetched some rows ahead.
  private func followElements(
    _ elements: ElementPath, _ index: Int, _ rows: Rows, _ count: Int, _ mask: MaskWords,
    _ list: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    mask.forEachRow(count, prefetching: { ArrayMemory.prefetchCount(rows[$0] + elements.offset) }) { position in
      pin(ArrayMemory.storage(rows[position] + elements.offset))
      if let element = elements.element(index, of: rows[position]) {
        list[position] = element
      } else {
        mask.clear(position)
      }
    }
  }

  /// One step by client code, which runs only for the rows whose bit is set.
  private func gather(
    _ gather: PropertyLoader, _ request: LoadRequest, at offset: Int, _ rows: Rows, _ count: Int, _ mask: MaskWords,
    _ list: UnsafeMutablePointer<UnsafeRawPointer>, _ found: inout ResolvedRows
  ) {
    let column = scratch.takeColumn()
    let flags = scratch.takeColumn()
    defer {
      scratch.give(column)
      scratch.give(flags)
    }
    let objects = column.assumingMemoryBound(to: UnsafeRawPointer.self)
    let nils = flags.assumingMemoryBound(to: Bool.self)
    var objectCount = 0
    mask.forEachRow(count) { position in
      objects[objectCount] = rows[position] + offset
      objectCount += 1
    }
    let stride = gather.stride(of: request)
    var value: UnsafeRawPointer
    if gather.isPlain(request) {
      let block = scratch.takeBlock(stride: stride)
      gather.gather(request, of: objects, count: objectCount, to: block, nils)
      found.blocks.append((block, stride))
      value = UnsafeRawPointer(block)
    } else {
      let values = gather.values(of: objects, count: objectCount, nils)
      found.owners.append(values)
      value = UnsafeRawPointer(values.address)
    }
    guard case .bytes(let range, _) = request else {
      mask.forEachRow(count) { position in
        list[position] = value
        value += stride
      }
      return
    }
    // The rows are at the addresses that the values would have.
    value -= range.lowerBound
    var index = 0
    mask.forEachRow(count) { position in
      list[position] = value
      value += stride
      if nils[index] { mask.clear(position) }
      index &+= 1
    }
  }
}
