import PredicateBinding
import PredicateReference
import PredicateValues

extension QueryRun {
  /// A comparison of two numbers of each row.
  func evaluate(
    _ comparison: CoreComparison, _ left: NumberNode, _ right: NumberNode, _ frame: ChunkFrame, _ mask: MaskWords
  ) throws(PredicateIssue) {
    let leftMask = scratch.takeMask(copying: mask)
    let lefts = scratch.takeColumn()
    let rights = scratch.takeColumn()
    defer {
      scratch.give(leftMask)
      scratch.give(lefts)
      scratch.give(rights)
    }
    try calculate(left, frame, leftMask, lefts)
    // If one nil decides, the right side is not evaluated for the rows whose left side is nil.
    let rightMask = scratch.takeMask(copying: comparison == .same ? mask : leftMask)
    defer { scratch.give(rightMask) }
    let lastRight = try operand(right, frame, rightMask, rights)
    for word in 0..<RowMask.words(for: frame.count) {
      let first = word &* 64
      let neither = comparison == .same ? mask[word] & ~leftMask[word] & ~rightMask[word] : 0
      let both = leftMask[word] & rightMask[word]
      mask[word] =
        neither
        | (left.isDouble
          ? Self.compare(
            comparison, lefts.assumingMemoryBound(to: Double.self) + first,
            rights.assumingMemoryBound(to: Double.self) + first & lastRight, both)
          : Self.compare(
            comparison, lefts.assumingMemoryBound(to: Int64.self) + first,
            rights.assumingMemoryBound(to: Int64.self) + first & lastRight, both))
    }
  }

  /// The right numbers of an operation. The column of a constant has 64 equal numbers, which serve for the 64 rows of each word.
  ///
  /// - Returns: The last position in the column, as a mask of bits: the number of a row is at `position & last`.
  private func operand(
    _ node: NumberNode, _ frame: ChunkFrame, _ mask: MaskWords, _ destination: UnsafeMutableRawPointer
  ) throws(PredicateIssue) -> Int {
    switch node.kind {
    case .integer(let value):
      destination.assumingMemoryBound(to: Int64.self).update(repeating: value, count: min(64, frame.count))
    case .double(let value):
      destination.assumingMemoryBound(to: Double.self).update(repeating: value, count: min(64, frame.count))
    case .moment:
      destination.assumingMemoryBound(to: Double.self).update(
        repeating: evaluator.context.now, count: min(64, frame.count))
    default:
      try calculate(node, frame, mask, destination)
      return .max
    }
    return Self.lastOfConstants
  }

  /// The place of the last of the numbers that a constant has.
  private static let lastOfConstants = 63

  @inline(__always)
  private static func compare<Number: Comparable>(
    _ comparison: CoreComparison, _ a: UnsafeMutablePointer<Number>, _ b: UnsafeMutablePointer<Number>, _ both: UInt64
  ) -> UInt64 {
    switch comparison {
    case .equal, .same: select(both) { a[$0] == b[$0] }
    case .less: select(both) { a[$0] < b[$0] }
    case .lessOrEqual: select(both) { a[$0] <= b[$0] }
    case .greater: select(both) { a[$0] > b[$0] }
    case .greaterOrEqual: select(both) { a[$0] >= b[$0] }
    }
  }

  /// The bits of up to 64 that `answer` is true for. If many are set, `answer` runs for all 64 without a branch: a column has a number at every
  /// place.
  @inline(__always)
  private static func select(_ bits: UInt64, _ answer: (Int) -> Bool) -> UInt64 {
    bits.nonzeroBitCount > 16 ? bits & RowMask.word(64, answer) : bits.keeping(answer)
  }

