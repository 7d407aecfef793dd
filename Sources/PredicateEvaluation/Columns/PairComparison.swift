import PredicateBinding
import PredicateMemory
import PredicateValues

/// How two stored values of one type are compared where they lie.
struct PairComparison: Sendable {
  /// Whether the comparison holds of the values at two addresses, of which none is a nil; nil where that is left to the reference.
  let holds: @Sendable (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool?

  /// - Parameters:
  ///   - isLeft: Whether the left value is there, not nil.
  ///   - isRight: The same of the right one.
  ///   - holdsOfNils: Whether the comparison holds of two values that are nil.
  ///   - compare: What it is of two values that are there.
  init(
    _ isLeft: @escaping @Sendable (UnsafeRawPointer) -> Bool = { _ in true },
    _ isRight: @escaping @Sendable (UnsafeRawPointer) -> Bool = { _ in true }, holdsOfNils: Bool,
    _ compare: @escaping @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool?
  ) {
    holds = { left, right in
      let left = left.flatMap { isLeft($0) ? $0 : nil }
      let right = right.flatMap { isRight($0) ? $0 : nil }
      guard let left, let right else { return holdsOfNils && left == nil && right == nil }
      return compare(left, right)
    }
  }

  /// Whether two values are equal, as their readers read them.
  private init<Left: MemberReader, Right: MemberReader>(
    _: Left.Type, _: Right.Type, holdsOfNils: Bool
  ) where Left.Key == Right.Key {
    holds = { left, right in
      let left = left.flatMap(Left.key)
      let right = right.flatMap(Right.key)
      guard let left, let right else { return holdsOfNils && left == nil && right == nil }
      return left == right
    }
  }

  /// A comparison of strings, which are reached by public ways.
  init<Left: TextPlace, Right: TextPlace>(_ comparison: CoreComparison, _: Left.Type, _: Right.Type) {
    holds = { left, right in
      let left = left.flatMap(Left.text)
      let right = right.flatMap(Right.text)
      guard let left, let right else { return comparison == .same && left == nil && right == nil }
      if !comparison.isEquality { return comparison.holds(StringSearch.order(left, right)) }
      return left.utf8.count == right.utf8.count && left.hasSameScalars(as: right)
    }
  }

  /// Whether two values of a type, or of its optional, are equal; nil for other types.
  init?<Plain: MemberReader, Optional: MemberReader>(
    _ left: any Any.Type, _ right: any Any.Type, _ plain: (type: any Any.Type, reader: Plain.Type),
    _ optional: (type: any Any.Type, reader: Optional.Type), holdsOfNils: Bool
  ) where Plain.Key == Optional.Key {
    let types = [plain.type, optional.type]
    guard types.contains(where: { $0 == left }), types.contains(where: { $0 == right }) else { return nil }
    self =
      switch (left == plain.type, right == plain.type) {
      case (true, true): PairComparison(Plain.self, Plain.self, holdsOfNils: holdsOfNils)
      case (true, false): PairComparison(Plain.self, Optional.self, holdsOfNils: holdsOfNils)
      case (false, true): PairComparison(Optional.self, Plain.self, holdsOfNils: holdsOfNils)
      case (false, false): PairComparison(Optional.self, Optional.self, holdsOfNils: holdsOfNils)
      }
  }
}
