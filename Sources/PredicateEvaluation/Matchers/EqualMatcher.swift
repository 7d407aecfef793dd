/// Whether what a column loads, plain values that refer to nothing, equals a constant.
struct EqualMatcher<Column: LoadedColumn>: RowMatcher where Column.Element: Equatable & Sendable {
  static var readsAnyRow: Bool { true }
  let offset: Int
  let constant: Column.Element

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { Column.load(row + offset) == constant }
}
