import PredicateBinding
import PredicateValues

/// Ranges that ask whether an element equals a value from outside: `x IN numbers`, `ANY names IN tags`.
extension BatchCompiler {
  mutating func amongNode(_ range: CoreRange) -> BatchNode? {
    guard range.steps.count == 1, case .compare(let comparison, let left, let right) = range.filter.node,
      comparison == .equal || comparison == .same
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
        BatchMembership(
          value: value, path: path, offset: elements.offset, members: members, identity: newMembership()))
    }
    guard case .elements(let collection) = step.source, let set = place(of: collection), !set.path.isComputed,
      let type = set.type as? any SetInPlace.Type
    else { return nil }
    let other: CoreValue
    switch (left.node, right.node) {
    case (.element(step.variable), _): other = right
    case (_, .element(step.variable)): other = left
    default: return nil
    }
    guard let value = place(of: other), value.isElsewhere(than: step.variable),
      let question = type.question(aboutValuesOf: value.type)
    else { return nil }
    return .among(
      BatchMembership(
        value: value, path: set.path, offset: set.offset, members: { SetMembers(question) },
        identity: newMembership()))
  }

  /// Some element of a set that is among an array's: some element of the array that is among the set's.
  func turned(_ range: CoreRange) -> CoreRange? {
    guard range.steps.count == 1, case .elements(let collection) = range.steps[0].source,
      place(of: collection)?.type is any SetInPlace.Type, case .exists(let inner) = range.filter.node,
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
    func make<Key: Hashable & SendableMetatype>(
      _ reader: (any Any.Type) -> ArrayMembers<Key>.Reader?
    ) -> (@Sendable () -> CollectionMembers)? {
      guard let read = reader(value.type), let readElement = reader(each.type) else { return nil }
      let elements = ArrayMembers<Key>.Elements(
        first: path.firstOffset + each.offset, stride: path.stride, read: readElement)
      return { ArrayMembers(read, elements, findsNil: findsNil) }
    }
    return make { NumberTypes.visit($0, NumberKeyMaker()) } ?? make(Self.textKeys) ?? make(UUIDMemory.reader)
  }

  private static func textKeys(_ type: any Any.Type) -> ArrayMembers<TextKey>.Reader? {
    guard StringMemory.isTrusted, type == String.self || type == String?.self else { return nil }
    return { TextKey($0) }
  }
}

extension ValuePlace {
  /// Whether the value can be read row by row without the variable.
  fileprivate func isElsewhere(than variable: Int) -> Bool { path.variable != variable && !path.isComputed }
}

/// Makes what reads numbers as they are looked up.
struct NumberKeyMaker: NumberTypeVisitor {
  func visit<Column: NumberColumn>(_: Column.Type) -> @Sendable (UnsafeRawPointer) -> NumberKey? {
    { Column.load($0)?.key }
  }
}
