import PredicateMemory
import PredicateReference

/// The rows at the end of a path.
struct ResolvedRows {
  let rows: Rows
  /// The list of the rows' addresses, in scratch memory; nil for direct rows.
  let column: UnsafeMutableRawPointer?
  /// The results of client code that contain the memory to which the addresses point.
  var owners: [OwnedValue] = []
}

extension QueryRun {
  /// Finds the rows at the end of a path. Clears the bits of rows whose path ends at a nil. The caller must release the result.
  func resolve(_ path: RowPath, _ mask: MaskWords) -> ResolvedRows {
    if path.isDirect {
      rows.prefetch(path.offset, mask, count)
      return ResolvedRows(rows: rows, column: nil)
    }
    let column = scratch.takeColumn()
    let list = column.assumingMemoryBound(to: UnsafeRawPointer.self)
    var found = ResolvedRows(rows: Rows(base: column, stride: 8, isList: true), column: column)
    var start = rows
    // The objects may have to be pinned: client code can change an instance, which then releases the objects that it referred to. The elements
    // themselves are kept by the caller.
    var canChange = plan.pinsObjects && plan.areInstances
    for step in path.steps {
      switch step {
      case .reference(let offset):
        followReferences(at: offset, start, mask, list)
        if canChange { pin(list, mask) }
        canChange = plan.pinsObjects
      case .computed(let offset, let loader):
        load(loader, at: offset, start, mask, list, &found)
        canChange = false
      case .payload, .element:
        let from = start
        mask.keep(count) { position in
          guard let place = step.place(from: from[position], &found.owners) else { return false }
          list[position] = place
          return true
        }
        // The storage of an array does not change as long as something refers to it.
        if case .element(let element) = step { canChange = plan.pinsObjects && element.isInstance }
      }
      start = found.rows
    }
    return found
  }

  func release(_ rows: ResolvedRows) {
    if let column = rows.column { scratch.give(column) }
    withExtendedLifetime(rows.owners) {}
  }

  private func followReferences(
    at offset: Int, _ rows: Rows, _ mask: MaskWords, _ list: UnsafeMutablePointer<UnsafeRawPointer>
  ) {
    let addresses = UnsafeMutableRawPointer(list).assumingMemoryBound(to: UInt.self)
    mask.keep(count) { position in
      let address = rows[position].load(fromByteOffset: offset, as: UInt.self)
      addresses[position] = address
      return address != 0
    }
  }

  /// Calls client code for all rows, and lists the addresses of its results.
  private func load(
    _ loader: PropertyLoader, at offset: Int, _ rows: Rows, _ mask: MaskWords,
    _ list: UnsafeMutablePointer<UnsafeRawPointer>, _ found: inout ResolvedRows
  ) {
    let column = scratch.takeColumn()
    defer { scratch.give(column) }
    let objects = column.assumingMemoryBound(to: UnsafeRawPointer.self)
    var objectCount = 0
    mask.forEachRow(count) { position in
      objects[objectCount] = rows[position] + offset
      objectCount += 1
    }
    let values = loader.values(of: objects, count: objectCount)
    found.owners.append(values)
    var value = UnsafeRawPointer(values.address)
    mask.forEachRow(count) { position in
      list[position] = value
      value += loader.stride
    }
  }
}
