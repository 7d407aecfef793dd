import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Columns of values. A row whose operation fails becomes undecided, and the reference throws the issue.
extension QueryRun {
  /// A value of each row: a column, or the same for all of them.
  private struct Operand {
    let column: UnsafeMutablePointer<QueryValue>?
    let constant: QueryValue

    @inline(__always)
    subscript(position: Int) -> QueryValue { column.map { $0[position] } ?? constant }
  }

  /// The rows that satisfy a condition on values.
  func evaluate(
    _ condition: CoreCondition, _ nodes: [ValueNode], _ frame: ChunkFrame, _ mask: MaskWords
  ) throws(PredicateIssue) {
    // Loops that read a property of the run would copy it for each row.
    let evaluator = evaluator
    var owners: [OwnedValue] = []
    var operands: [Operand] = []
    defer {
      for operand in operands { give(operand, frame) }
      withExtendedLifetime(owners) {}
    }
    for node in nodes { operands.append(try operand(node, frame, mask, &owners)) }
    let a = operands[0]
    let b = operands.count > 1 ? operands[1] : Operand(column: nil, constant: .null)
    let c = operands.count > 2 ? operands[2] : Operand(column: nil, constant: .null)
    switch condition.node {
    case .isNull: mask.keep(frame.count) { a[$0].withoutNaN.isNull }
    case .compare(let comparison, _, _):
      mask.keep(frame.count) { evaluator.compare(comparison, a[$0], b[$0]) }
    case .member(_, let constants):
      mask.keep(frame.count) { !a[$0].isNull && a[$0].isMember(ofAscending: constants) }
    default:
      attempt(frame, mask) { (position: Int) throws(PredicateIssue) in
        if try !evaluator.decide(condition, a[position], b[position], c[position]) { mask.clear(position) }
      }
    }
  }

  /// Calls `body` with each row. A row that it throws for becomes undecided.
  @inline(__always)
  private func attempt(_ frame: ChunkFrame, _ mask: MaskWords, _ body: (Int) throws(PredicateIssue) -> Void) {
    mask.forEachRow(frame.count) { position in
      do throws(PredicateIssue) { try body(position) } catch { leaveUndecided(position, frame, mask) }
    }
  }

  private func operand(
    _ node: ValueNode, _ frame: ChunkFrame, _ mask: MaskWords, _ owners: inout [OwnedValue]
  ) throws(PredicateIssue) -> Operand {
    if case .constant(let constant) = node { return Operand(column: nil, constant: constant) }
    let column = scratch.takeValues()
    do throws(PredicateIssue) {
      try fill(column, node, frame, mask, &owners)
    } catch {
      scratch.give(column, count: frame.count)
      throw error
    }
    return Operand(column: column, constant: .null)
  }

  private func give(_ operand: Operand, _ frame: ChunkFrame) {
    if let column = operand.column { scratch.give(column, count: frame.count) }
  }

  /// Fills a column, whose values are nil, for the rows whose bit is set. The bits of rows that become undecided are cleared.
  ///
  /// - Parameter owners: Takes the results of client code that values of the column may point into.
  func fill(
    _ column: UnsafeMutablePointer<QueryValue>, _ node: ValueNode, _ frame: ChunkFrame, _ mask: MaskWords,
    _ owners: inout [OwnedValue]
  ) throws(PredicateIssue) {
    let evaluator = evaluator
    switch node {
    case .constant(let constant): mask.forEachRow(frame.count) { column[$0] = constant }
    case .failure: mask.forEachRow(frame.count) { leaveUndecided($0, frame, mask) }
    case .view(let node):
      let views = try views(node, frame, mask)
      mask.forEachRow(frame.count) { column[$0] = views[$0].queryValue(plan.reader.reading) }
    case .stored(let path, let loader):
      load(column, path, frame, mask, &owners) { rows, present in
        load(column, loader, rows, present, frame.count)
      }
    case .object(let path, let shape):
      load(column, path, frame, mask, &owners) { rows, present in
        present.forEachRow(frame.count) {
          column[$0] = .object(ReflectedObject(address: rows[$0] + path.offset, shape: shape, owner: nil))
        }
      }
    case .number(let number, let box): try fill(column, number, box, frame, mask)
    case .toOne(let base, let member):
      try fill(column, base, frame, mask, &owners)
      mask.forEachRow(frame.count) { column[$0] = evaluator.toOne(member, of: column[$0]) }
    case .operation(let value, let first, let second):
      let a = try operand(first, frame, mask, &owners)
      defer { give(a, frame) }
      let b = try second.map { (node) throws(PredicateIssue) in try operand(node, frame, mask, &owners) }
      defer { if let b { give(b, frame) } }
      apply(value, a, b ?? Operand(column: nil, constant: .null), column, frame, mask)
    case .list(let value, let nodes):
      var operands: [Operand] = []
      defer { for operand in operands { give(operand, frame) } }
      for node in nodes { operands.append(try operand(node, frame, mask, &owners)) }
      // One list for all rows. If a function keeps it, filling in the next row copies it.
      var parts = Array(repeating: QueryValue.null, count: operands.count)
      attempt(frame, mask) { (position: Int) throws(PredicateIssue) in
        for index in parts.indices { parts[index] = operands[index][position] }
        column[position] = try evaluator.apply(value, to: parts)
      }
    case .choose(let test, let first, let second):
      let chosen = scratch.takeMask(copying: mask)
      let rest = scratch.takeMask(copying: mask)
      defer {
        scratch.give(chosen)
        scratch.give(rest)
      }
      try evaluate(test, frame, chosen)
      let words = RowMask.words(for: frame.count)
      for word in 0..<words {
        chosen[word] &= ~frame.undecided[word]
        rest[word] &= ~chosen[word] & ~frame.undecided[word]
      }
      try fill(column, first, frame, chosen, &owners)
      try fill(column, second, frame, rest, &owners)
      for word in 0..<words { mask[word] = chosen[word] | rest[word] }
    case .elements(let value, let range, let each):
      try fill(column, value, range, each, frame, mask)
    }
  }

