/// Whether a number of any kind is there and lies in a range.
struct ColumnRangeMatcher<Column: NumberColumn>: RowMatcher {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let low: Column.Element
  let high: Column.Element

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return (value >= low ? 1 : 0) & (value <= high ? 1 : 0) != 0
  }
}
