import PredicateBinding
import PredicateMemory
import PredicateValues

/// How two stored values of one type are compared where they lie.
struct PairComparison: Sendable {
  /// Whether the comparison holds of the values at two addresses; nil where that is left to the plain evaluator.
  let holds: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool?
  /// Whether the left and the right value are there.
  let arePresent: (@Sendable (UnsafeRawPointer) -> Bool, @Sendable (UnsafeRawPointer) -> Bool)?
  /// Whether it holds of two values that are not there.
  let holdsOfNils: Bool
}

extension PairComparison {
  /// Whether two values of two types are equal, which two functions read.
  init<Value: Equatable & SendableMetatype>(
    holdsOfNils: Bool, _ left: any Any.Type, _ right: any Any.Type,
    _ readLeft: @escaping @Sendable (UnsafeRawPointer) -> Value?,
    _ readRight: @escaping @Sendable (UnsafeRawPointer) -> Value?
  ) {
    let mayBeNil = left is any OptionalReference.Type || right is any OptionalReference.Type
    self.init(
      holds: { readLeft($0) == readRight($1) },
      arePresent: mayBeNil ? ({ readLeft($0) != nil }, { readRight($0) != nil }) : nil, holdsOfNils: holdsOfNils)
  }
}

extension BatchCompiler {
  /// A comparison of two stored strings, UUIDs, data, decimals or instances.
  func pairNode(_ comparison: CoreComparison, _ left: CoreValue, _ right: CoreValue) -> BatchNode? {
    if let a = textPlace(left), let b = textPlace(right) { return .texts(comparison, a, b) }
    let nils = comparison == .same
    if case .object(let first) = left.node, case .object(let second) = right.node {
      guard comparison.isEquality, let (a, shape) = path(of: first), let (b, other) = path(of: second), shape === other,
        shape.isClass, let reader = ValueReaders.reader(of: shape.type)
      else { return nil }
      return .pair(
        PairComparison(holds: { $0 == $1 }, arePresent: nil, holdsOfNils: nils),
        ValuePlace(path: a, offset: a.offset, type: shape.type, reader: reader),
        ValuePlace(path: b, offset: b.offset, type: shape.type, reader: reader))
    }
    guard let a = place(of: left), let b = place(of: right) else { return nil }
    if let order = DecimalMemory.order, let isLeft = DecimalMemory.presence(a.type),
      let isRight = DecimalMemory.presence(b.type)
    {
      let holds: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> Bool? = { order($0, $1).map(comparison.holds) }
      return .pair(PairComparison(holds: holds, arePresent: (isLeft, isRight), holdsOfNils: nils), a, b)
    }
    guard comparison.isEquality else { return nil }
    if let data = DataReader.pair(a.type, b.type, holdsOfNils: nils) { return .pair(data, a, b) }
    return UUIDReader.pair(a.type, b.type, holdsOfNils: nils).map { .pair($0, a, b) }
  }
}

extension QueryRun {
  /// A comparison of two stored values of each row.
  func narrow(
    _ comparison: PairComparison, _ left: ValuePlace, _ right: ValuePlace, _ frame: BatchFrame, _ mask: MaskWords
  ) {
    let leftMask = scratch.takeMask(copying: mask)
    let rightMask = scratch.takeMask(copying: mask)
    defer {
      scratch.give(leftMask)
      scratch.give(rightMask)
    }
    guard let lefts = resolve(left.path, frame, leftMask), let rights = resolve(right.path, frame, rightMask) else {
      return clear(mask, frame)
    }
    defer {
      release(lefts)
      release(rights)
    }
    if let (isLeft, isRight) = comparison.arePresent {
      leftMask.forEachRow(frame.count) { if !isLeft(lefts.rows[$0] + left.offset) { leftMask.clear($0) } }
      rightMask.forEachRow(frame.count) { if !isRight(rights.rows[$0] + right.offset) { rightMask.clear($0) } }
    }
    for word in 0..<RowMask.words(for: frame.count) {
      var held = comparison.holdsOfNils ? mask[word] & ~leftMask[word] & ~rightMask[word] : 0
      var bits = mask[word] & leftMask[word] & rightMask[word]
      while bits != 0 {
        let bit = bits & (~bits &+ 1)
        let position = word &* 64 &+ bits.trailingZeroBitCount
        bits &= bits &- 1
        switch comparison.holds(lefts.rows[position] + left.offset, rights.rows[position] + right.offset) {
        case true?: held |= bit
        case false?: break
        case nil: frame.undecided.set(position)
        }
      }
      mask[word] = held
    }
  }
}
