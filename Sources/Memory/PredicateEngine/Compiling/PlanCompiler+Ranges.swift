import PredicateBinding
import PredicateMemory
import PredicateReference
import PredicateValues

/// Ranges: one loop if the filter is a single matcher of the element, otherwise chunks of elements.
extension PlanCompiler {
  mutating func existsNode(_ range: CoreRange) -> ConditionNode {
    if let (path, elements, areInstances) = singleStep(range) {
      if case .always(true) = range.filter.node,
        let filter = RowFilter(countAt: elements.offset, isOptional: elements.isOptional, low: 1, high: .max)
      {
        return .filter(path, filter, cost: 3)
      }
      if let filter = elementMatcher(
        range, PassingElementsMaker(path: elements, areInstances: areInstances, low: 1, high: .max))
      {
        return .filter(path, filter, cost: 16)
      }
    }
    if let exchanged = withSidesExchanged(range) { return existsNode(exchanged) }
    return amongNode(range) ?? .exists(self.range(range))
  }

  /// `range.@count > 2` with a constant.
  mutating func countComparison(
    _ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue
  ) -> ConditionNode? {
    if right.constantValue == nil, left.constantValue != nil {
      return countComparison(comparison.mirrored, right, left)
    }
    guard let constant = right.constantValue, let bounds = NumberBounds<Int64>(comparison, constant) else { return nil }
    let low = bounds.low.map { Int(clamping: $0) } ?? .min
    let high = bounds.high.map { Int(clamping: $0) } ?? .max
    if let place = countedPlace(left) {
      guard hasCountInPlace(place) else { return nil }
      if bounds.isEmpty { return .always(false) }
      let isOptional = place.type is any OptionalReference.Type
      return RowFilter(countAt: place.offset, isOptional: isOptional, low: low, high: high).map {
        .filter(place.path, $0, cost: 3)
      } ?? .always(false)
    }
    guard case .count(let range) = left.node, let (path, elements, areInstances) = singleStep(range) else { return nil }
    if bounds.isEmpty { return .always(false) }
    return elementMatcher(
      range, PassingElementsMaker(path: elements, areInstances: areInstances, low: low, high: high)
    ).map { .filter(path, $0, cost: 16) }
  }

  /// The array of a range of one step, and whether its elements are references to instances.
  private mutating func singleStep(_ range: CoreRange) -> (RowPath, ElementPath, areInstances: Bool)? {
    guard range.steps.count == 1, let (path, elements, type) = arrayPlace(range.steps[0]),
      declare(range.steps[0], type)
    else { return nil }
    return (path, elements, variables[range.steps[0].variable]?.isInstance ?? false)
  }

  /// The filter as one matcher of the element itself.
  private func elementMatcher<Visitor: RowMatcherVisitor>(_ range: CoreRange, _ visitor: Visitor) -> Visitor.Result? {
    guard let (path, result, _) = matcher(of: range.filter.withoutNegation, visitor), path.isDirect,
      path.variable == range.steps[0].variable
    else { return nil }
    return result
  }

  /// A collection as a view, if collections are of unknown types.
  private mutating func madeView(_ value: CoreValue) -> ViewNode? { isDynamic ? .made(self.value(value)) : nil }

  /// Notes the kind of the rows of a step's variable; false for elements that are neither objects nor values.
  mutating func declare(_ step: CoreRange.Step, _ type: any Any.Type) -> Bool {
    guard let collection = collectionPlace(step),
      let reader = ValueReaders.reader(of: type, collection.reader.reading)
    else { return false }
    switch (step.source, reader.kind, reader.isOptional) {
    case (_, .toOne(let target), false):
      variables[step.variable] = .object(target.shape)
    case (.elements, _, _):
      variables[step.variable] = .value(type, reader)
    default:
      return false
    }
    return true
  }

  mutating func range(_ range: CoreRange) -> RangeNode { self.range(range, each: nil) { _ in }.0 }

