import PredicateMemory

/// Whether an element of an array passes a matcher, or whether none does; a nil answers neither with yes. Of references to instances the matcher
/// takes the instances.
struct SomeElementMatcher<Inner: RowMatcher>: RowMatcher {
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