  /// The result of an operation for one or two values of each row.
  private func apply(
    _ value: CoreValue, _ a: Operand, _ b: Operand, _ column: UnsafeMutablePointer<QueryValue>, _ frame: ChunkFrame,
    _ mask: MaskWords
  ) {
    let evaluator = evaluator
    attempt(frame, mask) { (position: Int) throws(PredicateIssue) in
      column[position] = try evaluator.apply(value, to: a[position], b[position])
    }
  }

  /// Calls `body` with the rows at the end of a path and the mask of those that exist.
  private func load(
    _ column: UnsafeMutablePointer<QueryValue>, _ path: RowPath, _ frame: ChunkFrame, _ mask: MaskWords,
    _ owners: inout [OwnedValue], _ body: (Rows, MaskWords) -> Void
  ) {
    let present = scratch.takeMask(copying: mask)
    defer { scratch.give(present) }
    guard let found = resolve(path, frame, present) else { return }
    body(found.rows, present)
    owners += found.owners
    release(found)
  }

  private func load(
    _ column: UnsafeMutablePointer<QueryValue>, _ loader: ValueLoader, _ rows: Rows, _ mask: MaskWords, _ count: Int
  ) {
    switch loader {
    case .text(let offset, isOptional: false):
      mask.forEachRow(count, prefetching: { StringMemory.prefetch(rows[$0] + offset) }) {
        column[$0] = .string((rows[$0] + offset).assumingMemoryBound(to: String.self).pointee)
      }
    case .text(let offset, isOptional: true):
      mask.forEachRow(count, prefetching: { StringMemory.prefetch(rows[$0] + offset) }) {
        if let text = (rows[$0] + offset).assumingMemoryBound(to: String?.self).pointee { column[$0] = .string(text) }
      }
    case .byte(let offset, let reader, let identity):
      let known = rawValues(identity)
      mask.forEachRow(count) { position in
        let address = rows[position] + offset
        let byte = Int(address.load(as: UInt8.self))
        if let value = known.values[byte] {
          column[position] = value
        } else {
          let value = reader.value(at: address, owner: nil)
          known.values[byte] = value
          column[position] = value
        }
      }
    case .reader(let offset, let reader):
      let read = reader.read
      mask.forEachRow(count) { column[$0] = read(rows[$0] + offset, nil) }
    }
  }

  private func fill(
    _ column: UnsafeMutablePointer<QueryValue>, _ number: NumberNode, _ box: NumberBox, _ frame: ChunkFrame,
    _ mask: MaskWords
  ) throws(PredicateIssue) {
    let present = scratch.takeMask(copying: mask)
    let numbers = scratch.takeColumn()
    defer {
      scratch.give(present)
      scratch.give(numbers)
    }
    try calculate(number, frame, present, numbers)
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= ~frame.undecided[word] }
    let integers = numbers.assumingMemoryBound(to: Int64.self)
    let doubles = numbers.assumingMemoryBound(to: Double.self)
    switch box {
    case .integer: present.forEachRow(frame.count) { column[$0] = .integer(integers[$0]) }
    case .double: present.forEachRow(frame.count) { column[$0] = .double(doubles[$0]) }
    case .boolean: present.forEachRow(frame.count) { column[$0] = .boolean(integers[$0] != 0) }
    case .date: present.forEachRow(frame.count) { column[$0] = .date(doubles[$0]) }
    }
  }

  /// The result of a node for a value of each element of the range of each row.
  private func fill(
    _ column: UnsafeMutablePointer<QueryValue>, _ value: CoreValue, _ range: RangeNode, _ each: ValueNode,
    _ frame: ChunkFrame, _ mask: MaskWords
  ) throws(PredicateIssue) {
    let evaluator = evaluator
    let present = scratch.takeMask(copying: mask)
    defer { scratch.give(present) }
    // The elements of one row follow one another, so that one list serves all rows.
    var row: Int?
    var found: [QueryValue] = []
    func finish() {
      guard let position = row else { return }
      do throws(PredicateIssue) {
        column[position] = try evaluator.apply(value, to: found)
      } catch {
        frame.undecided.set(position)
      }
      present.clear(position)
      found.removeAll(keepingCapacity: true)
    }
    try walk(range, frame).run(over: mask, onNil: { present.clear($0) }) {
      (elements, matches, rows) throws(PredicateIssue) in
      var owners: [OwnedValue] = []
      let values = scratch.takeValues()
      defer {
        scratch.give(values, count: elements.count)
        withExtendedLifetime(owners) {}
      }
      try fill(values, each, elements, matches, &owners)
      matches.forEachRow(elements.count) { element in
        if rows[element] != row {
          finish()
          row = rows[element]
        }
        found.append(values[element].owned)
      }
    }
    finish()
    for word in 0..<RowMask.words(for: frame.count) { present[word] &= ~frame.undecided[word] }
    attempt(frame, present) { (position: Int) throws(PredicateIssue) in
      column[position] = try evaluator.apply(value, to: [])
    }
    for word in 0..<RowMask.words(for: frame.count) { mask[word] &= ~frame.undecided[word] }
  }
}
