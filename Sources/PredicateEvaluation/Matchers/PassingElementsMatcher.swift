import PredicateMemory

/// Whether from `low` to `high` elements of an array pass a matcher. A nil never passes.
///
/// Where the elements are references the matcher takes the instances.
struct PassingElementsMatcher<Inner: RowMatcher>: RowMatcher {
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