  /// Compiles a range. `each` is the value that is computed for its elements, and `form` compiles it while the range's variables are declared.
  mutating func range<Form>(
    _ range: CoreRange, each: CoreValue?, _ form: (inout PlanCompiler) -> Form
  ) -> (RangeNode, Form) {
    var steps: [RangeNode.Step] = []
    var isTotal = true
    for step in range.steps {
      let source: RangeNode.Step.Source
      if let (path, elements, type) = arrayPlace(step), declare(step, type) {
        source = .array(path, elements, areInstances: variables[step.variable]?.isInstance ?? false)
      } else if SetMemory.isTrusted, let place = collectionPlace(step),
        let set = place.type as? any StoredElements.Type, !set.isArray, declare(step, set.elementType)
      {
        source = .set(
          place.path, place.offset, stride: set.elementStride,
          areInstances: variables[step.variable]?.isInstance ?? false)
      } else if let place = collectionPlace(step), let type = place.type as? any StoredElements.Type,
        let copies = (place.typeAccess ?? type.typeAccess).copies, declare(step, type.elementType)
      {
        let bytes = bytesRead(ofElementsOf: step, in: place.type, range, each)
        source = .copies(
          place.path, place.offset, CopySource { copies($0, bytes) },
          areInstances: variables[step.variable]?.isInstance ?? false)
      } else if case .elements(let value) = step.source, let views = view(value) ?? madeView(value) {
        isTotal = false
        source = .views(views, at: value.range)
        variables[step.variable] = .view
      } else {
        if case .elements(let value) = step.source, !value.facts.isTotal || value.type.family != .collection {
          isTotal = false
        }
        source = .values(collection(step), isRelationship: step.isRelationship)
        variables[step.variable] = .value(QueryValue.self, ValueReaders.scalar(QueryValue.self))
      }
      // The rows of the next step are the elements of this one.
      if steps.isEmpty { scopes.append(nil) }
      steps.append(RangeNode.Step(variable: step.variable, source: source))
    }
    if !steps.isEmpty { scopes.removeLast() }
    scopes.append(RangeScope(range))
    let filter = node(range.filter)
    let form = form(&self)
    let scope = scopes.removeLast()
    let node = RangeNode(
      steps: steps, filter: filter, isTotal: isTotal && filter.isTotal, numbers: scope?.numbers ?? 0,
      needed: isTotal ? filter.neededNumbers : [], identity: counts.walks.next())
    return (node, form)
  }
}

extension CoreRange.Step {
  fileprivate var isRelationship: Bool {
    if case .relationship = source { true } else { false }
  }
}

extension CoreCondition {
  /// The same condition as a comparison, if it is the negation of a comparison of two integers that are never nil: `ALL` looks for an element that
  /// violates its comparison.
  fileprivate var withoutNegation: CoreCondition {
    guard case .not(let inner) = node, case .compare(let comparison, let left, let right) = inner.node,
      left.type == .integer, right.type == .integer, !left.isOptional, !right.isOptional,
      let opposite = comparison.opposite
    else { return self }
    return CoreCondition(.compare(opposite, left, right), range: range)
  }
}

