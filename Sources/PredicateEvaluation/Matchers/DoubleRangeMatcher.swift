/// Whether a floating-point number lies in a range; NaN never does.
struct DoubleRangeMatcher<Value: BinaryFloatingPoint & Sendable>: RowMatcher {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let low: Double
  let high: Double

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    let value = Double(row.load(fromByteOffset: offset, as: Value.self))
    return (value >= low ? 1 : 0) & (value <= high ? 1 : 0) != 0
  }
}
