import PredicateMemory

/// Whether a collection has from `low` to `high` elements. Its count is read as that of an array.
struct ElementCountMatcher: RowMatcher {
  static var form: String { "count of elements in a range" }
  static var readsIndirectly: Bool { true }
  let offset: Int
  let low: Int
  /// The distance between both ends, so that one comparison decides: few instructions, so that many rows can wait for memory at once.
  let span: UInt

  init(offset: Int, low: Int, high: Int) {
    self.offset = offset
    self.low = max(low, 0)
    span = high < self.low ? 0 : UInt(high - self.low)
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    passes(ArrayMemory.count(inStorage: row.load(fromByteOffset: offset, as: UnsafeRawPointer.self)))
  }

  /// Whether a count is between both ends.
  @inline(__always)
  func passes(_ count: Int) -> Bool { UInt(bitPattern: count &- low) <= span }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { ArrayMemory.prefetchCount(row + offset) }
}

extension RowFilter {
  /// The rows whose collection at an offset has from `low` to `high` elements; nil if no count is in that range.
  init?(countAt offset: Int, isOptional: Bool, low: Int, high: Int) {
    if high < max(low, 0) { return nil }
    let matcher = ElementCountMatcher(offset: offset, low: low, high: high)
    if isOptional {
      self.init(OptionalElementCountMatcher(offset: offset, inner: matcher))
    } else {
      self.init(matcher)
    }
  }
}

/// Whether an optional collection has from `low` to `high` elements; false for nil.
struct OptionalElementCountMatcher: RowMatcher {
  static var form: String { "count of optional elements in a range" }
  static var readsIndirectly: Bool { true }
  let offset: Int
  let inner: ElementCountMatcher

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let isThere = row.load(fromByteOffset: offset, as: UInt.self) != 0
    return (isThere ? 1 : 0) & (inner.passes(ArrayMemory.countOrZero(row + offset)) ? 1 : 0) != 0
  }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { ArrayMemory.prefetchCount(row + offset) }
}

/// Whether an element of an array passes a matcher, or whether none does; false for a nil array in both cases. For references to instances the
/// matcher gets the instances.
struct SomeElementMatcher<Inner: RowMatcher>: RowMatcher {
  static var form: String { "first element that passes: \(Inner.form)" }
  static var isCheaperThanBranch: Bool { false }
  let path: ElementPath
  let areInstances: Bool
  let inner: Inner
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

/// Whether from `low` to `high` elements of an array pass a matcher. A nil never passes.
///
/// Where the elements are references the matcher takes the instances.
struct PassingElementsMatcher<Inner: RowMatcher>: RowMatcher {
  static var form: String { "count of elements that pass: \(Inner.form)" }
  static var isCheaperThanBranch: Bool { false }
  let path: ElementPath
  let areInstances: Bool
  let inner: Inner
  let low: Int
  let high: Int
  private let enough: Int

  init(path: ElementPath, areInstances: Bool, inner: Inner, low: Int, high: Int) {
    self.path = path
    self.areInstances = areInstances
    self.inner = inner
    self.low = low
    self.high = high
    enough = high == .max ? low : high + 1
  }

  /// The number of elements that are tested before the loop may stop. The processor cannot predict which element decides, and a wrong prediction
  /// costs more than brief tests of the rest of a short array.
  private static var block: Int { Inner.isCheaperThanBranch ? 8 : 1 }

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

/// Makes the loops of a matcher that counts the passing elements.
struct PassingElementsMaker: RowMatcherVisitor {
  let path: ElementPath
  let areInstances: Bool
  let low: Int
  let high: Int

  @inline(__always)
  func visit(_ matcher: some RowMatcher) -> RowFilter {
    let isNone = low <= 0 && high == 0
    if isNone || low == 1 && high == .max {
      return RowFilter(
        SomeElementMatcher(path: path, areInstances: areInstances, inner: matcher, isNone: isNone), walking: path)
    }
    return RowFilter(
      PassingElementsMatcher(path: path, areInstances: areInstances, inner: matcher, low: low, high: high),
      walking: path)
  }
}
