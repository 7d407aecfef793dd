/// Whether a number is one of up to four, which the loop keeps at hand.
struct FewNumbersMatcher<Column: NumberColumn>: RowMatcher {
  static var readsAnyRow: Bool { true }
  let offset: Int
  private let few: (Column.Element, Column.Element, Column.Element, Column.Element)

  /// Nil where the list has none, or too many.
  init?(offset: Int, _ numbers: [Column.Element]) {
    guard let last = numbers.last, numbers.count <= 4 else { return nil }
    self.offset = offset
    // The last one stands in all places that are left.
    let list = numbers + [last, last, last]
    few = (list[0], list[1], list[2], list[3])
  }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    let isEarly = (value == few.0 ? 1 : 0) | (value == few.1 ? 1 : 0)
    return isEarly | (value == few.2 ? 1 : 0) | (value == few.3 ? 1 : 0) != 0
  }
}
