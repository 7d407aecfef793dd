import PredicateMemory

/// Tests whether a number is present and in a range. Every comparison with a constant is such a test.
struct RangeMatcher<Column: LoadedColumn>: InlineMatcher where Column.Element: Comparable & Sendable {
  static var form: String { "\(Column.form) in a range" }
  static var readsIndirectly: Bool { Column.readsIndirectly }
  let offset: Int
  let low: Column.Element
  let high: Column.Element

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { Column.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return (value >= low ? 1 : 0) & (value <= high ? 1 : 0) != 0
  }
}

/// Tests whether a number is one of up to four numbers, which the loop keeps in registers.
struct FewNumbersMatcher<Column: LoadedColumn>: InlineMatcher where Column.Element: Equatable & Sendable {
  static var form: String { "\(Column.form) in a list of up to four" }
  let offset: Int
  private let few: (Column.Element, Column.Element, Column.Element, Column.Element)

  /// Nil for an empty list, or a list of more than four numbers.
  init?(offset: Int, _ numbers: [Column.Element]) {
    guard let last = numbers.last, numbers.count <= 4 else { return nil }
    self.offset = offset
    // The last number is repeated to fill the four positions.
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

/// Tests whether a number, or a UUID, is in a list.
struct NumberListMatcher<Column: LoadedColumn>: InlineMatcher
where Column.Element: Comparable & BitwiseCopyable & Sendable {
  static var form: String { "\(Column.form) in a sorted list" }
  let offset: Int
  let list: SortedNumbers<Column.Element>

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return list.contains(value)
  }
}

/// Tests whether a row is a given instance.
struct InstanceMatcher: InlineMatcher {
  static var form: String { "same instance" }
  let address: UInt

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { UInt(bitPattern: row) == address }
}
