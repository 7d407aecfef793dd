import PredicateBinding
import PredicateMemory
import PredicateValues

/// A question about two values that a row has: a struct, so that the loop around it is compiled with it inside.
protocol PairMatcher: Sendable {
  /// The name of the matcher in a printed plan, with those of its columns.
  static var form: String { get }

  /// Whether the row passes, by the addresses of its values; an address is nil for a nil value. Nil if the reference must decide.
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool?
}

/// A matcher of two stored values of each row, with its loop, compiled for it.
struct PairFilter: Sendable {
  /// Clears the bits of the rows that do not pass; sets the bit of a row that is left to the reference in the last mask.
  let select: @Sendable (PairRows, MaskWords, Int, _ undecided: MaskWords) -> Void

  /// Whether a pair passes; an address is nil if its path ends at a nil. Nil for a pair that only the reference can decide.
  let holds: @Sendable (UnsafeRawPointer?, UnsafeRawPointer?) -> Bool?
  /// The matcher's type, for printing the plan.
  let matcher: any PairMatcher.Type

  init(_ matcher: some PairMatcher) {
    self.matcher = type(of: matcher)
    holds = { matcher.holds($0, $1) }
    select = { pairs, mask, count, undecided in
      for word in 0..<RowMask.words(for: count) {
        var held: UInt64 = 0
        @inline(__always)
        func note(_ bit: Int, _ isHeld: Bool?) {
          if isHeld == nil { undecided.set(word &* 64 &+ bit) }
          held |= (isHeld ?? false ? 1 : 0) &<< UInt64(truncatingIfNeeded: bit)
        }
        let both = mask[word] & pairs.left.present[word] & pairs.right.present[word]
        both.forEachSetBit { bit in
          let position = word &* 64 &+ bit
          note(bit, matcher.holds(pairs.left.place(position), pairs.right.place(position)))
        }
        (mask[word] & ~both).forEachSetBit { bit in
          let position = word &* 64 &+ bit
          note(bit, matcher.holds(pairs.left[position], pairs.right[position]))
        }
        mask[word] = held
      }
    }
  }
}

/// The addresses of the two values of each row of a chunk.
struct PairRows {
  struct Side {
    let rows: Rows
    let offset: Int
    /// The rows that have the value.
    let present: MaskWords

    /// The address of a row's value; nil if a step of the path is nil.
    @inline(__always)
    subscript(position: Int) -> UnsafeRawPointer? { present.has(position) ? place(position) : nil }

    /// The address of a row's value, for a row that is present.
    @inline(__always)
    func place(_ position: Int) -> UnsafeRawPointer { rows[position] + offset }
  }

  let left: Side
  let right: Side
}

/// A comparison of the loaded values of two columns.
struct ColumnPairMatcher<Left: LoadedColumn, Right: LoadedColumn<Left.Element>>: PairMatcher
where Left.Element: PairedValue {
  static var form: String { "\(Left.form) and \(Right.form)" }
  let comparison: CoreComparison

  @inline(__always)
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool? {
    let left = left.flatMap(Left.load)
    let right = right.flatMap(Right.load)
    guard let left, let right else { return comparison == .same && left == nil && right == nil }
    return left.holds(comparison, right)
  }
}

extension PairFilter {
  /// A comparison of values of two types, that of a source or its optional; nil for other types.
  init?<Source: ColumnSource>(
    _ comparison: CoreComparison, _ left: any Any.Type, _ right: any Any.Type, of _: Source.Type
  ) where Source.Element: PairedValue {
    typealias Plain = StoredColumn<Source>
    typealias Optional = OptionalColumn<Source>
    let isLeftPlain = left == Source.Value.self
    let isRightPlain = right == Source.Value.self
    guard isLeftPlain || left == Source.Value?.self, isRightPlain || right == Source.Value?.self else { return nil }
    switch (isLeftPlain, isRightPlain) {
    case (true, true): self.init(ColumnPairMatcher<Plain, Plain>(comparison: comparison))
    case (true, false): self.init(ColumnPairMatcher<Plain, Optional>(comparison: comparison))
    case (false, true): self.init(ColumnPairMatcher<Optional, Plain>(comparison: comparison))
    case (false, false): self.init(ColumnPairMatcher<Optional, Optional>(comparison: comparison))
    }
  }
}

struct DecimalPairMatcher: PairMatcher {
  static var form: String { "two decimals" }
  let comparison: CoreComparison
  private let isLeft: AddressMatcher
  private let isRight: AddressMatcher
  private let order: @Sendable (UnsafeRawPointer, UnsafeRawPointer) -> ValueOrder?

  init?(_ comparison: CoreComparison, _ left: any Any.Type, _ right: any Any.Type) {
    guard let isLeft = DecimalNumbers.presence(left), let isRight = DecimalNumbers.presence(right),
      let order = DecimalNumbers.order(left, right)
    else { return nil }
    self.comparison = comparison
    self.isLeft = isLeft
    self.isRight = isRight
    self.order = order
  }

  @inline(__always)
  func holds(_ left: UnsafeRawPointer?, _ right: UnsafeRawPointer?) -> Bool? {
    let left = left.flatMap { isLeft($0) ? $0 : nil }
    let right = right.flatMap { isRight($0) ? $0 : nil }
    guard let left, let right else { return comparison == .same && left == nil && right == nil }
    return order(left, right).map(comparison.holds)
  }
}
