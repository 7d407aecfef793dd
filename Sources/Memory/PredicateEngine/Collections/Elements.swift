import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

extension ElementReader {
  /// The elements as the rows of a plan.
  var rows: PlanRows { PlanRows(of: Element.self, root, reader) }

  /// The value of an expression for each element, in a form. The values are copies: they may outlive the elements.
  func values(
    of bound: BoundExpression, for elements: [Element], limits: PredicateLimits,
    as form: (QueryValue) -> QueryValue = { $0 }
  ) throws(PredicateIssue) -> [QueryValue] {
    try values(by: QueryPlan(bound, over: rows, limits: limits), for: elements, as: form)
  }

  /// The value of a plan for each element, in a form. The values are copies, too.
  func values(
    by plan: QueryPlan, for elements: [Element], as form: (QueryValue) -> QueryValue
  ) throws(PredicateIssue) -> [QueryValue] {
    let run = QueryRun(plan)
    var values: [QueryValue] = []
    values.reserveCapacity(elements.count)
    try forEachChunk(of: elements, run) { (first, count) throws(PredicateIssue) in
      // The values of a run may be in memory that the run frees when it is done.
      try run.values(of: first, count: count) { values.append(form($0.owned)) }
      return true
    }
    return values
  }

  /// The sort key of the number that a plan calculates for each element; 0 for nil. Returns nil if the plan does not calculate numbers of one type,
  /// or if a number does not have a key.
  func sortHeads(by plan: QueryPlan, for elements: [Element]) throws(PredicateIssue) -> [UInt64]? {
    guard case .value(.number(let node, let box)) = plan.answer, box != .boolean else { return nil }
    return try heads(node, plan, elements) { node.isDouble ? SortColumn.head(Double(bitPattern: $0)) : $0 ^ 1 << 63 }
  }

  /// The ``TextHeads`` of the string that a plan reads of each element; 0 for nil. Returns nil if the plan does not read a stored string.
  func textHeads(by plan: QueryPlan, for elements: [Element]) throws(PredicateIssue) -> [UInt64]? {
    guard case .value(.stored(let path, .text(let offset, let isOptional))) = plan.answer else { return nil }
    let maker = ColumnMaker(path: path, offset: offset)
    let column =
      StringMemory.isTrusted ? maker.visit(TextHeads.self) : NumberTypes.visit(TextHeadSource.self, isOptional, maker)
    return try heads(column, plan, elements) { $0 }
  }

  /// The results of `head` for the bits of a number of each element, 0 for nil. Returns nil if some number cannot be calculated here, or has the head
  /// 0.
  private func heads(
    _ node: NumberNode, _ plan: QueryPlan, _ elements: [Element], _ head: (UInt64) -> UInt64
  ) throws(PredicateIssue) -> [UInt64]? {
    let run = QueryRun(plan)
    let column = run.scratch.takeColumn()
    defer { run.scratch.give(column) }
    let numbers = column.assumingMemoryBound(to: UInt64.self)
    var heads: [UInt64] = []
    heads.reserveCapacity(elements.count)
    try forEachChunk(of: elements, run) { (first, count) throws(PredicateIssue) in
      guard let present = try run.numbers(node, of: first, count: count, column) else { return false }
      for position in 0..<count {
        var found: UInt64 = 0
        if present.has(position) {
          found = head(numbers[position])
          // The smallest integer has the key of nil.
          if found == 0 { return false }
        }
        heads.append(found)
      }
      return true
    }
    return heads.count == elements.count ? heads : nil
  }

  /// Calls `body` with the address and the number of elements of each chunk, until `body` returns false.
  private func forEachChunk(
    of elements: [Element], _ run: QueryRun, _ body: (UnsafeRawPointer, Int) throws(PredicateIssue) -> Bool
  ) throws(PredicateIssue) {
    try elements.withUnsafeBufferPointer { (buffer) throws(PredicateIssue) in
      guard let base = buffer.baseAddress else { return }
      let size = run.chunkSize
      for first in Swift.stride(from: 0, to: buffer.count, by: size) {
        guard try body(base + first, min(size, buffer.count - first)) else { return }
      }
    }
  }
}

/// The elements of a collection as objects of an entity, for a fetch over them.
package struct ElementObjects<Element> {
  package let entity: String
  package let members: [Member]
  /// The types of the elements and of the objects that they refer to, for the binder.
  package let types: any TypeSource
  private let reader: ElementReader<Element>

  /// Whether the types of the properties are known before a value is read.
  private let areTyped: Bool

  /// If the runtime lists no fields of the type, `Mirror` names the properties of the first element. Without an element every name counts as a
  /// property.
  ///
  /// Throws if the elements have no known properties: dictionaries, numbers, optionals, types with a custom mirror.
  ///
  /// - Parameter reading: The values that may be read of types without a property table.
  package init(of elements: [Element], reading: BindingOptions.Reading) throws(PredicateIssue) {
    reader = try ElementReader<Element>(reading: reading)
    if case .dynamic = reader.root, let mirrored = MirroredTypeSource(of: elements, reading) {
      entity = mirrored.entity
      types = mirrored
      members = mirrored.members
      areTyped = false
      return
    }
    guard case .entity(let entity, let types) = reader.root, let shape = ShapeRegistry.shape(named: entity, reading),
      !shape.isBox
    else {
      throw .unreadableElements(
        because: "the properties of \(Element.self) are not known, which a statement needs",
        hint: "structs and instances of classes can be fetched")
    }
    if shape.isClosed {
      let found = TypeReflection.needsTable(shape.type)
      throw PredicateIssue.error(
        found.code, nil, "the elements cannot be read: \(found.reason)", hint: found.remedy, kind: .type)
    }
    self.entity = entity
    self.types = types
    members = shape.properties.filter { reading != .tables || $0.isDeclared }.map(\.member)
    areTyped = true
  }

  /// An element as an object, which is a copy: it may outlive the collection.
  package func object(_ element: Element) -> QueryValue {
    reader.withValue(of: element) { $0.owned }
  }

  /// The value of an expression for each element: copies, like those of ``object(_:)``. Nil if the types of the properties are not known.
  package func values(
    of expression: BoundExpression, for elements: [Element], limits: PredicateLimits
  ) throws(PredicateIssue) -> [QueryValue]? {
    guard areTyped else { return nil }
    return try reader.values(of: expression, for: elements, limits: limits)
  }
}