/// Ranges with an element that equals a value from outside: `x IN numbers`, `'x' IN names`, `ANY names IN tags`.
extension PlanCompiler {
  mutating func amongNode(_ range: CoreRange) -> ConditionNode? {
    guard range.steps.count == 1, case .compare(let comparison, let left, let right) = range.filter.node,
      comparison.isEquality
    else { return nil }
    let step = range.steps[0]
    if let (path, elements, type) = arrayPlace(step) {
      guard !(type is AnyClass), !path.isComputed, declare(step, type), let a = place(of: left),
        let b = place(of: right)
      else { return nil }
      let (each, value) = a.path.variable == step.variable ? (a, b) : (b, a)
      guard each.path.variable == step.variable, each.path.isDirect, value.isIndependent(of: step.variable),
        let members = members(value, elements, each, findsNil: comparison == .same)
      else { return nil }
      return .among(
        StoredMembership(
          value: value, path: path, offset: elements.offset, members: members, identity: counts.memberships.next()))
    }
    guard case .elements(let collection) = step.source, let set = place(of: collection),
      let type = set.type as? any SearchableSet.Type
    else { return nil }
    let other: CoreValue
    switch (left.node, right.node) {
    case (.element(step.variable), _): other = right
    case (_, .element(step.variable)): other = left
    default: return nil
    }
    if let constant = other.constantValue {
      return type.matcher(constant).map {
        .filter(set.path, RowFilter(StorageMatcher(offset: set.offset, matches: $0)), cost: 60)
      }
    }
    guard !set.path.isComputed, let value = place(of: other), value.isIndependent(of: step.variable),
      let lookup = type.lookup(ofValuesOf: value.type)
    else { return nil }
    return .among(
      StoredMembership(
        value: value, path: set.path, offset: set.offset, members: { CollectionMembers(lookup) },
        identity: counts.memberships.next()))
  }

  /// Some element of a set that is among an array's: some element of the array that is among the set's.
  func withSidesExchanged(_ range: CoreRange) -> CoreRange? {
    guard range.steps.count == 1, case .elements(let collection) = range.steps[0].source,
      place(of: collection)?.type is any SearchableSet.Type, case .exists(let inner) = range.filter.node,
      inner.steps.count == 1, case .compare = inner.filter.node,
      let (path, _, _) = arrayPlace(inner.steps[0]), path.variable != range.steps[0].variable
    else { return nil }
    let among = CoreCondition(.exists(CoreRange(steps: range.steps, filter: inner.filter)), range: range.filter.range)
    return CoreRange(steps: inner.steps, filter: among)
  }

  /// The lookup of values in arrays of elements, which are both numbers, strings or UUIDs.
  private func members(
    _ value: ValuePlace, _ path: ElementPath, _ each: ValuePlace, findsNil: Bool
  ) -> (@Sendable () -> CollectionMembers)? {
    let maker = ArrayMembersMaker(
      value: value.type, first: path.firstOffset + each.offset, stride: path.stride, findsNil: findsNil)
    if let made = NumberTypes.visit(each.type, maker) { return made }
    if StringMemory.isTrusted, each.type == String.self || each.type == String?.self {
      guard value.type == String.self || value.type == String?.self else { return nil }
      return maker.make(TextReader.self) { TextReader.load($0) }
    }
    guard let read = UUIDSource.loader(of: value.type), UUIDSource.loader(of: each.type) != nil else { return nil }
    return each.type is any OptionalReference.Type
      ? maker.make(OptionalColumn<UUIDSource>.self, read) : maker.make(StoredColumn<UUIDSource>.self, read)
  }
}

/// Makes the lookup of values of a type in arrays.
private struct ArrayMembersMaker: NumberTypeVisitor {
  let value: any Any.Type
  let first: Int
  let stride: Int
  let findsNil: Bool

  func visit<Column: NumberColumn>(_: Column.Type) -> (@Sendable () -> CollectionMembers)? {
    NumberTypes.visit(value, NumberKeyMaker()).map { make(NumberReader<Column>.self, $0) }
  }

  @inline(__always)
  func make<Elements: LoadedColumn>(
    _: Elements.Type, _ value: @escaping AddressLoader<Elements.Element>
  ) -> @Sendable () -> CollectionMembers where Elements.Element: Hashable {
    { [first, stride, findsNil] in
      CollectionMembers(ArrayMembers<Elements>(value, first: first, stride: stride, findsNil: findsNil))
    }
  }
}

extension ValuePlace {
  /// Whether the value can be read row by row without the variable.
  fileprivate func isIndependent(of variable: Int) -> Bool { path.variable != variable && !path.isComputed }
}
