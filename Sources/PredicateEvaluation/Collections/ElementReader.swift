import PredicateBinding
import PredicateMemory
import PredicateValues

/// How the elements of a collection are bound and read.
struct ElementReader<Element>: Sendable {
  let reader: ValueReader
  /// What the binder is told of the elements.
  let root: RootType

  /// Throws kind `type` for elements that are no values of the language: functions, tuples, enums without raw values.
  ///
  /// - Parameter reading: What is read of types without a declared table.
  init(reading: BindingOptions.Reading) throws(PredicateIssue) {
    guard let reader = ValueReaders.reader(of: Element.self, reading) else {
      if reading == .tables, let known = ValueReaders.reader(of: Element.self, .everything),
        case .toOne(let type) = known.kind
      {
        throw .policyNeedsTable(type.name)
      }
      throw .unreadableElements(Element.self)
    }
    if Element.self is any QueryableProperties.Type,
      let fault = ObjectType(Element.self, reading).shape.tableFault
    {
      throw .unreadableElements(because: fault)
    }
    switch reader.kind {
    case .toOne(let type):
      if let fault = type.shape.tableFault { throw .unreadableElements(because: fault) }
      // The evaluated object of a bound predicate is never nil: one that may be missing is in a box.
      let object = reader.isOptional ? ObjectType(Element.self, reading) : type
      self.reader = reader.isOptional ? ValueReaders.structure(object) : reader
      if reading == .tables, !ObjectShape.isDeclared(type.type) { throw .policyNeedsTable(type.name) }
      root = .entity(object.name, SwiftTypeSource(reading: reading, elements: ObjectType(object.type, reading).shape))
      return
    case .attribute(.any), .attribute(.dictionary):
      if reading == .tables { throw .policyNeedsTable(String(describing: Element.self)) }
      root = .dynamic
    case .attribute(let type):
      root = .value(type)
    case .toMany:
      // Nor is it a collection of objects.
      if reading == .tables { throw .policyNeedsTable(String(describing: Element.self)) }
      root = .dynamic
    }
    self.reader = reader
  }

  /// Whether the elements are instances of a class, or optionals of them: then one may be of a subclass.
  var areInstances: Bool {
    guard case .entity(let entity, let source as any ObjectTypeSource) = root else { return false }
    return source.hasIdentity(entity)
  }

  /// The elements as the rows of a plan.
  var rows: PlanRows { PlanRows(of: Element.self, root, reader) }

  /// The name of the elements' type in messages.
  var typeName: String {
    guard case .entity(let entity, let source as any ObjectTypeSource) = root else { return "\(Element.self)" }
    if case .toOne(let held)? = source.boxedMember(of: entity)?.kind { return held }
    return entity
  }

  /// What a value is for each element, in a form. The values are copies: they may outlive the elements.
  func values(
    of bound: BoundExpression, for elements: [Element], limits: PredicateLimits,
    as form: (QueryValue) -> QueryValue = { $0 }
  ) throws(PredicateIssue) -> [QueryValue] {
    try values(by: QueryPlan(bound, over: rows, limits: limits), for: elements, as: form)
  }

  /// What the value of a plan is for each element, in a form. The values are copies, too.
  func values(
    by plan: QueryPlan, for elements: [Element], as form: (QueryValue) -> QueryValue
  ) throws(PredicateIssue) -> [QueryValue] {
    let run = QueryRun(plan)
    var values: [QueryValue] = []
    values.reserveCapacity(elements.count)
    try forEachChunk(of: elements, run) { (first, count) throws(PredicateIssue) in
      // What a run gives may lie in what it frees when it is done.
      try run.values(of: first, count: count) { values.append(form($0.owned)) }
      return true
    }
    return values
  }

  /// The sort key of the number that a plan calculates for each element; 0 for nil. Returns nil where the plan calculates no numbers of one
  /// type, or where a number has no key of its own.
  func sortHeads(by plan: QueryPlan, for elements: [Element]) throws(PredicateIssue) -> [UInt64]? {
    guard case .value(.number(let node, let box)) = plan.answer, box != .boolean else { return nil }
    return try heads(node, plan, elements) { node.isDouble ? SortColumn.head(Double(bitPattern: $0)) : $0 ^ 1 << 63 }
  }

  /// The ``TextHeads`` of the string that a plan reads of each element; 0 for nil. Returns nil where the plan reads no stored string.
  func textHeads(by plan: QueryPlan, for elements: [Element]) throws(PredicateIssue) -> [UInt64]? {
    guard case .value(.stored(let path, let value)) = plan.answer else { return nil }
    let isInPlace = StringMemory.isTrusted
    let loader: NumberLoader
    switch value {
    case .text(let offset):
      loader =
        isInPlace
        ? NumberLoader(TextHeads.self, offset: offset)
        : NumberLoader(StoredColumn<TextHeadSource>.self, offset: offset)
    case .optionalText(let offset):
      loader =
        isInPlace
        ? NumberLoader(TextHeads.self, offset: offset)
        : NumberLoader(OptionalColumn<TextHeadSource>.self, offset: offset)
    case .byte, .reader: return nil
    }
    return try heads(NumberNode(kind: .column(path, loader), isDouble: false), plan, elements) { $0 }
  }

  /// What `head` makes of the bits of a number of each element, 0 for nil. Nil where some number cannot be calculated here, or has the head 0.
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

  /// Calls `body` with where each chunk of the elements lies and how many it has, until `body` returns false.
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

  /// Calls `body` with an element as a value, which must not outlive the call: what it gives may lie in the element.
  func withValue<Result, Failure: Error>(
    of element: Element, _ body: (QueryValue) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withUnsafePointer(to: element) { (address) throws(Failure) in try body(reader.value(at: address, owner: nil)) }
  }
}

extension PredicateIssue {
  /// What a predicate cannot be asked of.
  static func unreadableElements(_ type: any Any.Type) -> PredicateIssue {
    unreadableElements(
      because: TypeReflection.whyUnreadable(type),
      hint: "values, structs, instances of classes, dictionaries and enums with raw values can be filtered")
  }

  /// What a predicate cannot be asked of, for a reason that stands behind a colon.
  static func unreadableElements(because reason: String, hint: String? = nil) -> PredicateIssue {
    PredicateIssue(
      kind: .type, code: "unreadable-elements", message: "the elements cannot be read: \(reason)", hint: hint)
  }
}
