import PredicateBinding
import PredicateMemory
import PredicateValues

/// Ranges that ask whether an element equals a value from outside: `x IN numbers`, `'x' IN names`, `ANY names IN tags`.
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
      guard each.path.variable == step.variable, each.path.isDirect, value.isElsewhere(than: step.variable),
        let members = members(value, elements, each, findsNil: comparison == .same)
      else { return nil }
      return .among(
        StoredMembership(
          value: value, path: path, offset: elements.offset, members: members, identity: newMembership()))
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
    guard !set.path.isComputed, let value = place(of: other), value.isElsewhere(than: step.variable),
      let lookup = type.lookup(ofValuesOf: value.type)
    else { return nil }
    return .among(
      StoredMembership(
        value: value, path: set.path, offset: set.offset, members: { CollectionMembers(lookup) },
        identity: newMembership()))
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

  /// What looks for values in arrays of elements, which are both numbers, strings or UUIDs.
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

/// Makes what looks for values of a type in arrays.
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
  fileprivate func isElsewhere(than variable: Int) -> Bool { path.variable != variable && !path.isComputed }
}