  /// The numbers of the rows whose bit is set; the bits of nils are cleared.
  func calculate(
    _ node: NumberNode, _ frame: ChunkFrame, _ mask: MaskWords, _ destination: UnsafeMutableRawPointer
  ) throws(PredicateIssue) {
    let integers = destination.assumingMemoryBound(to: Int64.self)
    let doubles = destination.assumingMemoryBound(to: Double.self)
    switch node.kind {
    case .column(let path, let loader):
      guard let found = resolve(path, frame, mask) else { return }
      defer { release(found) }
      loader.load(found.rows, mask, frame.count, destination, frame.undecided)
    case .integer(let value):
      for position in 0..<frame.count { integers[position] = value }
    case .double(let value):
      for position in 0..<frame.count { doubles[position] = value }
    case .moment:
      for position in 0..<frame.count { doubles[position] = evaluator.context.now }
    case .promote(let operand, let isExact):
      try calculate(operand, frame, mask, destination)
      mask.forEachRow(frame.count) { position in
        let integer = integers[position]
        if isExact && integer.magnitude > Self.mostExact { return leaveUndecided(position, frame, mask) }
        doubles[position] = Double(integer)
      }
    case .negate(let operand):
      try calculate(operand, frame, mask, destination)
      if node.isDouble {
        change(doubles, frame, mask) { $0.negated }
      } else {
        change(integers, frame, mask) { $0.negated }
      }
    case .magnitude(let operand):
      try calculate(operand, frame, mask, destination)
      if node.isDouble {
        change(doubles, frame, mask) { $0.withoutSign }
      } else {
        change(integers, frame, mask) { $0.withoutSign }
      }
    case .choose(let test, let first, let second):
      try choose(test, first, second, frame, mask, destination)
    case .map(let operand, let compute):
      try calculate(operand, frame, mask, destination)
      mask.forEachRow(frame.count) { doubles[$0] = compute(doubles[$0]) }
      dropNaN(frame, mask, doubles)
    case .arithmetic(let operation, let left, let right):
      try withOperands(left, right, frame, mask, destination) { rights, last in
        if node.isDouble {
          combine(operation, frame, mask, doubles, rights.assumingMemoryBound(to: Double.self), last)
          dropNaN(frame, mask, doubles)
        } else {
          combine(operation, frame, mask, integers, rights.assumingMemoryBound(to: Int64.self), last)
        }
      }
    case .power(let base, let exponent):
      try withOperands(base, exponent, frame, mask, destination) { rights, last in
        let exponents = rights.assumingMemoryBound(to: Double.self)
        mask.forEachRow(frame.count) { doubles[$0] = ValueArithmetic.power(doubles[$0], exponents[$0 & last]) }
        dropNaN(frame, mask, doubles)
      }
    case .bits(let op, let left, let right):
      try withOperands(left, right, frame, mask, destination) { rights, last in
        let others = rights.assumingMemoryBound(to: Int64.self)
        mask.forEachRow(frame.count) { integers[$0] = ValueArithmetic.bits(op, integers[$0], others[$0 & last]) }
      }
    case .count(let range):
      try count(range, frame, mask, integers)
    case .repeated(let number, let slot): try frame.walk?.repeat(number, slot, mask, destination)
    case .fold(let kind, let range, let each):
      if each.isDouble {
        try fold(kind, range, each, of: Double.self, frame, mask, destination)
      } else {
        try fold(kind, range, each, of: Int64.self, frame, mask, destination)
      }
    }
  }

  /// Calculates the left numbers of an operation in the memory for its results, and calls `body` with the right ones and the place of the last one;
  /// see ``operand(_:_:_:_:)``.
  private func withOperands(
    _ left: NumberNode, _ right: NumberNode, _ frame: ChunkFrame, _ mask: MaskWords,
    _ destination: UnsafeMutableRawPointer, _ body: (UnsafeMutableRawPointer, Int) -> Void
  ) throws(PredicateIssue) {
    try calculate(left, frame, mask, destination)
    let rights = scratch.takeColumn()
    defer { scratch.give(rights) }
    body(rights, try operand(right, frame, mask, rights))
  }

  /// Every integer up to it is a double.
  private static let mostExact: UInt64 = 1 << 53

  /// Changes numbers. A row whose number has no result of its type is left to the reference.
  @inline(__always)
  private func change<Number: ColumnNumber>(
    _ numbers: UnsafeMutablePointer<Number>, _ frame: ChunkFrame, _ mask: MaskWords, _ change: (Number) -> Number?
  ) {
    mask.forEachRow(frame.count) { position in
      if let changed = change(numbers[position]) {
        numbers[position] = changed
      } else {
        leaveUndecided(position, frame, mask)
      }
    }
  }

