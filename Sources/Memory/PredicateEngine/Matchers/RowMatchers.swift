import PredicateMemory

/// A test of the memory of a row. It is a struct, so that the loops over many rows are compiled with the test inlined.
protocol RowMatcher: Sendable {
  /// Whether rows whose bit is not set may be read too. An ``InlineMatcher`` may read them, because any bytes of a row can be read safely. A matcher
  /// that follows an address may not.
  static var mayReadMaskedRows: Bool { get }

  /// Whether the tested memory is outside the row. Prefetching then pays.
  static var readsIndirectly: Bool { get }

  func passes(_ row: UnsafeRawPointer) -> Bool

  /// Prefetches the memory that the row refers to.
  func prefetch(_ row: UnsafeRawPointer)

  /// The bits of the rows that pass, for up to 64 rows. All of them may be read.
  func word(_ count: Int, _ row: (Int) -> UnsafeRawPointer) -> UInt64
}

extension RowMatcher {
  static var mayReadMaskedRows: Bool { false }
  static var readsIndirectly: Bool { false }

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) {}

  @inline(__always)
  func word(_ count: Int, _ row: (Int) -> UnsafeRawPointer) -> UInt64 {
    RowMask.word(count) { passes(row($0)) }
  }

  /// Clears the bits of the rows that do not pass.
  @inline(__always)
  func select(_ rows: Rows, _ mask: MaskWords, _ count: Int) {
    if rows.isList {
      select(mask, count, mayReadAll: false) { rows.base.load(fromByteOffset: $0 &* 8, as: UnsafeRawPointer.self) }
    } else {
      let base = rows.base
      let stride = rows.stride
      select(mask, count, mayReadAll: Self.mayReadMaskedRows) { base + $0 &* stride }
    }
  }

  /// If most rows of a word count, all of its rows are tested, so that the processor has no jump to predict.
  @inline(__always)
  private func select(
    _ mask: MaskWords, _ count: Int, mayReadAll: Bool, _ row: (Int) -> UnsafeRawPointer
  ) {
    let words = RowMask.words(for: count)
    if Self.readsIndirectly { mask[0].forEachRow { prefetch(row($0)) } }
    for word in 0..<words {
      if Self.readsIndirectly && word &+ 1 < words {
        mask[word &+ 1].forEachRow { prefetch(row((word &+ 1) &* 64 &+ $0)) }
      }
      let live = mask[word]
      if live == 0 { continue }
      let first = word &* 64
      let valid = RowMask.valid(word, count)
      if live == valid || (mayReadAll && live.nonzeroBitCount > 16) {
        mask[word] = live & self.word(min(64, count &- first)) { row(first &+ $0) }
      } else {
        mask[word] = live.keeping { passes(row(first &+ $0)) }
      }
    }
  }
}

/// A matcher that reads only the bytes of the row, such as a matcher for numbers.
protocol InlineMatcher: RowMatcher {}

extension InlineMatcher {
  static var mayReadMaskedRows: Bool { true }
}

/// A matcher with its loops, which are compiled for the matcher's type.
///
/// The loops are closures: a method of a generic class is compiled once for all types, but a closure is compiled for the type for which it was made.
struct RowFilter: Sendable {
  /// Clears the bits of the rows that do not pass.
  let select: @Sendable (Rows, MaskWords, Int) -> Void
  /// Whether the row at an address passes.
  let passes: AddressMatcher
  /// Whether the test has the given answer for at least one of several elements. The arguments are the first element, the number of elements, and the
  /// distance in bytes from one element to the next.
  let isAny: @Sendable (_ answer: Bool, UnsafeRawPointer, _ count: Int, _ stride: Int) -> Bool
  /// The matcher's type, for printing the plan.
  let matcher: any RowMatcher.Type

  init(_ matcher: some RowMatcher) {
    self.matcher = type(of: matcher)
    select = { rows, mask, count in matcher.select(rows, mask, count) }
    passes = { matcher.passes($0) }
    isAny = { answer, first, count, stride in
      var element = first
      let end = first + count &* stride
      while element != end {
        if matcher.passes(element) == answer { return true }
        element += stride
      }
      return false
    }
  }
}

/// Gives every row the same answer.
struct ConstantMatcher: InlineMatcher {
  let answer: Bool

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { answer }
}

/// Tests a value by a closure that was made for the value's type and a constant.
struct ClosureMatcher: RowMatcher {
  let offset: Int
  let matches: AddressMatcher

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { matches(row + offset) }
}

/// Tests whether a number, or a UUID, is present and belongs to a set. Every comparison of a number with a constant is such a test.
struct ColumnMatcher<Column: LoadedColumn, Values: ValueSet<Column.Element>>: InlineMatcher {
  static var readsIndirectly: Bool { Column.readsIndirectly }
  let offset: Int
  let values: Values

  @inline(__always)
  func prefetch(_ row: UnsafeRawPointer) { Column.prefetch(row + offset) }

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool {
    guard let value = Column.load(row + offset) else { return false }
    return values.contains(value)
  }
}

struct TextPresentMatcher: InlineMatcher {
  let offset: Int

  @inline(__always)
  func passes(_ row: UnsafeRawPointer) -> Bool { StringMemory.words(row + offset).1 != 0 }
}
