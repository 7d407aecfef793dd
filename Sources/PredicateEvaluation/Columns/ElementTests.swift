import PredicateMemory

/// How the elements of an array are reached from the row that has the array.
struct ElementPath: Sendable {
  /// Where the row has the array.
  let offset: Int
  /// From the storage to the first element.
  let firstOffset: Int
  let stride: Int
  /// Whether there may be no array.
  let isOptional: Bool

  /// How many elements the array of a row has; nil where there is no array.
  @inline(__always)
  func count(of row: UnsafeRawPointer) -> Int? { ArrayMemory.count(row + offset) }

  /// The addresses of elements that lie behind one another.
  struct Places: IteratorProtocol {
    let first: UnsafeRawPointer
    let stride: Int
    let count: Int
    var position = 0

    @inline(__always)
    mutating func next() -> UnsafeRawPointer? {
      guard position < count else { return nil }
      defer { position &+= 1 }
      return first + position &* stride
    }
  }

  /// The addresses of the elements of a row's array; nil where there is no array.
  @inline(__always)
  func places(of row: UnsafeRawPointer) -> Places? {
    guard let storage = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
    return Places(first: storage + firstOffset, stride: stride, count: ArrayMemory.count(inStorage: storage))
  }

  /// Where an element of a row's array lies; -1 is the last one. Nil where there is none.
  @inline(__always)
  func element(_ index: Int, of row: UnsafeRawPointer) -> UnsafeRawPointer? {
    guard let storage = row.load(fromByteOffset: offset, as: UnsafeRawPointer?.self) else { return nil }
    let count = ArrayMemory.count(inStorage: storage)
    let position = index < 0 ? count &+ index : index
    return position >= 0 && position < count ? storage + firstOffset + position &* stride : nil
  }

  /// The loops for whether there are so many elements; nil where no number is so many.
  func countFilter(low: Int, high: Int) -> RowFilter? {
    if high < max(low, 0) { return nil }
    let test = ElementCountTest(offset: offset, low: low, high: high)
    return isOptional ? RowFilter(OptionalElementCountTest(offset: offset, inner: test)) : RowFilter(test)
  }
}

/// Whether an array has so many elements.
struct ElementCountTest: RowTest {
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let low: Int
  /// From the low end to the high end, so that one comparison tells: few instructions, for many rows to be waited for at once.
  let span: UInt

  init(offset: Int, low: Int, high: Int) {
    self.offset = offset
    self.low = max(low, 0)
    span = high < self.low ? 0 : UInt(high - self.low)
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let count = ArrayMemory.count(inStorage: row.load(fromByteOffset: offset, as: UnsafeRawPointer.self))
    return UInt(bitPattern: count &- low) <= span
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { ArrayMemory.prefetchCount(row + offset) }
}

/// Whether an optional array has so many elements; a nil has none of any number.
struct OptionalElementCountTest: RowTest {
  static var readsAnyRow: Bool { false }
  static var looksElsewhere: Bool { true }
  let offset: Int
  let inner: ElementCountTest

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    row.load(fromByteOffset: offset, as: UInt.self) != 0 && inner.passes(row)
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { ArrayMemory.prefetchCount(row + offset) }
}

/// Whether an element of an array passes a test, or whether none does; a nil answers neither with yes. Of references to instances the test
/// takes the instances.
struct SomeElementTest<Inner: RowTest>: RowTest {
  static var readsAnyRow: Bool { false }
  static var isBrief: Bool { false }
  let path: ElementPath
  let areInstances: Bool
  let inner: Inner
  /// Whether no element may pass.
  let isNone: Bool

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let storage = row.load(fromByteOffset: path.offset, as: UnsafeRawPointer?.self) else { return false }
    var element = storage + path.firstOffset
    for _ in 0..<ArrayMemory.count(inStorage: storage) {
      if inner.passes(areInstances ? element.load(as: UnsafeRawPointer.self) : element) { return !isNone }
      element += path.stride
    }
    return isNone
  }
}

/// Whether so many elements of an array pass a test; of a nil no number does. Of references to instances the test takes the instances.
struct PassingElementsTest<Inner: RowTest>: RowTest {
  static var readsAnyRow: Bool { false }
  static var isBrief: Bool { false }
  let path: ElementPath
  let areInstances: Bool
  let inner: Inner
  let low: Int
  let high: Int
  /// So many settle it.
  private let enough: Int

  init(path: ElementPath, areInstances: Bool, inner: Inner, low: Int, high: Int) {
    self.path = path
    self.areInstances = areInstances
    self.inner = inner
    self.low = low
    self.high = high
    enough = high == .max ? low : high + 1
  }

  /// The loop tests so many elements before it may stop. The processor cannot predict the element that settles it, and a wrong guess costs
  /// more than brief tests of the rest of a short array.
  private static var block: Int { Inner.isBrief ? 8 : 1 }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let storage = row.load(fromByteOffset: path.offset, as: UnsafeRawPointer?.self) else { return false }
    var element = storage + path.firstOffset
    var count = 0
    var rest = ArrayMemory.count(inStorage: storage)
    while rest > 0 && count < enough {
      let tested = min(rest, Self.block)
      for _ in 0..<tested {
        count &+= inner.passes(areInstances ? element.load(as: UnsafeRawPointer.self) : element) ? 1 : 0
        element += path.stride
      }
      rest &-= tested
    }
    return (count >= low ? 1 : 0) & (count <= high ? 1 : 0) != 0
  }
}

/// Makes the loops for a test of how many elements pass.
struct PassingElementsMaker: RowTestVisitor {
  let path: ElementPath
  let areInstances: Bool
  let low: Int
  let high: Int

  @inline(__always)
  func visit(_ test: some RowTest) -> RowFilter {
    let isNone = low <= 0 && high == 0
    if isNone || low == 1 && high == .max {
      return RowFilter(
        SomeElementTest(path: path, areInstances: areInstances, inner: test, isNone: isNone), walking: path)
    }
    return RowFilter(
      PassingElementsTest(path: path, areInstances: areInstances, inner: test, low: low, high: high), walking: path)
  }
}

/// Every row.
struct EveryRowTest: RowTest {
  static var readsAnyRow: Bool { true }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { true }
}

/// Whether a row is one instance.
struct InstanceTest: RowTest {
  static var readsAnyRow: Bool { true }
  let address: UInt

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { UInt(bitPattern: row) == address }
}

/// No row.
struct NoRowTest: RowTest {
  static var readsAnyRow: Bool { true }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { false }
}
