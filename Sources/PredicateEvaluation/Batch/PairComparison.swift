import PredicateBinding
import PredicateMemory
import PredicateValues

/// How two stored values of one type are compared where they lie.
struct PairComparison: Sendable {
  /// Whether the comparison holds of the values at two addresses, of which none is a nil; nil where that is left to the plain evaluator.
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

extension BatchCompiler {
  /// A comparison of two stored strings, UUIDs, data, decimals or instances.
  func pairNode(_ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue) -> BatchNode? {
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
    if let order = DecimalMemory.order, let isLeft = DecimalMemory.presence(a.type),
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

extension QueryRun {
  /// A comparison of two stored values of each row.
  func narrow(
    _ comparison: PairComparison, _ left: ValuePlace, _ right: ValuePlace, _ frame: BatchFrame, _ mask: MaskWords
  ) {
    narrowPairs(left, right, frame, mask) { comparison.holds($0, $1) }
  }

  /// Clears the bits of the rows for whose two places a comparison does not hold. It gets nil for a place to which no path leads; rows for
  /// which it gives nil become undecided.
  @inline(__always)
  func narrowPairs(
    _ left: ValuePlace, _ right: ValuePlace, _ frame: BatchFrame, _ mask: MaskWords,
    _ holds: (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool?
  ) {
    let leftMask = scratch.takeMask(copying: mask)
    let rightMask = scratch.takeMask(copying: mask)
    defer {
      scratch.give(leftMask)
      scratch.give(rightMask)
    }
    guard let lefts = resolve(left.path, frame, leftMask) else { return clear(mask, frame) }
    defer { release(lefts) }
    guard let rights = resolve(right.path, frame, rightMask) else { return clear(mask, frame) }
    defer { release(rights) }
    for word in 0..<RowMask.words(for: frame.count) {
      var held: UInt64 = 0
      var bits = mask[word]
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        let position = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        let a = leftMask[word] & bit == 0 ? nil : lefts.rows[position] + left.offset
        let b = rightMask[word] & bit == 0 ? nil : rights.rows[position] + right.offset
        switch holds(a, b) {
        case true?: held |= bit
        case false?: break
        case nil: frame.undecided.set(position)
        }
      }
      mask[word] = held
    }
  }
}
