import PredicateBinding
import PredicateValues

/// A comparison of what two columns load.
struct ColumnPairMatcher<Left: LoadedColumn, Right: LoadedColumn<Left.Element>>: PairMatcher
where Left.Element: PairedValue {
  let comparison: CoreComparison

  @inline(__always)
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool? {
    let left = left.flatMap(Left.load)
    let right = right.flatMap(Right.load)
    guard let left, let right else { return comparison == .same && left == nil && right == nil }
    return left.holds(comparison, right)
  }
}

extension PairFilter {
  /// A comparison of values of two types, that of a source or its optional; nil for other types.
  init?<Source: ColumnSource>(
    _ comparison: CoreComparison, _ left: any Any.Type, _ right: any Any.Type, of _: Source.Type
  ) where Source.Element: PairedValue {
    typealias Plain = StoredColumn<Source>
    typealias Optional = OptionalColumn<Source>
    let isLeftPlain = left == Source.Value.self
    let isRightPlain = right == Source.Value.self
    guard isLeftPlain || left == Source.Value?.self, isRightPlain || right == Source.Value?.self else { return nil }
    switch (isLeftPlain, isRightPlain) {
    case (true, true): self.init(ColumnPairMatcher<Plain, Plain>(comparison: comparison))
    case (true, false): self.init(ColumnPairMatcher<Plain, Optional>(comparison: comparison))
    case (false, true): self.init(ColumnPairMatcher<Optional, Plain>(comparison: comparison))
    case (false, false): self.init(ColumnPairMatcher<Optional, Optional>(comparison: comparison))
    }
  }
}