  /// One of two numbers for each row. Each is calculated only for the rows that need it.
  private func choose(
    _ test: ConditionNode, _ first: NumberNode, _ second: NumberNode, _ frame: ChunkFrame, _ mask: MaskWords,
    _ destination: UnsafeMutableRawPointer
  ) throws(PredicateIssue) {
    let chosen = scratch.takeMask(copying: mask)
    let rest = scratch.takeMask(copying: mask)
    let others = scratch.takeColumn()
    defer {
      scratch.give(chosen)
      scratch.give(rest)
      scratch.give(others)
    }
    try evaluate(test, frame, chosen)
    let words = RowMask.words(for: frame.count)
    for word in 0..<words { rest[word] &= ~chosen[word] }
    try calculate(first, frame, chosen, destination)
    try calculate(second, frame, rest, others)
    let found = others.assumingMemoryBound(to: UInt64.self)
    let numbers = destination.assumingMemoryBound(to: UInt64.self)
    rest.forEachRow(frame.count) { numbers[$0] = found[$0] }
    for word in 0..<words { mask[word] = chosen[word] | rest[word] }
  }

  func leaveUndecided(_ position: Int, _ frame: ChunkFrame, _ mask: MaskWords) {
    frame.undecided.set(position)
    mask.clear(position)
  }

  private func combine<Number: ColumnNumber>(
    _ operation: NumberOperation, _ frame: ChunkFrame, _ mask: MaskWords, _ lefts: UnsafeMutablePointer<Number>,
    _ rights: UnsafeMutablePointer<Number>, _ lastRight: Int
  ) {
    // One loop per operator, so that no iteration tests the operator.
    switch operation {
    case .add: combine(frame, mask, lefts, rights, lastRight) { $0.applying(.add, $1) }
    case .subtract: combine(frame, mask, lefts, rights, lastRight) { $0.applying(.subtract, $1) }
    case .multiply: combine(frame, mask, lefts, rights, lastRight) { $0.applying(.multiply, $1) }
    case .divide:
      dropZeros(rights, lastRight, frame, mask)
      combine(frame, mask, lefts, rights, lastRight) { $0.applying(.divide, $1) }
    case .remainder:
      dropZeros(rights, lastRight, frame, mask)
      combine(frame, mask, lefts, rights, lastRight) { $0.applying(.remainder, $1) }
    }
  }

  /// Clears the bits of the rows whose divisor is 0: their result is nil.
  @inline(__always)
  private func dropZeros<Number: ColumnNumber>(
    _ rights: UnsafeMutablePointer<Number>, _ lastRight: Int, _ frame: ChunkFrame, _ mask: MaskWords
  ) {
    // All numbers of a constant's column are equal.
    if lastRight == Self.lastOfConstants && rights[0] != .zero { return }
    mask.keep(frame.count) { rights[$0 & lastRight] != .zero }
  }

  @inline(__always)
  private func combine<Number: ColumnNumber>(
    _ frame: ChunkFrame, _ mask: MaskWords, _ lefts: UnsafeMutablePointer<Number>,
    _ rights: UnsafeMutablePointer<Number>, _ lastRight: Int, _ calculate: (Number, Number) -> Number?
  ) {
    mask.forEachRow(frame.count) { position in
      if let result = calculate(lefts[position], rights[position & lastRight]) {
        lefts[position] = result
      } else {
        // The reference continues with a double if an integer cannot hold the number.
        leaveUndecided(position, frame, mask)
      }
    }
  }

  /// Clears the bits of the rows whose double is NaN, which is nil.
  private func dropNaN(_ frame: ChunkFrame, _ mask: MaskWords, _ column: UnsafeMutablePointer<Double>) {
    for word in 0..<RowMask.words(for: frame.count) where mask[word] != 0 {
      let numbers = column + word &* 64
      mask[word] = Self.select(mask[word]) { numbers[$0] == numbers[$0] }
    }
  }
}
