import PredicateBinding
import PredicateMemory
import PredicateValues

/// A question about two values that a row has: a struct, so that the loop around it is compiled with it inside.
protocol PairTest: Sendable {
  /// Whether the row passes, by the addresses of its values, where no address is a nil; nil where that is left to the reference.
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool?
}

/// A comparison of what two columns load.
struct ColumnPairTest<Left: LoadedColumn, Right: LoadedColumn<Left.Element>>: PairTest
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
    case (true, true): self.init(ColumnPairTest<Plain, Plain>(comparison: comparison))
    case (true, false): self.init(ColumnPairTest<Plain, Optional>(comparison: comparison))
    case (false, true): self.init(ColumnPairTest<Optional, Plain>(comparison: comparison))
    case (false, false): self.init(ColumnPairTest<Optional, Optional>(comparison: comparison))
    }
  }
}

/// A comparison of two decimal numbers.
struct DecimalPairTest: PairTest {
  let comparison: CoreComparison
  private let isLeft: AddressTest
  private let isRight: AddressTest
  private let order: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> ValueOrder?

  /// Nil for other types.
  init?(_ comparison: CoreComparison, _ left: any Any.Type, _ right: any Any.Type) {
    guard let isLeft = DecimalMemory.presence(left), let isRight = DecimalMemory.presence(right),
      let order = DecimalMemory.order(left, right)
    else { return nil }
    self.comparison = comparison
    self.isLeft = isLeft
    self.isRight = isRight
    self.order = order
  }

  @inline(__always)
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool? {
    let left = left.flatMap { isLeft($0) ? $0 : nil }
    let right = right.flatMap { isRight($0) ? $0 : nil }
    guard let left, let right else { return comparison == .same && left == nil && right == nil }
    return order(left, right).map(comparison.holds)
  }
}

/// What two columns give for a comparison.
protocol PairedValue {
  /// Whether a comparison with another value holds.
  func holds(_ comparison: CoreComparison, _ other: Self) -> Bool
}

extension PairedValue where Self: Equatable {
  /// Only equality is asked of values without an order.
  @inline(__always)
  func holds(_: CoreComparison, _ other: Self) -> Bool { self == other }
}

extension UUIDKey: PairedValue {}
extension UInt: PairedValue {}

extension String: PairedValue {
  func holds(_ comparison: CoreComparison, _ other: String) -> Bool {
    if !comparison.isEquality { return comparison.holds(StringSearch.order(self, other)) }
    return utf8.count == other.utf8.count && hasSameScalars(as: other)
  }
}

extension TextKey: PairedValue {
  @inline(__always)
  func holds(_ comparison: CoreComparison, _ other: TextKey) -> Bool {
    comparison.isEquality ? self == other : comparison.holds(StringSearch.order(bytes, other.bytes))
  }
}

/// Instances, by their addresses: the rows themselves.
enum InstanceColumn: LoadedColumn {
  @inline(__always)
  static func load(_ address: UnsafeRawPointer) -> UInt? { UInt(bitPattern: address) }
}
