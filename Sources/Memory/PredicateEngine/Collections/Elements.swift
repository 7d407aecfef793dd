import PredicateBinding
import PredicateReference

extension ElementReader {
  /// The elements as the rows of a plan.
  var rows: PlanRows {
    let kind: PlanCompiler.VariableKind =
      switch (root, reader.kind) {
      case (.entity, .toOne(let object)): .object(object.shape)
      case (.value, _): .value(Element.self, reader)
      default: .named(Element.self, reader)
      }
    return PlanRows(kind: kind, reader: reader, stride: MemoryLayout<Element>.stride)
  }

  /// The values of an expression for all elements, each converted by `form`. The values are copies, so they may outlive the elements.
  func values(
    by plan: QueryPlan, for elements: [Element], as form: (QueryValue) -> QueryValue = { $0 }
  ) throws(PredicateIssue) -> [QueryValue] {
    var values: [QueryValue] = []
    values.reserveCapacity(elements.count)
    try elements.withUnsafeBufferPointer { (buffer) throws(PredicateIssue) in
      guard let first = buffer.baseAddress else { return }
      try plan.values(of: first, count: buffer.count) { values.append(form($0.owned)) }
    }
    return values
  }

  /// For each element a number (a head) whose order is the order of the elements' values; 0 for nil. Nil if the key is not a number, or if an element
  /// has no head, because its number cannot be calculated, or would have the head of nil.
  func sortHeads(by plan: QueryPlan, for elements: [Element]) -> [UInt64]? {
    guard case .value(_, let (program, lane)?) = plan.form else { return nil }
    return elements.withUnsafeBytes { bytes in
      guard let first = bytes.baseAddress else { return [] }
      return program.withMachine(plan.newContext()) { machine in
        var heads: [UInt64] = []
        heads.reserveCapacity(elements.count)
        for position in elements.indices {
          switch machine.answer(for: plan.start(of: first + position &* plan.stride)) {
          case .yes:
            let number = machine.words[Int(program.result)]
            let head = lane == .doubles ? SortColumn.head(number.double) : UInt64(bitPattern: number.integer) ^ 1 << 63
            if head == 0 { return nil }
            heads.append(head)
          case .no: heads.append(0)
          case .undecided: return nil
          }
        }
        return heads
      }
    }
  }
}

/// The elements of a collection as objects of an entity, for a fetch over them.
package struct ElementObjects<Element> {
  package let entity: String
  package let members: [Member]
  /// The types of the elements, and of the objects that the elements refer to, for the binder.
  package let types: any TypeSource
  private let reader: ElementReader<Element>

  /// Whether the types of the properties are known before a value is read.
  private let areTyped: Bool

  /// If the runtime does not list the fields of the type, `Mirror` gives the property names of the first element. Without an element every name
  /// counts as a property. The properties of dictionaries are the keys of all of them.
  ///
  /// Throws if the elements have no known properties: numbers, optionals, types with a custom mirror.
  ///
  /// - Parameter reading: How types without a property table are read.
  package init(of elements: [Element], reading: BindingOptions.Reading) throws(PredicateIssue) {
    reader = try ElementReader<Element>(reading: reading)
    if case .dynamic = reader.root, let observed = ObservedTypeSource(of: elements, reading) {
      entity = observed.entity
      types = observed
      members = observed.members
      areTyped = false
      return
    }
    guard case .entity(let entity, let types) = reader.root, let shape = ShapeRegistry.shape(named: entity, reading),
      !shape.isBox
    else {
      throw .unreadableElements(
        because: "a statement cannot read \(Element.self), because its properties are not known",
        hint: "use an array of structs, class instances or dictionaries")
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

  /// An element as an object. It is a copy, so it may outlive the collection.
  package func object(_ element: Element) -> QueryValue {
    reader.withValue(of: element) { $0.owned }
  }

  /// The value of an expression for each element. The values are copies, like those of ``object(_:)``. Nil if the types of the properties are not
  /// known.
  package func values(
    of expression: BoundExpression, for elements: [Element], limits: PredicateLimits
  ) throws(PredicateIssue) -> [QueryValue]? {
    guard areTyped else { return nil }
    return try reader.values(by: QueryPlan(expression, over: reader.rows, limits: limits), for: elements)
  }
}
