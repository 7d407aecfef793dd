import PredicateBinding
import PredicateMemory
import PredicateValues

extension PlanCompiler {
  /// A comparison of two stored strings, UUIDs, URLs, data, decimals or instances.
  func pairNode(_ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue) -> ConditionNode? {
    if case .object(let first) = left.node, case .object(let second) = right.node {
      guard comparison.isEquality, let (a, shape) = path(of: first), let (b, other) = path(of: second), shape === other,
        shape.isClass, let reader = ValueReaders.reader(of: shape.type, shape.reading)
      else { return nil }
      return .pair(
        PairFilter(ColumnPairMatcher<InstanceColumn, InstanceColumn>(comparison: comparison)),
        ValuePlace(path: a, offset: a.offset, type: shape.type, reader: reader),
        ValuePlace(path: b, offset: b.offset, type: shape.type, reader: reader))
    }
    if textPlace(left) != nil, textPlace(right) != nil, let a = place(of: left), let b = place(of: right) {
      return .pair(PairFilter(ColumnPairMatcher<TextReader, TextReader>(comparison: comparison)), a, b)
    }
    guard let a = place(of: left), let b = place(of: right) else { return nil }
    return filter(comparison, a.type, b.type).map { .pair($0, a, b) }
  }

  /// A comparison of values of two types that are read by public ways, or as decimals.
  private func filter(_ comparison: CoreComparison, _ left: any Any.Type, _ right: any Any.Type) -> PairFilter? {
    if let texts = PairFilter(comparison, left, right, of: TextSource.self) { return texts }
    if let urls = PairFilter(comparison, left, right, of: URLSource.self) { return urls }
    if let decimals = DecimalPairMatcher(comparison, left, right) { return PairFilter(decimals) }
    guard comparison.isEquality else { return nil }
    return PairFilter(comparison, left, right, of: UUIDSource.self)
      ?? PairFilter(comparison, left, right, of: DataSource.self)
  }
}
