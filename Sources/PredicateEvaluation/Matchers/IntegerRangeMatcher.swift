/// Whether an integer lies in a range. Every comparison with a constant is one.
struct IntegerRangeMatcher<Value: FixedWidthInteger & Sendable>: RowMatcher where Value.Magnitude: Sendable {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let low: Value
  /// From the low end to the high end, so that one comparison tells.
  let span: Value.Magnitude

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let value = row.load(fromByteOffset: offset, as: Value.self)
    return Value.Magnitude(truncatingIfNeeded: value &- low) <= span
  }
}
