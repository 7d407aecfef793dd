import PredicateBinding
import PredicateMemory
import PredicateValues

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

/// A comparison of two stored values of each row, with a loop that is compiled for the two columns.
struct PairFilter: Sendable {
  /// Clears the bits of the rows that do not pass.
  let select: @Sendable (PairRows, MaskWords, Int) -> Void
  /// Whether a pair passes. An address is nil if the path to the value ends at a nil.
  let holds: @Sendable (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool
  /// The names of the columns, for printing the plan.
  let form: @Sendable () -> String

  init<Left: LoadedColumn, Right: LoadedColumn<Left.Element>>(
    _ comparison: CoreComparison, _: Left.Type, _: Right.Type
  ) where Left.Element: PairedValue {
    @Sendable @inline(__always)
    func isHeld(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool {
      let left = left.flatMap(Left.load)
      let right = right.flatMap(Right.load)
      guard let left, let right else { return comparison == .same && left == nil && right == nil }
      return left.holds(comparison, right)
    }
    form = { "\(Left.form) and \(Right.form)" }
    holds = { isHeld($0, $1) }
    select = { pairs, mask, count in
      for word in 0..<RowMask.words(for: count) {
        let both = mask[word] & pairs.left.present[word] & pairs.right.present[word]
        let held = both.keeping { bit in
          let position = word &* 64 &+ bit
          return isHeld(pairs.left.place(position), pairs.right.place(position))
        }
        let rest = (mask[word] & ~both).keeping { bit in
          let position = word &* 64 &+ bit
          return isHeld(pairs.left[position], pairs.right[position])
        }
        mask[word] = held | rest
      }
    }
  }
}

/// The addresses of the two values of each row of a chunk.
struct PairRows {
  struct Side {
    let rows: Rows
    let offset: Int
    /// The mask of the rows that have the value.
    let present: MaskWords

    /// The address of a row's value; nil if a step of the path is nil.
    @inline(__always)
    subscript(position: Int) -> UnsafeRawPointer? { present.has(position) ? place(position) : nil }

    /// The address of the value in a row that has it.
    @inline(__always)
    func place(_ position: Int) -> UnsafeRawPointer { rows[position] + offset }
  }

  let left: Side
  let right: Side
}

extension PairFilter {
  /// A comparison of values of two types. Each type must be a source's type or its optional; nil for other types.
  init?<Source: ColumnSource>(
    _ comparison: CoreComparison, _ left: any Any.Type, _ right: any Any.Type, of _: Source.Type
  ) where Source.Element: PairedValue {
    typealias Plain = StoredColumn<Source>
    typealias Optional = OptionalColumn<Source>
    let isLeftPlain = left == Source.Value.self
    let isRightPlain = right == Source.Value.self
    guard isLeftPlain || left == Source.Value?.self, isRightPlain || right == Source.Value?.self else { return nil }
    switch (isLeftPlain, isRightPlain) {
    case (true, true): self.init(comparison, Plain.self, Plain.self)
    case (true, false): self.init(comparison, Plain.self, Optional.self)
    case (false, true): self.init(comparison, Optional.self, Plain.self)
    case (false, false): self.init(comparison, Optional.self, Optional.self)
    }
  }
}

/// Tests whether a number is present: neither nil nor NaN.
struct NumberPresentMatcher<Column: NumberColumn>: InlineMatcher {
  static var form: String { "\(Column.form) present" }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { Column.load(row + offset) != nil }
}

struct TextPresentMatcher: InlineMatcher {
  static var form: String { "text present" }
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { StringMemory.words(row + offset).1 != 0 }
}

struct OptionalPresentMatcher: InlineMatcher {
  static var form: String { "optional present" }
  let offset: Int
  let pattern: OptionalMemory.NilPattern

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { !pattern.isNil(row + offset) }
}
