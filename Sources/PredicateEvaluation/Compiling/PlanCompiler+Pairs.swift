import PredicateBinding
import PredicateMemory
import PredicateValues

extension PlanCompiler {
  /// A comparison of two stored strings, UUIDs, data, decimals or instances.
  func pairNode(_ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue) -> ConditionNode? {
    if let a = textPlace(left), let b = textPlace(right) { return .texts(comparison, a, b) }
    let nils = comparison == .same
    if case .object(let first) = left.node, case .object(let second) = right.node {
      guard comparison.isEquality, let (a, shape) = path(of: first), let (b, other) = path(of: second), shape === other,
        shape.isClass, let reader = ValueReaders.reader(of: shape.type, shape.reading)
      else { return nil }
      return .pair(
        PairComparison(holdsOfNils: nils) { $0 == $1 },
        ValuePlace(path: a, offset: a.offset, type: shape.type, reader: reader),
        ValuePlace(path: b, offset: b.offset, type: shape.type, reader: reader))
    }
    guard let a = place(of: left), let b = place(of: right) else { return nil }
    if !StringMemory.isTrusted, let pair = publicTexts(comparison, a, b) { return .pair(pair, a, b) }
    if let order = DecimalMemory.order(a.type, b.type), let isLeft = DecimalMemory.presence(a.type),
      let isRight = DecimalMemory.presence(b.type)
    {
      let pair = PairComparison(isLeft, isRight, holdsOfNils: nils) { order($0, $1).map(comparison.holds) }
      return .pair(pair, a, b)
    }
    guard comparison.isEquality else { return nil }
    if let data = DataReader.pair(a.type, b.type, holdsOfNils: nils) { return .pair(data, a, b) }
    return UUIDQuestions.pair(a.type, b.type, holdsOfNils: nils).map { .pair($0, a, b) }
  }
}
