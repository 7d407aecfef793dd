/// Whether a number, or a UUID, is one of a list's.
struct NumberListMatcher<Column: LoadedColumn>: RowMatcher
where Column.Element: Comparable & BitwiseCopyable & Sendable {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let list: SortedNumbers<Column.Element>

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return list.contains(value)
  }
}
