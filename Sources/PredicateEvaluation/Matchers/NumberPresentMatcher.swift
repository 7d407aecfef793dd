/// Whether a number is there: neither nil nor NaN.
struct NumberPresentMatcher<Column: NumberColumn>: RowMatcher {
  static var readsAnyRow: Bool { true }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { Column.load(row + offset) != nil }
}
