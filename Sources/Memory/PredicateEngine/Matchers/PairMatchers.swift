import PredicateBinding
import PredicateMemory
import PredicateValues

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
