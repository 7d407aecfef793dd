/// Whether a number, or a UUID, is one of two.
struct TwoNumbersMatcher<Column: LoadedColumn>: RowMatcher where Column.Element: Equatable & Sendable {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let first: Column.Element
  let second: Column.Element

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return (value == first ? 1 : 0) | (value == second ? 1 : 0) != 0
  }
}
